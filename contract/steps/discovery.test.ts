import { createHash } from 'node:crypto';
import { expect, test } from '#test';
import {
  answer,
  contextOver,
  type FakeContext,
  targetWith,
  thrownBy,
} from '../../fixtures/testing/fakes.ts';
import { makeRecord } from '../../fixtures/testing/own.ts';
import { preparations } from '../setup/own.ts';
import {
  catalogOf,
  expectNotFound,
  over,
  product,
  sent,
  type Service,
} from '../../fixtures/testing/targets.ts';
import { similarId } from './discovery.ts';

const unknownOrder = (context: FakeContext) =>
  makeRecord(preparations, 'GV_ORDER_UNKNOWN', context);
const invalidRequest = (context: FakeContext) =>
  makeRecord(preparations, 'GV_ORDER_REQUEST_INVALID', context);
const ledgerCurrencyParam = (context: FakeContext) =>
  makeRecord(preparations, 'GV_LEDGER_CURRENCY_PARAM', context);

const ids = ['5d8009b2997561a2d27690fc', '64ff09b2997561a2d27690aa'];
const orders = (...own: string[]) => {
  const items = own.map(_id => ({ _id }));
  return answer(200, { total: own.length, page: 1, totalPages: 1, orders: items });
};
const catalog = catalogOf([product]);

test('a rejected id is not used as unknown if ids may have a checksum', async () => {
  const context = over(path =>
    path === '/orders' ? orders(...ids) : answer(400, { error: 'ID' }),
  );
  await expectNotFound(context, unknownOrder, /answers 400 to an id with the form/);
});

test('a long random id is unknown with any response, and a short id may exist', async () => {
  for (const response of [
    answer(403),
    answer(500),
    answer(200),
    answer(400, { error: 'Order not found' }),
  ]) {
    const context = over(path => (path === '/orders' ? orders(...ids) : response));
    expect(await unknownOrder(context)).toMatch(/^5d8009b2/);
    const few = over(path => (path === '/orders' ? orders('1042') : response));
    if (response.status !== 400) await expectNotFound(few, unknownOrder, /answers \d+ to an id/);
  }
});

test('no unknown id is discovered without an order, and no order request without permission to write', async () => {
  const empty = over(() => orders());
  await expectNotFound(empty, unknownOrder, /lists no order/);
  const reading = contextOver(() => catalog, targetWith());
  const unknownRequest = () => makeRecord(preparations, 'unknown request', reading);
  expect(await thrownBy(unknownRequest)).toMatchObject({ lacks: { permission: 'spend' } });
  expect(reading.requests).toEqual([]);
});

test('ids of order requests that settings state need no permission to spend', async () => {
  const settings = {
    GV_ORDER_REQUEST_SUCCEEDED: 'fd39dce8746c823e2438f319',
    GV_ORDER_REQUEST_UNKNOWN: '5d8009b2997561a2d27690fc',
  };
  const reading = contextOver(() => catalog, targetWith(settings));
  expect(await makeRecord(preparations, 'succeeded request', reading)).toBe(
    settings.GV_ORDER_REQUEST_SUCCEEDED,
  );
  expect(await makeRecord(preparations, 'unknown request', reading)).toBe(
    settings.GV_ORDER_REQUEST_UNKNOWN,
  );
  expect(reading.requests).toEqual([]);
});

test('an invalid order request id is discovered if the target rejects its format', async () => {
  const invalid = answer(400, { error: 'Invalid order request ID format' });
  for (const response of [invalid, { ...invalid, status: 404 }, answer(422)]) {
    const context = over(() => response);
    expect(await invalidRequest(context)).toBe('not-an-order-request-id');
  }
  const words = over(path => (path.includes('%20') ? invalid : answer(404)));
  expect(await invalidRequest(words)).toBe('not an id!');
  const any = over(() => answer(404));
  await expectNotFound(any, invalidRequest, /rejects none of 3 texts/);
});

test('an HTML page in response to a bulk order does not show its path', async () => {
  const context = over(
    (path, { method, body }) => {
      if (method === 'GET') return catalog;
      if (path !== '/bulk-orders') return answer(404);
      return String(body) === '{}' ? answer(400) : answer(200, '<html>');
    },
    { GV_ORDER_BODY: '{"code":"{{productCode}}"}' },
  );
  const bulkBody = () => makeRecord(preparations, 'bulk body', context);
  await expectNotFound(context, bulkBody, /answers 200/);
});

const random = (text: string) => createHash('sha512').update(text).digest();
const like = (known: string) => similarId(known, random('a'));

