/** §4.2 send_voucher, §8 its limits. */
import { type CheckContext, type Context } from '../../harness/run/context.ts';
import { requirement } from '../requirement.ts';
import { expectRepeated } from './judgements.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { violations } from '../../harness/run/expect/schema-violations.ts';
import { payloads, payloadsOf } from '../../fixtures/payloads/payloads.ts';
import { tryBounds, tryPayload, type Send } from '../steps/bounds.ts';
import { again } from '../steps/again.ts';
import { ifOwn, own } from '../../harness/run/own.ts';
import { requireMoney } from '../steps/purchases.ts';
import { inWords, offersIn, smallShare } from '../setup/shop.ts';
import { unevenVouchers, voucherRows } from './voucher-values.ts';
import {
  acceptedVoucher,
  anyVoucher,
  costsOf,
  expectSent,
  cheapestVoucherOf,
  letters,
  plainVoucher,
  requireAccepted,
  requireFunds,
  requireRoom,
  sendVoucher,
  voucherOf,
  voucherOffers,
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

/** Returns a function that sends vouchers. */
const sending =
  (context: Context): Send =>
  (body, again) =>
    sendVoucher(context, body, again);

/** Returns vouchers of products of the catalog. */
const sentVouchers = (context: Context) => [
  {
    id: 'every field',
    route: route.sendVoucher,
    // oxlint-disable-next-line require-await -- a gap becomes a rejection
    read: async () => acceptedVoucher(context),
  },
  ...automationCurrencies.map(currency => ({
    id: `required fields, ${currency}`,
    route: route.sendVoucher,
    // oxlint-disable-next-line require-await -- a gap becomes a rejection
    read: async () => requireAccepted(own(context, `voucher in ${currency}`)),
  })),
];

requirement('vouchers.accepted', async context => {
  const exchange = anyVoucher(context);
  if (!hasSentVoucher(exchange)) await requireFunds(context, exchange);
  expect(exchange).toBeAccepted(hasSentVoucher);
});

requirement('vouchers.fields', async context => {
  await context.each(['a voucher with every field'], async asked =>
    expectSent(context, own(context, 'full voucher'), asked),
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
  const voucher = plainVoucher(context);
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

requirement('vouchers.texts-repeated', async context => context.judge(acceptedVoucher(context)));

requirement('vouchers.texts-not-sent', async context => {
  const voucher = plainVoucher(context);
  acceptedVoucher(context);
  context.judge(requireAccepted(await sendVoucher(context, voucher, true)));
});

requirement('vouchers.codes-differ', async context => {
  const sent: Exchange[] = [];
  for (const { read } of sentVouchers(context)) {
    const exchange = await ifExercised(read());
    if (exchange) sent.push(exchange);
  }
  sent.push(...(ifOwn(context, 'two vouchers')?.both ?? []));
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
  const base = plainVoucher(context);
  await tryBounds(context, {
    schema: sendVoucherBody,
    base: { ...base },
    send(body, again) {
      requireRoom(context, costsOf(body), base);
      return sendVoucher(context, body, again);
    },
    fields: name === undefined ? undefined : [name],
    keywords,
    rows: voucherRows(base).flat(),
  });
}

requirement('vouchers.required', async context => {
  const only = 'only the required fields';
  await context.each([only], async () =>
    expectSent(context, own(context, 'plain voucher'), `a voucher with ${only}`),
  );
  await bounds(context, undefined, 'required');
});

requirement('vouchers.types', context => bounds(context, undefined, 'type'));
requirement('vouchers.product-code-length', context =>
  bounds(context, 'productCode', 'minLength', 'maxLength'),
);

requirement('vouchers.catalog-codes', async context => {
  plainVoucher(context);
  const shop = own(context, 'shop');
  const byLength = voucherOffers(context)
    .filter(({ value, currency }) => value <= smallShare(shop, currency))
    .filter(({ productCode }) => violations(productCodeOf, productCode).length === 0)
    .toSorted((a, b) => a.productCode.length - b.productCode.length);
  const cases = [
    ...byLength.slice(0, 1).map(offer => ({ id: 'the shortest', offer })),
    ...byLength.slice(-1).map(offer => ({ id: 'the longest', offer })),
  ];
  await context.each(cases, async ({ offer }) => {
    const exchange = await sendVoucher(context, await cheapestVoucherOf(context, offer));
    await expectSent(context, exchange, `a voucher for ${inWords(offer)}`);
  });
});

requirement('vouchers.product-code-pattern', context => bounds(context, 'productCode', 'pattern'));
requirement('vouchers.merchant-length', context =>
  bounds(context, 'merchant', 'minLength', 'maxLength'),
);

requirement('vouchers.currency', async context => {
  await context.each(automationCurrencies, async currency =>
    expectSent(context, own(context, `voucher in ${currency}`), `a voucher in ${currency}`),
  );
  const all = payloads(sendVoucherBody, { ...own(context, 'cheapest voucher') });
  await context.each(
    payloadsOf(all, 'currency', 'enum').filter(({ valid }) => !valid),
    payload =>
      tryPayload({ ...payload, body: withItsProduct(context, payload.body) }, sending(context)),
  );
});

/** Returns a voucher for a product that is sold in the currency of the body. Returns the body if the catalog has none. */
function withItsProduct(context: Context, body: unknown): unknown {
  const [offer] = offersIn(own(context, 'shop'), [String(at(body, 'currency'))]);
  return offer ? voucherOf(context, offer) : body;
}

requirement('vouchers.value-range', async context => {
  await bounds(context, 'valuePurchased', 'minimum', 'maximum');
  const cases = automationCurrencies.map(currency => ({
    id: `two decimals within the price range of a product in ${currency}`,
    currency,
  }));
  await context.each(cases, async ({ currency }) => {
    const { uneven, whole } = unevenVouchers(context, currency);
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

const toCents = (value: unknown): number => Math.round(Number(value) * 100);

requirement('vouchers.price', context => {
  const { voucher, exchange, before, after } = own(context, 'first voucher');
  const { currency, valuePurchased } = voucher;
  const cents = [before, after].map(each => toCents(each && field(each, 'data', 'balance')));
  const fell = (cents[0]! - cents[1]!) / 100;
  requireMoney(...cents);
  expect(
    fell,
    `fall of the balance in ${currency} after a voucher for ${valuePurchased} ${currency}`,
    requireAccepted(exchange),
    ...(before && after ? [before, after] : []),
  ).toBe(valuePurchased);
});

const refused = [
  { id: 'alone', use: 'refused voucher' },
  { id: 'in a bulk with a good one', use: 'bulk with a refused voucher' },
] as const;

requirement('vouchers.refused-unpaid', async context => {
  const balanceIn = (exchange: Exchange) => toCents(field(exchange, 'data', 'balance'));
  await context.each(refused, async ({ use }) => {
    const { currency, body, exchange, ...around } = own(context, use);
    const [before, after] = [balanceIn(around.before), balanceIn(around.after)];
    if (isAccepted(exchange))
      throw new NotExercised('the bad voucher is accepted', 'vouchers.recipient-email');
    requireMoney(before, after);
    const charged = sumsOf(costsOf(body).map(({ value }) => toCents(value)));
    await again(async () => {
      // A service may give the money back a moment later. Later purchases only lower the balance.
      const now = await context.api.send(route.getWalletBalance, { body: { currency } });
      const lost = before - Math.max(after, balanceIn(now) || 0);
      expect(lost, `cents that the balance in ${currency} lost`).toSatisfy(
        'anything but the value of a rejected voucher',
        cents => !charged.includes(cents),
      );
    });
  });
});
