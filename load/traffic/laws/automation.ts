/** §4.2 Automation actions, §2.9 the integration status, §4.3 tool details. */
import { getWalletBalanceData } from '../../../schemas/resources/get-wallet-balance.ts';
import { getWalletTransactionsData } from '../../../schemas/resources/get-wallet-transactions.ts';
import { integrationStatus } from '../../../schemas/resources/integration-status.ts';
import type { RequirementId } from '../../../schemas/requirements/index.ts';
import { route, type Route } from '../../../schemas/routes.ts';
import { object, type Schema } from '../../../schemas/schema.ts';
import { sentVoucher } from '../../../schemas/resources/send-voucher.ts';
import { toolDetails } from '../../../schemas/resources/tool.ts';
import {
  bodyOf,
  field,
  isAccepted,
  isObject,
  sentBody,
  type Exchange,
} from '../../../schemas/records/exchange.ts';
import { expect } from '../../../fixtures/matchers/expect.ts';
import { NotExercised } from '../../../fixtures/verdict.ts';
import { isOf, keeps, type Law } from './law.ts';

const actions = [route.getWalletBalance, route.getWalletTransactions, route.sendVoucher];

/** The data of an accepted action. */
const dataKeeps = (
  id: RequirementId,
  action: Route,
  schema: Schema,
  when: (exchange: Exchange) => boolean = () => true,
): Law => ({
  id,
  about: exchange => exchange.route === action.id && isAccepted(exchange) && when(exchange),
  judge: exchange => expect(field(exchange, 'data')).toKeep(schema),
});

/** The shape of the answer for all currencies is not shown. */
const ofOneCurrency = (exchange: Exchange) => sentBody(exchange)['currency'] !== undefined;

export const automationLaws: readonly Law[] = [
  {
    id: 'automation.envelope',
    about: exchange => isOf(...actions)(exchange) && field(exchange, 'success') !== false,
    judge: exchange => {
      const name = exchange.route.split('/').at(-1) ?? '';
      expect(exchange).toKeep(
        object('Envelope', {
          success: { type: 'boolean' },
          action: { type: 'string', const: name },
          data: { type: 'object' },
        }),
      );
    },
  },
  dataKeeps('balance.fields', route.getWalletBalance, getWalletBalanceData, ofOneCurrency),
  {
    id: 'balance.currency',
    about: exchange =>
      exchange.route === route.getWalletBalance.id &&
      isAccepted(exchange) &&
      ofOneCurrency(exchange),
    judge: exchange =>
      expect(field(exchange, 'data', 'currency'), 'currency').toBe(sentBody(exchange)['currency']),
  },
  dataKeeps('transactions.fields', route.getWalletTransactions, getWalletTransactionsData),
  {
    id: 'transactions.limit',
    about: exchange => exchange.route === route.getWalletTransactions.id && isAccepted(exchange),
    judge: exchange => {
      const items = field(exchange, 'data', 'transactions');
      if (!Array.isArray(items)) throw new NotExercised('transactions.fields tells why');
      const limit = Number(sentBody(exchange)['limit'] ?? 50);
      expect(items.length, `transactions, of a limit of ${limit}`).toBeLessThanOrEqual(limit);
    },
  },
  {
    id: 'transactions.count',
    about: exchange => exchange.route === route.getWalletTransactions.id && isAccepted(exchange),
    judge: exchange => {
      const items = field(exchange, 'data', 'transactions');
      if (!Array.isArray(items)) throw new NotExercised('transactions.fields tells why');
      const total = Number(field(exchange, 'data', 'totalCount'));
      expect(total, 'totalCount').toBeGreaterThanOrEqual(items.length);
    },
  },
  dataKeeps('vouchers.fields', route.sendVoucher, sentVoucher),
  keeps('status.fields', route.status, integrationStatus),
  {
    id: 'status.no-wrapper',
    about: isOf(route.status),
    judge: exchange => {
      const body = bodyOf(exchange);
      const names = isObject(body) ? Object.keys(body) : [];
      expect(names.filter(name => ['action', 'data'].includes(name))).toEqual([]);
    },
  },
  keeps('tools.fields', route.tool, toolDetails),
  {
    id: 'tools.name',
    about: isOf(route.tool),
    judge: exchange => {
      const asked = new URL(exchange.request.url).pathname.split('/').at(-1);
      expect(field(exchange, 'tool', 'name'), 'the tool in the answer').toBe(asked);
    },
  },
];
