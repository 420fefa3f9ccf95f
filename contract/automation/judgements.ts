/** §4.2 What the responses of the automation actions have in common. */
import {
  dateOf,
  field,
  isAccepted,
  isObject,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import { route, type Route } from '../../schemas/routes.ts';
import type { ObjectSchema } from '../../schemas/schema.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { timestampProblem } from '../../fixtures/run/expect/formats.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import {
  fieldsIn,
  isNotRejectedOf,
  type Judgement,
  type Judgements,
} from '../../fixtures/run/judgement.ts';

export const actions: readonly Route[] = [
  route.sendVoucher,
  route.sendBulkVouchers,
  route.getWalletTransactions,
  route.getWalletBalance,
];

/** An accepted response of an action. */
export const isAcceptedOf =
  (action: Route) =>
  (exchange: Exchange): boolean =>
    exchange.route === action.id && isAccepted(exchange);

/** Each field of the data of an accepted action. */
export const fieldsInData = (
  action: Route,
  schema: ObjectSchema,
  about: Judgement['about'] = isAcceptedOf(action),
): Judgement => fieldsIn(about, schema, exchange => [field(exchange, 'data')]);

/** Between clocks, and for what is queued or served from a cache of a minute. */
const toleranceMs = 5 * 60_000;

const isSent = ({ status }: Record<string, unknown>): boolean => status === 'sent';

/** The times that a response states of its own call. */
function timesIn(exchange: Exchange): { readonly at: unknown[]; readonly notAfter: unknown[] } {
  const data = field(exchange, 'data');
  if (!isObject(data)) return { at: [], notAfter: [] };
  const { retrievedAt, results, sentAt, createdAt } = data;
  if (exchange.route === route.getWalletTransactions.id) return { at: [retrievedAt], notAfter: [] };
  if (exchange.route === route.sendVoucher.id)
    // A code may have been made before it was sold.
    return { at: isSent(data) ? [sentAt] : [], notAfter: [createdAt] };
  const sent = Array.isArray(results) ? results.filter(isObject).filter(isSent) : [];
  return { at: sent.length > 0 ? [sentAt, ...sent.map(each => each['sentAt'])] : [], notAfter: [] };
}

export const automation: Judgements = {
  'automation.envelope': {
    about: isNotRejectedOf(...actions),
    holds: exchange => {
      expect(exchange).toMatchSchema({
        title: 'Envelope',
        type: 'object',
        required: ['success', 'action', 'data'],
        properties: {
          success: { type: 'boolean' },
          action: { type: 'string', const: exchange.route.split('/').at(-1) ?? '' },
          data: { type: 'object' },
        },
      });
      expect(field(exchange, 'success'), 'success').toBe(true);
    },
  },
  'automation.times': {
    about: exchange =>
      actions.some(action => isAcceptedOf(action)(exchange) && action !== route.getWalletBalance),
    reads: ['response headers', 'response body', 'times'],
    holds: exchange => {
      const { startedAt, durationMs } = exchange.times;
      const date = dateOf(exchange);
      // The clock of the target, or ours.
      const calls = [
        [startedAt, startedAt + durationMs],
        ...(date === undefined ? [] : [[date, date]]),
      ] as const;
      const { at, notAfter } = timesIn(exchange);
      const isTime = (value: unknown) => timestampProblem(value) === undefined;
      const [near, before] = [at.filter(isTime), notAfter.filter(isTime)];
      if (near.length + before.length === 0)
        throw new NotExercised('it states no time of the call');
      const differs = (value: unknown, isEarlyToo: boolean) =>
        calls.every(([from, to]) => {
          const time = Date.parse(String(value));
          return time > to + toleranceMs || (isEarlyToo && time < from - toleranceMs);
        });
      const found = [
        ...near.filter(each => differs(each, true)),
        ...before.filter(each => differs(each, false)),
      ];
      expect(
        found,
        `times that are not of the call of ${new Date(startedAt).toISOString()}`,
      ).toEqual([]);
    },
  },
};
