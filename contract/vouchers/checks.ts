/** §4.2 send_voucher, §8 its limits. */
import { asGenerated } from '../../harness/client/api.ts';
import { type CheckContext, type Context } from '../../harness/run/context.ts';
import { requirement } from '../requirement.ts';
import { expectRepeated } from './judgements.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { violations } from '../../harness/run/expect/schema-violations.ts';
import { payloads, payloadsOf } from '../../fixtures/payloads/payloads.ts';
import { tryBounds, tryPayload, type Send } from '../steps/bounds.ts';
import { again } from '../steps/again.ts';
import { readShop, requireMoney, withoutOtherPurchases } from '../steps/purchases.ts';
import { inWords, smallShare } from '../setup/shop.ts';
import { unevenVouchers, voucherIn, voucherRows } from './voucher-values.ts';
import {
  acceptedVoucher,
  anyVoucher,
  costsOf,
  expectSent,
  firstVoucher,
  fullVoucher,
  cheapestVoucher,
  cheapestVoucherIn,
  cheapestVoucherOf,
  letters,
  plainVoucher,
  requireAccepted,
  requireFunds,
  requireRoom,
  sendBulk,
  sendVoucher,
  voucherOf,
  voucherOffers,
  type Voucher,
} from '../steps/vouchers.ts';
import { ifExercised, NotExercised, requireSome } from '../../harness/verdict.ts';
import {
  at,
  field,
  isAbsent,
  isAccepted,
  sentBody,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import { sendVoucherBody, sentVoucher } from '../../schemas/resources/automation.ts';
import { route } from '../../schemas/routes.ts';
import { hasSentVoucher } from '../../schemas/vouchers.ts';
import { automationCurrencies, sumsOf } from '../../schemas/schema.ts';

const productCodeOf = sendVoucherBody.properties['productCode']!;

/** Returns a function that sends vouchers as generated payloads. */
const sending = (context: Context): Send => {
  const counted = asGenerated(context);
  return (body, again) => sendVoucher(counted, body, again);
};

/** Returns vouchers of products of the catalog. */
const sentVouchers = (context: Context) => [
  { id: 'every field', route: route.sendVoucher, read: () => acceptedVoucher(context) },
  ...automationCurrencies.map(currency => ({
    id: `required fields, ${currency}`,
    route: route.sendVoucher,
    read: async () => requireAccepted(await voucherIn(context, currency)),
  })),
];

requirement('vouchers.accepted', async context => {
  const exchange = await anyVoucher(context);
  if (!hasSentVoucher(exchange)) await requireFunds(context, exchange);
  expect(exchange).toBeAccepted(hasSentVoucher);
});

requirement('vouchers.fields', async context => {
  await context.each(['a voucher with every field'], async asked =>
    expectSent(context, await fullVoucher(context), asked),
  );
  const cases = sentVouchers(context).flatMap(sent =>
    Object.keys(sentVoucher.properties).map(name => ({
      ...sent,
      id: `${sent.id}: ${name}`,
      field: name,
    })),
  );
  await context.each(cases, async ({ read, field: name }) => context.judge(await read(), name));
});

requirement('vouchers.echo', async context => {
  const voucher = await plainVoucher(context);
  const ofLetters = {
    id: 'letters of other alphabets',
    read: async () =>
      requireAccepted(
        await sendVoucher(context, { ...voucher, recipientName: letters, message: letters }),
      ),
  };
  await context.each([...sentVouchers(context), ofLetters], async ({ read }) => {
    const exchange = await read();
    context.judge(exchange);
    expectRepeated(field(exchange, 'data', 'merchant'), sentBody(exchange)['merchant'], 'merchant');
  });
});

requirement('vouchers.texts-repeated', async context =>
  context.judge(await acceptedVoucher(context)),
);

requirement('vouchers.texts-not-sent', async context => {
  const voucher = await plainVoucher(context);
  await acceptedVoucher(context);
  context.judge(requireAccepted(await sendVoucher(context, voucher, true)));
});

requirement('vouchers.codes-differ', async context => {
  const sent: Exchange[] = [];
  for (const { read } of sentVouchers(context)) {
    const exchange = await ifExercised(read());
    if (exchange) sent.push(exchange);
  }
  const first = await ifExercised(firstVoucher(context));
  sent.push(...(first?.two ?? []));
  const codes = sent
    .map(each => field(each, 'data', 'voucherCode'))
    .filter(each => !isAbsent(each));
  requireSome(codes.slice(1), 'fewer than two vouchers have a voucherCode');
  expect(codes, 'voucherCodes', ...sent).toBeDistinct();
});

/** Judges the bounds of one field, or of all fields. */
async function bounds(
  context: CheckContext,
  name: string | undefined,
  ...keywords: string[]
): Promise<void> {
  const base = await plainVoucher(context);
  await tryBounds(context, {
    schema: sendVoucherBody,
    base: { ...base },
    send(sender, body, again) {
      requireRoom(context, costsOf(body), base);
      return sendVoucher(sender, body, again);
    },
    fields: name === undefined ? undefined : [name],
    keywords,
    rows: voucherRows(base).flat(),
  });
}

requirement('vouchers.required', async context => {
  const only = 'only the required fields';
  await context.each([only], async () =>
    expectSent(
      context,
      await sendVoucher(context, await cheapestVoucher(context)),
      `a voucher with ${only}`,
    ),
  );
  await bounds(context, undefined, 'required');
});

requirement('vouchers.types', context => bounds(context, undefined, 'type'));
requirement('vouchers.product-code-length', context =>
  bounds(context, 'productCode', 'minLength', 'maxLength'),
);

requirement('vouchers.catalog-codes', async context => {
  await plainVoucher(context);
  const shop = await readShop(context);
  const byLength = (await voucherOffers(context))
    .filter(({ value, currency }) => value <= smallShare(shop, currency))
    .filter(({ productCode }) => violations(productCodeOf, productCode).length === 0)
    .toSorted((a, b) => a.productCode.length - b.productCode.length);
  requireSome(byLength, 'no product is cheap enough, or has a code of 3 to 50 characters');
  const cases = [
    { id: 'the shortest', offer: byLength[0]! },
    { id: 'the longest', offer: byLength.at(-1)! },
  ];
  await context.each(cases, async ({ offer }) => {
    const exchange = await sendVoucher(context, await cheapestVoucherOf(context, offer));
    if (!hasSentVoucher(exchange)) await requireFunds(context, exchange);
    expect(exchange, `a voucher for ${inWords(offer)}`).toBeAccepted(hasSentVoucher);
  });
});

requirement('vouchers.product-code-pattern', context => bounds(context, 'productCode', 'pattern'));
requirement('vouchers.merchant-length', context =>
  bounds(context, 'merchant', 'minLength', 'maxLength'),
);

requirement('vouchers.currency', async context => {
  await context.each(automationCurrencies, async currency =>
    expectSent(context, await voucherIn(context, currency), `a voucher in ${currency}`),
  );
  const all = payloads(sendVoucherBody, { ...(await cheapestVoucher(context)) });
  await context.each(
    payloadsOf(all, 'currency', 'enum').filter(({ valid }) => !valid),
    async payload =>
      tryPayload(
        { ...payload, body: await withItsProduct(context, payload.body) },
        sending(context),
      ),
  );
});

/** Returns a voucher for a product that is sold in the currency of the body. Returns the body if the catalog has none. */
async function withItsProduct(context: Context, body: unknown): Promise<unknown> {
  const offers = await ifExercised(voucherOffers(context, [String(at(body, 'currency'))]));
  return offers ? voucherOf(context, offers[0]!) : body;
}

requirement('vouchers.value-range', async context => {
  await bounds(context, 'valuePurchased', 'minimum', 'maximum');
  const cases = automationCurrencies.map(currency => ({
    id: `two decimals within the price range of a product in ${currency}`,
    currency,
  }));
  await context.each(cases, async ({ currency }) => {
    const { uneven, whole } = await unevenVouchers(context, currency);
    await tryPayload({ valid: true, body: uneven, control: whole }, sending(context));
  });
});

requirement('vouchers.recipient-email', context => bounds(context, 'recipientEmail', 'format'));
requirement('vouchers.recipient-name-length', context =>
  bounds(context, 'recipientName', 'minLength', 'maxLength'),
);
requirement('vouchers.message-length', context =>
  bounds(context, 'message', 'minLength', 'maxLength'),
);

/** Returns the cheapest voucher in a currency that few requests of the run use, if the run may spend such a currency. */
async function voucherInOtherCurrency(context: Context): Promise<Voucher> {
  const { currency: own } = await cheapestVoucher(context);
  const { GV_MAX_SPEND: limits } = context.target.values;
  const others = automationCurrencies.filter(each => each !== own && (!limits || each in limits));
  return cheapestVoucherIn(context, others.length > 0 ? others : [own]);
}

const toCents = (value: unknown): number => Math.round(Number(value) * 100);

requirement('vouchers.price', async context => {
  const { voucher, exchange, before, after } = await firstVoucher(context);
  const { currency, valuePurchased } = voucher;
  const cents = [before, after].map(each => toCents(each && field(each, 'data', 'balance')));
  const fell = (cents[0]! - cents[1]!) / 100;
  if (!exchange || Number.isNaN(fell))
    throw new NotExercised(`there is no balance in ${currency}`, 'balance.fields');
  requireMoney(...cents);
  expect(
    fell,
    `fall of the balance in ${currency} after a voucher for ${valuePurchased} ${currency}`,
    requireAccepted(exchange),
    ...(before && after ? [before, after] : []),
  ).toBe(valuePurchased);
});

requirement('vouchers.refused-unpaid', async context => {
  const { currency, ...plain } = await voucherInOtherCurrency(context);
  /** Returns a voucher with a value that no other voucher of the run has. */
  const costing = (more: number): Voucher => ({
    ...plain,
    currency,
    valuePurchased: (toCents(plain.valuePurchased) + more) / 100,
  });
  const bad = (more: number): Voucher => ({
    ...costing(more),
    recipientEmail: 'recipient.example.com',
  });
  const balance = async (fresh = true) => {
    const body = { currency };
    const exchange = await context.api.send(route.getWalletBalance, { body, fresh });
    return toCents(field(exchange, 'data', 'balance'));
  };
  const alone = bad(3);
  const bulk = { vouchers: [costing(9), bad(6)] };
  const cases = [
    { id: 'alone', body: alone, send: () => sendVoucher(context, alone, true) },
    { id: 'in a bulk with a good one', body: bulk, send: () => sendBulk(context, bulk, true) },
  ];
  await context.each(cases, async ({ body, send }) => {
    const { before, exchange, after } = await withoutOtherPurchases(context, async () => ({
      before: await balance(),
      exchange: await send(),
      after: await balance(),
    }));
    if (isAccepted(exchange))
      throw new NotExercised('the bad voucher is accepted', 'vouchers.recipient-email');
    requireMoney(before, after);
    const charged = sumsOf(costsOf(body).map(({ value }) => toCents(value)));
    await again(async () => {
      // A service may give the money back a moment later. Later purchases only lower the balance.
      const lost = before - Math.max(after, await balance(false));
      if (Number.isNaN(lost)) throw new NotExercised(`there is no balance in ${currency}`);
      expect(lost, `cents that the balance in ${currency} lost`).toSatisfy(
        'anything but the value of a rejected voucher',
        cents => !charged.includes(cents),
      );
    });
  });
});