for (const [known, form] of [
  ['5d8009b2997561a2d27690fc', /^5d8009b2[0-9a-f]{16}$/],
  ['2F30C059-83D2-43FB-964C-204634CCB716', /^2F30C059-[0-9A-F]{4}-4[0-9A-F]{3}-9[0-9A-F]{3}-/],
  ['rec_5d8009b2997561a2d27690fc', /^rec_5d800[0-9a-f]{19}$/],
  ['01HZXYK9Q2M4T6V8B0C3D5F7G9', /^01HZXYK9Q[0-9A-Z]{17}$/],
] as const)
  test(`an unknown id has the form of the known id ${known}`, () => {
    const { id, unique } = like(known);
    expect(id).toMatch(form);
    expect(id).toHaveLength(known.length);
    expect(id).not.toBe(known);
    expect(unique).toBe(true);
    expect(similarId(known, random('b')).id).not.toBe(id);
    expect(like(known).id).toBe(id);
  });

test('a short id may exist', () => {
  expect(like('1000042')).toMatchObject({ id: expect.stringMatching(/^100\d{4}$/), unique: false });
  expect(like('ORD1042').id).toMatch(/^ORD\d{4}$/);
});

test('a field that sorts the first page of a long list is discovered', async () => {
  const context = over((path, _request, query) => {
    if (path !== '/orders') return answer(200, { total: 0, page: 1, totalPages: 0, products: [] });
    const page = Number(query.get('page') ?? 1);
    const values = Array.from({ length: 2000 }, (_, n) =>
      query.get('sortBy') === 'valuePurchased' ? n : (n * 1171) % 2000,
    );
    const shown = query.get('order') === 'desc' ? values.toReversed() : values;
    const orders = shown
      .slice((page - 1) * 100, page * 100)
      .map(valuePurchased => ({ valuePurchased }));
    return answer(200, { total: 2000, page, totalPages: 20, orders });
  });
  expect(await makeRecord(preparations, 'GV_SORT_BY', context)).toEqual(['valuePurchased']);
  expect(sent(context).filter(each => each.includes('/orders'))).toHaveLength(2);
});

test('paging parameters without an effect are not discovered', async () => {
  const products = Array.from({ length: 5 }, (_, index) => ({ _id: `p${index}` }));
  const context = over(() => answer(200, { products, pagination: { total: 12 } }));
  await expectNotFound(
    context,
    of => makeRecord(preparations, 'GV_SEARCH_PAGE_PARAM', of),
    /no(ne|t).*page/,
  );
  await expectNotFound(
    context,
    of => makeRecord(preparations, 'GV_SEARCH_LIMIT_PARAM', of),
    /on the limit/,
  );
});

/** Returns a ledger that filters by a parameter, 100 entries a page, and wallets in these currencies. */
const ledger =
  (name: string, entries: readonly string[], wallets: readonly string[] = []): Service =>
  (path, _request, query) => {
    if (path === '/wallet')
      return answer(
        200,
        wallets.map(currency => ({ currency })),
      );
    const wanted = query.get(name) ?? undefined;
    const all = entries.filter(currency => wanted === undefined || currency === wanted);
    const page = Number(query.get('page') ?? 1);
    const transactions = all.slice((page - 1) * 100, page * 100).map(currency => ({ currency }));
    const totals = { totalTransactions: all.length, totalPages: Math.ceil(all.length / 100) };
    return answer(200, { transactions, pagination: { currentPage: page, limit: 100, ...totals } });
  };

test('the currency filter of the ledger is discovered if only entries of one currency remain', async () => {
  const filtering = over(ledger('walletCurrency', ['GBP', 'USD', 'GBP', 'EUR']));
  expect(await ledgerCurrencyParam(filtering)).toBe('walletCurrency');
  await expectNotFound(over(ledger('in', ['GBP', 'USD'])), ledgerCurrencyParam, /fewer entries/);
  const alike = over(ledger('currency', ['GBP'], ['GBP', 'USD']));
  await expectNotFound(alike, ledgerCurrencyParam, /only one currency/);
  expect(sent(alike)).toHaveLength(1);
});

test('if purchases in one currency fill what is read of the ledger, a wallet in another shows the filter', async () => {
  const bought = [...Array.from({ length: 900 }, () => 'GBP'), 'EUR'];
  const filtering = over(ledger('currency', bought, ['GBP', 'USD', 'EUR']));
  expect(await ledgerCurrencyParam(filtering)).toBe('currency');
  const single = over(ledger('currency', bought, ['GBP']));
  await expectNotFound(single, ledgerCurrencyParam, /only one currency/);
});
