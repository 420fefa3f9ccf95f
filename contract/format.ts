/** §2 What holds for timestamps and identifiers wherever they appear. */
import { orderRequestStatus, queuedOrderRequest } from '../schemas/resources/order-request.ts';
import { envelope } from '../schemas/resources/envelope.ts';
import { getWalletBalanceData } from '../schemas/resources/get-wallet-balance.ts';
import { getWalletTransactionsData } from '../schemas/resources/get-wallet-transactions.ts';
import { integrationStatus } from '../schemas/resources/integration-status.ts';
import { bulkOrderCreated } from '../schemas/resources/bulk-order.ts';
import { order } from '../schemas/resources/order.ts';
import { route } from '../schemas/routes.ts';
import type { Schema } from '../schemas/schema.ts';
import { sendBulkVouchersData } from '../schemas/resources/send-bulk-vouchers.ts';
import { sentVoucher } from '../schemas/resources/send-voucher.ts';
import { identifying } from '../schemas/values.ts';
import { wallet } from '../schemas/resources/wallet.ts';
import type { Context } from '../fixtures/engine/context.ts';
import { bodyOf, field, isObject } from '../schemas/records/exchange.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { lists, type List } from '../schemas/lists.ts';
import { createOrder, orderRequests } from '../fixtures/scenarios/order-requests.ts';
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import { readWhole } from '../fixtures/scenarios/snapshot.ts';
import { timestampProblem, timestampStyle } from '../fixtures/matchers/timestamp.ts';
import { walk } from '../fixtures/matchers/schema-violations.ts';
import {
  acceptedBulk,
  acceptedVoucher,
  leastVoucher,
  sendVoucher,
} from '../fixtures/scenarios/vouchers.ts';
import { NotExercised } from '../fixtures/verdict.ts';

type Parts = Pick<Context, 'api' | 'target' | 'clock'>;

interface Place {
  readonly id: string;
  readonly schema: Schema;
  readonly look: (parts: Parts) => Promise<unknown>;
}

const list = (of: List): Place => ({
  id: of.id,
  schema: { type: 'array', items: of.item },
  look: async ({ api, target }) => (await readWhole(api, target, of)).items,
});

const requestResult = {
  ...orderRequestStatus,
  properties: { ...orderRequestStatus.properties, result: order },
};
const bulkRequestResult = {
  ...orderRequestStatus,
  properties: { ...orderRequestStatus.properties, result: bulkOrderCreated },
};

/** Every answer that the spec gives fields for; those that write come first, so that lists are read once. */
const places: readonly Place[] = [
  ...[0, 1, 2, 3, 4].map(index => ({
    id: `${route.orderRequest.id} (${['succeeded', 'failed', 'bulk', 'made', 'made in bulk'][index]})`,
    schema: index === 2 || index === 4 ? bulkRequestResult : requestResult,
    look: async (parts: Parts) => bodyOf(await orderRequests(parts)[index]!.look()),
  })),
  ...(['single', 'bulk'] as const).map(kind => ({
    id: `${kind === 'single' ? route.createOrder.id : route.createBulkOrder.id} (202)`,
    schema: queuedOrderRequest,
    look: async (parts: Parts) => {
      const exchange = await createOrder(parts, kind);
      return exchange.response.status === 202 ? bodyOf(exchange) : undefined;
    },
  })),
  {
    id: `${route.createOrder.id} (201)`,
    schema: order,
    look: async parts => {
      const exchange = await createOrder(parts, 'single');
      return exchange.response.status === 201 ? bodyOf(exchange) : undefined;
    },
  },
  {
    id: route.sendVoucher.id,
    schema: envelope('send_voucher', sentVoucher),
    look: async ({ api, target }) => bodyOf(await acceptedVoucher(api, target)),
  },
  {
    id: route.sendBulkVouchers.id,
    schema: envelope('send_bulk_vouchers', sendBulkVouchersData),
    look: async ({ api, target }) => bodyOf(await acceptedBulk(api, target)),
  },
  list(lists.browse),
  list(lists.search),
  list(lists.orders),
  list(lists.ledger),
  {
    id: route.wallet.id,
    schema: { type: 'array', items: wallet },
    look: async ({ api }) => bodyOf(await api.send(route.wallet)),
  },
  {
    id: route.getWalletTransactions.id,
    schema: envelope('get_wallet_transactions', getWalletTransactionsData),
    look: async ({ api }) =>
      bodyOf(await api.send(route.getWalletTransactions, { body: { limit: 100 } })),
  },
  {
    id: route.getWalletBalance.id,
    schema: envelope('get_wallet_balance', getWalletBalanceData),
    look: async ({ api }) =>
      bodyOf(await api.send(route.getWalletBalance, { body: { currency: 'GBP' } })),
  },
  {
    id: route.status.id,
    schema: integrationStatus,
    look: async ({ api }) => bodyOf(await api.send(route.status)),
  },
];

