/** §2.2 to §2.6 Orders, order requests, wallets and their transactions. */
import { createdOrder, listedOrder } from '../../../schemas/resources/order.ts';
import {
  orderRequestStatus,
  queuedOrderRequest,
} from '../../../schemas/resources/order-request.ts';
import { route } from '../../../schemas/routes.ts';
import { object } from '../../../schemas/schema.ts';
import { ledgerTransaction, walletTransaction, wallet } from '../../../schemas/resources/wallet.ts';
import { bodyOf, field, isObject, type Exchange } from '../../../schemas/records/exchange.ts';
import { expect } from '../../../fixtures/matchers/expect.ts';
import { lists, toPage } from '../../../schemas/lists.ts';
import { NotExercised } from '../../../fixtures/verdict.ts';
import { isOf, itemsKeep, keeps, onPage, without, type Law } from './law.ts';

const walletsOf = (exchange: Exchange): Record<string, unknown>[] => {
  const body = bodyOf(exchange);
  if (!Array.isArray(body)) throw new NotExercised('it is no array; wallet.fields tells');
  return body.filter(isObject);
};

const inWallets = (exchange: Exchange): unknown[] =>
  walletsOf(exchange).flatMap(({ transactions }) =>
    Array.isArray(transactions) ? (transactions as unknown[]) : [],
  );

const transactionsOf = (exchange: Exchange): unknown[] =>
  exchange.route === route.wallet.id
    ? inWallets(exchange)
    : [...(toPage(lists.ledger, exchange)?.items ?? [])];

/** A creation by its status: §4.1.7. */
const created = (status: number) => (exchange: Exchange) =>
  exchange.route === route.createOrder.id && exchange.response.status === status;

const present = (exchange: Exchange, name: string): boolean =>
  (field(exchange, name) ?? undefined) !== undefined;

export const accountLaws: readonly Law[] = [
  itemsKeep('orders.fields', lists.orders, listedOrder),
  onPage('orders.product-absent', lists.orders, ({ items }) => {
    const populated = items.filter(item => isObject(item) && isObject(item['product']));
    expect(populated, 'listed orders with a populated product').toEqual([]);
  }),
  keeps('orders.request-fields', route.orderRequest, orderRequestStatus),
  {
    id: 'orders.request-id',
    about: isOf(route.orderRequest),
    judge: exchange => {
      const asked = new URL(exchange.request.url).pathname.split('/').at(-1) ?? '';
      expect(field(exchange, 'orderRequestId'), 'orderRequestId').toBe(decodeURIComponent(asked));
    },
  },
  {
    id: 'orders.request-type',
    about: isOf(route.orderRequest),
    judge: exchange => expect(['single', 'bulk'], 'type').toContain(field(exchange, 'type')),
  },
  {
    id: 'orders.request-result',
    about: isOf(route.orderRequest),
    judge: exchange => {
      if (!present(exchange, 'result') && field(exchange, 'status') !== 'succeeded')
        throw new NotExercised('it has not succeeded');
      expect(exchange).toKeep({
        ...object(
          'A succeeded request',
          { result: { type: 'object' } },
          { error: { type: 'null' } },
        ),
      });
    },
  },
  {
    id: 'orders.request-error',
    about: isOf(route.orderRequest),
    judge: exchange => {
      if (!present(exchange, 'error')) throw new NotExercised('it has not failed');
      expect(exchange).toKeep(
        object('A failed request', { error: { type: 'string' } }, { result: { type: 'null' } }),
      );
    },
  },
  {
    id: 'orders.queued',
    about: created(202),
    judge: exchange => expect(exchange).toKeep(queuedOrderRequest),
  },
  {
    id: 'orders.created',
    about: created(201),
    judge: exchange => expect(exchange).toKeep(createdOrder),
  },
  {
    id: 'wallet.fields',
    about: isOf(route.wallet),
    judge: exchange => {
      expect(exchange).toKeep({ title: 'The wallets', type: 'array' });
      // What the transactions hold has a requirement of its own.
      const transactions = { type: 'array' } as const;
      expect(exchange).toKeep({
        title: 'The wallets',
        type: 'array',
        items: { ...wallet, properties: { ...wallet.properties, transactions } },
      });
    },
  },
  {
    id: 'wallet.one-per-currency',
    about: isOf(route.wallet),
    judge: exchange => {
      const currencies = walletsOf(exchange).map(each => each['currency']);
      expect(currencies.filter((each, index) => currencies.indexOf(each) !== index)).toEqual([]);
    },
  },
  {
    id: 'wallet.transaction-fields',
    about: isOf(route.wallet),
    judge: exchange =>
      expect(inWallets(exchange)).toKeep({ type: 'array', items: without(walletTransaction) }),
  },
  itemsKeep('wallet.ledger-fields', lists.ledger, without(ledgerTransaction)),
  {
    id: 'wallet.purchase-order',
    about: isOf(route.wallet, route.ledger),
    judge: exchange => {
      const purchases = transactionsOf(exchange)
        .filter(isObject)
        .filter(({ transactionType }) => transactionType === 'purchase');
      if (purchases.length === 0) throw new NotExercised('there are no purchases');
      const nameless = purchases.filter(
        ({ orderID }) => typeof orderID !== 'string' || orderID === '',
      );
      expect(nameless, 'purchases without an orderID').toEqual([]);
    },
  },
  onPage('wallet.ledger-currency', lists.ledger, ({ items }, exchange, target) => {
    const name = target.values.GV_LEDGER_CURRENCY_PARAM ?? '';
    const currency = new URL(exchange.request.url).searchParams.get(name);
    if (currency === null) throw new NotExercised('no currency was asked for');
    const others = items.filter(isObject).filter(item => item['currency'] !== currency);
    expect(others).toEqual([]);
  }),
];
