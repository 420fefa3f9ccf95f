import { expect, test } from '#test';
import {
  answer,
  contextOver,
  ourTarget,
  targetWith,
  thrownBy,
} from '../../fixtures/testing/fakes.ts';
import { NotExercised, SuiteError } from '../../fixtures/verdict.ts';
import { sendAffordable } from '../vouchers-bulk/bulk-vouchers.ts';
import {
  acceptedBulk,
  acceptedVoucher,
  costOf,
  fullBulk,
  fullVoucher,
  leastVoucher,
  plainBulk,
  plainVoucher,
  requireRoom,
  sendBulk,
  sendVoucher,
} from './vouchers.ts';

const price = { productCode: 'CAFE-1', merchant: 'Café', minPrice: 5 };
const catalog = [
  { ...price, currency: 'NGN', minPrice: 1 },
  { ...price, currency: 'GBP' },
  { ...price, currency: 'USD', minPrice: 7 },
];

/** A target that answers every voucher so. */
const selling = (success: boolean, target = ourTarget()) =>
  contextOver(
    ({ url }) =>
      url.includes('/products')
        ? answer(200, { total: 3, page: 1, totalPages: 1, products: catalog })
        : answer(success ? 200 : 422, { success, data: {} }),
    target,
  );

const sentBodies = (context: ReturnType<typeof selling>) =>
  context.requests.flatMap(({ body }) =>
    body ? [JSON.parse(String(body)) as Record<string, unknown>] : [],
  );

test('the least voucher is the cheapest in a currency of the automation routes', async () => {
  expect(await leastVoucher(selling(true))).toEqual({
    productCode: 'CAFE-1',
    merchant: 'Café',
    currency: 'GBP',
    valuePurchased: 5,
    recipientEmail: 'recipient@example.com',
  });
});

test('the settings name the recipient and the currencies that may be spent', async () => {
  const target = targetWith({ GV_RECIPIENT: 'me@shop.example', GV_MAX_SPEND: '20 USD' });
  expect(await leastVoucher(selling(true, target))).toMatchObject({
    currency: 'USD',
    recipientEmail: 'me@shop.example',
  });
});

for (const [what, voucher, expected] of [
  ['a voucher', { currency: 'GBP', valuePurchased: 5 }, { currency: 'GBP', value: 5 }],
  ['a value as text', { currency: 'GBP', valuePurchased: '5' }, { currency: 'GBP', value: 5 }],
  ['a negative value', { currency: 'GBP', valuePurchased: -5 }, { currency: 'GBP', value: 0 }],
  ['no value', { currency: 'GBP' }, { currency: 'GBP', value: 0 }],
  ['a currency of another type', { currency: 7, valuePurchased: 5 }, { value: 5 }],
  ['a currency with a blank', { currency: ' GBP', valuePurchased: 5 }, { value: 5 }],
  ['a currency in lower case', { currency: 'gbp', valuePurchased: 5 }, { value: 5 }],
  ['no object', 'voucher', { value: 0 }],
] as const)
  test(`${what} costs ${JSON.stringify(expected)}`, () => {
    expect(costOf(voucher)).toEqual({ currency: undefined, ...expected });
  });

test('the same body is sent once a run, unless again', async () => {
  const context = selling(true);
  const voucher = await leastVoucher(context);
  const before = context.requests.length;
  await sendVoucher(context, voucher);
  await sendVoucher(context, { ...voucher });
  await sendBulk(context, { vouchers: [voucher] });
  await sendBulk(context, { vouchers: [voucher] });
  expect(context.requests.length - before).toBe(2);
  await sendVoucher(context, voucher, true);
  await sendBulk(context, { vouchers: [voucher] }, true);
  expect(context.requests.length - before).toBe(4);
});

test('what is sent counts as spent: once for a voucher, and for each of a bulk', async () => {
  const context = selling(true);
  await sendVoucher(context, { currency: 'GBP', valuePurchased: 5 });
  expect(context.log.spent).toEqual({ GBP: 5 });
  const voucher = { currency: 'USD', valuePurchased: 7 };
  await sendBulk(context, { vouchers: [voucher, voucher] });
  expect(context.log.spent).toEqual({ GBP: 5, USD: 14 });
});

test('a full voucher has every field; a full bulk has three recipients', async () => {
  const context = selling(true);
  await fullVoucher(context);
  await fullBulk(context);
  const [voucher, bulk] = sentBodies(context);
  expect(Object.keys(voucher ?? {})).toEqual([
    'productCode',
    'merchant',
    'currency',
    'valuePurchased',
    'recipientEmail',
    'recipientName',
    'message',
  ]);
  const { vouchers, ...texts } = bulk as { vouchers: { recipientEmail: string }[] };
  expect(Object.keys(texts)).toEqual(['campaignName', 'notes']);
  expect(vouchers.map(each => each.recipientEmail)).toEqual([
    'recipient@example.com',
    'recipient+second@example.com',
    'recipient+third@example.com',
  ]);
});

test('a refused voucher is not exercised, and the reason names the recipient', async () => {
  for (const read of [acceptedVoucher, acceptedBulk, plainVoucher, plainBulk]) {
    const refused = await thrownBy(() => read(selling(false)));
    expect(refused).toBeInstanceOf(NotExercised);
    expect(String(refused)).toContain('refuses a plain voucher of the catalog with 422');
    expect(String(refused)).toContain('GV_RECIPIENT');
  }
});

const spending = (limit: string) =>
  selling(true, targetWith({ GV_ALLOW: 'spend', GV_MAX_SPEND: limit }));
const least = {
  productCode: 'CAFE-1',
  merchant: 'Café',
  currency: 'GBP',
  valuePurchased: 5,
  recipientEmail: 'recipient@example.com',
};
const pounds = (value: number) => [{ currency: 'GBP', value }];

test('a large request is sent only where it leaves a hundred vouchers to all others', () => {
  expect(() => requireRoom(spending('999 GBP'), pounds(500), least)).toThrow(
    'it costs 500 GBP, and the rest of the run needs some: GV_MAX_SPEND of 1000 GBP permits it',
  );
  requireRoom(spending('1000 GBP'), pounds(500), least);
  requireRoom(spending('300 GBP'), pounds(250), least);
  requireRoom(selling(true), pounds(10_000), least);
});

test('an unanswered bulk of many is not exercised; of few it is an error', async () => {
  const silent = contextOver(() => {
    throw new SuiteError('no response within 10000 ms');
  }, ourTarget());
  const send = (count: number) =>
    sendAffordable(silent, least, { vouchers: Array.from({ length: count }, () => least) });
  expect(await thrownBy(() => send(100))).toEqual(
    new NotExercised(
      'a bulk of 100: no response within 10000 ms; whether it took effect is not known, and it is not sent again; how long it may take is not stated, and a higher GV_TIMEOUT may show it',
    ),
  );
  expect(await thrownBy(() => send(3))).toBeInstanceOf(SuiteError);
});

test('a gateway that gives up on a bulk of many shows nothing', async () => {
  const gateway = contextOver(() => answer(504, {}), ourTarget());
  const send = (count: number) =>
    sendAffordable(gateway, least, { vouchers: Array.from({ length: count }, () => least) });
  expect(await thrownBy(() => send(100))).toBeInstanceOf(NotExercised);
  expect(await thrownBy(() => send(3))).toBeInstanceOf(SuiteError);
});