/** Strings that stand where the contract has a timestamp. */
function timestamps(schema: Schema, value: unknown): { path: string; value: unknown }[] {
  const found: { path: string; value: unknown }[] = [];
  walk(schema, value, (part, each, path) => {
    if (part.format === 'date-time' && each !== null) found.push({ path, value: each });
  });
  return found;
}

requirement('format.timestamps', async ({ each, ...parts }) => {
  await each(places, async ({ schema, look }) => {
    const found = timestamps(schema, await look(parts));
    if (found.length === 0) throw new NotExercised('there are no timestamps');
    const wrong = found.flatMap(({ path, value }) => {
      const problem = timestampProblem(value);
      return problem === undefined ? [] : [{ path, value, problem }];
    });
    expect(wrong).toEqual([]);
  });
});

observation('format.timestamp-style', async ({ each, observe, ...parts }) => {
  await each(places, async ({ id, schema, look }) => {
    const styles = new Set(
      timestamps(schema, await look(parts)).map(({ value }) => timestampStyle(value)),
    );
    if (styles.size > 0) observe('format.timestamp-style', { of: id, styles: [...styles] });
  });
});

observation('format.null-fields', async ({ each, observe, ...parts }) => {
  await each(places, async ({ id, schema, look }) => {
    const nulls = new Set<string>();
    walk(schema, await look(parts), (_part, value, path) => {
      if (value === null) nulls.add(path.replace(/\/\d+/g, '/*'));
    });
    if (nulls.size > 0) observe('format.null-fields', { of: id, fields: [...nulls] });
  });
});

/** Where records are listed, and the field that identifies each. */
const records: readonly { id: string; name: string; look: Place['look'] }[] = [
  { id: lists.browse.id, name: '_id', look: list(lists.browse).look },
  { id: lists.search.id, name: '_id', look: list(lists.search).look },
  { id: lists.orders.id, name: '_id', look: list(lists.orders).look },
  {
    id: route.wallet.id,
    name: '_id',
    look: async ({ api }) => bodyOf(await api.send(route.wallet)),
  },
  {
    id: route.getWalletTransactions.id,
    name: 'transactionId',
    look: async ({ api }) =>
      field(
        await api.send(route.getWalletTransactions, { body: { limit: 100 } }),
        'data',
        'transactions',
      ),
  },
  {
    id: route.sendVoucher.id,
    name: 'id',
    look: async ({ api, target }) => {
      const plain = await leastVoucher(api, target);
      const two = [await acceptedVoucher(api, target), await sendVoucher(api, plain)];
      return two.map(exchange => field(exchange, 'data'));
    },
  },
  {
    id: route.sendBulkVouchers.id,
    name: 'voucherId',
    look: async ({ api, target }) => field(await acceptedBulk(api, target), 'data', 'results'),
  },
];

requirement('format.identifiers', async ({ each, ...parts }) => {
  await each(places, async ({ schema, look }) => {
    const found: { path: string; value: unknown }[] = [];
    walk(schema, await look(parts), (_part, value, path) => {
      if (identifying.has(path.slice(path.lastIndexOf('/') + 1)) && value !== null)
        found.push({ path, value });
    });
    if (found.length === 0) throw new NotExercised('there are no identifiers');
    const wrong = found.filter(({ value }) => typeof value !== 'string' || value.trim() === '');
    expect(wrong, 'identifiers that are empty or no strings').toEqual([]);
  });
  await each(
    records.map(record => ({ ...record, id: `${record.id}: ${record.name} of different records` })),
    async ({ name, look }) => {
      const items = await look(parts);
      const found = (Array.isArray(items) ? items : [])
        .filter(isObject)
        .filter(item => typeof item[name] === 'string');
      if (found.length === 0) throw new NotExercised('there are no records with such a field');
      // A list that moves while it is read gives a record twice; that is one record still.
      const different = new Map(found.map(item => [JSON.stringify(item), item[name]]));
      const ids = [...different.values()];
      expect(
        ids.filter((id, index) => ids.indexOf(id) !== index),
        'shared ones',
      ).toEqual([]);
    },
  );
});
