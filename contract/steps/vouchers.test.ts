import { expect, test } from '#test';
import {
  answer,
  contextOver,
  type FakeContext,
  ourTarget,
  targetWith,
  thrownBy,
  voucher,
} from '../../fixtures/testing/fakes.ts';
import { ExpectationFailed } from '../../harness/run/expect/expect.ts';
import { costOf, expectSent, requireRoom, sendBulk, sendVoucher } from './vouchers.ts';
import { makeRecord } from '../../fixtures/testing/own.ts';
import { preparations } from '../setup/own.ts';
import { catalogOf, product } from '../../fixtures/testing/targets.ts';

const catalog = [
  { ...product, currency: 'NGN', minPrice: 1 },
  product,
  { ...product, currency: 'USD', minPrice: 7 },
];

const cheapestVoucher = (context: FakeContext) =>
  makeRecord(preparations, 'cheapest voucher', context);

/** Returns a context whose target answers every voucher with this success. */
const selling = (success: boolean, target = ourTarget()) =>
  contextOver(
    ({ url }) =>
      url.includes('/products')
        ? catalogOf(catalog)
        : answer(success ? 200 : 422, { success, data: { balance: 1000 } }),
    target,
  );

test('a voucher has the recipient and a currency from the settings', async () => {
  const target = targetWith({
    GV_AUTOMATION_KEY: '6d1f0c52-1f0a-4b5e-9a55-0c8f2a3b4c5d',
    GV_ALLOW: 'spend',
    GV_RECIPIENT: 'me@shop.example',
    GV_MAX_SPEND: '20 USD',
  });
  expect(await cheapestVoucher(selling(true, target))).toMatchObject({
    currency: 'USD',
    recipientEmail: 'me@shop.example',
  });
});

for (const [what, voucher, expected] of [
  ['a voucher', { currency: 'GBP', valuePurchased: 5 }, { currency: 'GBP', value: 5 }],
  ['a value as text', { currency: 'GBP', valuePurchased: '5' }, { currency: 'GBP', value: 5 }],
  ['a negative value', { currency: 'GBP', valuePurchased: -5 }, { currency: 'GBP', value: 0 }],
  ['a currency of another type', { currency: 7, valuePurchased: 5 }, { value: 5 }],
  ['a currency in lower case', { currency: 'gbp', valuePurchased: 5 }, { value: 5 }],
  ['a text', 'voucher', { value: 0 }],
] as const)
  test(`${what} may cost ${JSON.stringify(expected)}`, () => {
    expect(costOf(voucher)).toEqual({ currency: undefined, ...expected });
  });

test('the same voucher is bought once a run, unless a second purchase is the point', async () => {
  const context = selling(true);
  const voucher = await cheapestVoucher(context);
  const before = context.requests.length;
  await sendVoucher(context, { ...voucher });
  await sendBulk(context, { vouchers: [voucher] });
  await sendBulk(context, { vouchers: [voucher] });
  expect(context.requests.length - before).toBe(1);
  await sendVoucher(context, voucher, true);
  await sendBulk(context, { vouchers: [voucher] }, true);
  expect(context.requests.length - before).toBe(3);
});

test('vouchers of 0.01 are bought if the target accepts them', async () => {
  expect((await cheapestVoucher(selling(true))).valuePurchased).toBe(0.01);
  expect((await cheapestVoucher(selling(false))).valuePurchased).toBe(5);
});

test('a rejected voucher fails if another voucher is accepted, and shows nothing if none is', async () => {
  const verdict = async (accepts: (body: string) => boolean) => {
    const context = contextOver(
      ({ url, body }) =>
        url.includes('/products')
          ? catalogOf(catalog)
          : answer(200, { success: accepts(String(body)), data: {} }),
      ourTarget(),
    );
    await makeRecord(preparations, 'plain voucher', context);
    const full = await makeRecord(preparations, 'full voucher', context);
    return thrownBy(() => expectSent(context, full, 'a voucher'));
  };
  expect(await verdict(body => !body.includes('recipientName'))).toBeInstanceOf(ExpectationFailed);
  expect(await verdict(() => false)).toMatchObject({ elsewhere: 'vouchers.accepted' });
});

const spending = (limit: string) =>
  selling(true, targetWith({ GV_ALLOW: 'spend', GV_MAX_SPEND: limit }));
const least = { ...voucher, valuePurchased: 5 };
const pounds = (value: number) => [{ currency: 'GBP', value }];

test('a large request is sent only if enough money remains for the rest of the run', () => {
  expect(() => requireRoom(spending('999 GBP'), pounds(500), least)).toThrow(
    'the payload costs 500 GBP, and the rest of the run needs money too: set GV_MAX_SPEND to 1000 GBP',
  );
  requireRoom(spending('1000 GBP'), pounds(500), least);
  requireRoom(spending('300 GBP'), pounds(250), least);
  requireRoom(selling(true), pounds(10_000), least);
});
