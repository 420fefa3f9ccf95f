/** §4.2 send_voucher, §8 its limits. */
import { countedAs } from '../fixtures/client/api.ts';
import type { CheckContext, Context } from '../fixtures/engine/context.ts';
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { payloads, payloadsOf } from '../fixtures/payloads/payloads.ts';
import { tryBounds } from '../fixtures/scenarios/bounds/bounds.ts';
import { tryPayload } from '../fixtures/scenarios/bounds/payload.ts';
import {
  acceptedVoucher,
  leastVoucher,
  requireAccepted,
  sendVoucher,
} from '../fixtures/scenarios/requests/vouchers.ts';
import { NotExercised } from '../fixtures/verdict.ts';
import { field, isAccepted } from '../schemas/records/exchange.ts';
import { sendVoucherBody, sentVoucher } from '../schemas/resources/send-voucher.ts';
import { route } from '../schemas/routes.ts';
import { automationCurrencies } from '../schemas/values.ts';

/** Vouchers that a run sends anyway, and that differ in what they carry. */
const sentVouchers = (context: Context) => [
  { id: 'every field', read: () => acceptedVoucher(context) },
  ...automationCurrencies.map(currency => ({
    id: `required fields, ${currency}`,
    read: async () =>
      requireAccepted(await sendVoucher(context, await leastVoucher(context, [currency]))),
  })),
];

requirement('vouchers.fields', async context => {
  const cases = sentVouchers(context).flatMap(({ id, read }) =>
    Object.keys(sentVoucher.properties).map(name => ({ id: `${id}: ${name}`, read, name })),
  );
  await context.each(cases, async ({ read, name }) => context.judge(await read(), name));
});

/** Vouchers at the bounds; whether they are accepted is judged by `vouchers.*-length` and its like. */
async function vouchersAtBounds(context: Context) {
  const counted = { api: countedAs('generated', context.api) };
  return payloads(sendVoucherBody, { ...(await leastVoucher(context)) })
    .filter(({ valid, keyword, field: name }) => valid && keyword !== 'enum' && name !== 'currency')
    .map(payload => ({
      id: `${payload.field}: ${payload.id}`,
      read: async () => requireAccepted(await sendVoucher(counted, payload.body)),
    }));
}

requirement('vouchers.echo', async context => {
  const cases = [...sentVouchers(context), ...(await vouchersAtBounds(context))];
  await context.each(cases, async ({ read }) => context.judge(await read()));
});

/** Bounds of one field, or of all. */
async function bounds(
  context: CheckContext,
  name: string | undefined,
  ...keywords: string[]
): Promise<void> {
  await tryBounds(context, {
    schema: sendVoucherBody,
    base: { ...(await leastVoucher(context)) },
    send: sendVoucher,
    ...(name === undefined ? {} : { fields: [name] }),
    keywords,
  });
}

requirement('vouchers.required', context => bounds(context, undefined, 'required'));
requirement('vouchers.optional', context => bounds(context, undefined, 'optional'));
requirement('vouchers.types', context => bounds(context, undefined, 'type'));
requirement('vouchers.product-code-length', context =>
  bounds(context, 'productCode', 'minLength', 'maxLength'),
);
requirement('vouchers.product-code-pattern', context => bounds(context, 'productCode', 'pattern'));
requirement('vouchers.merchant-length', context =>
  bounds(context, 'merchant', 'minLength', 'maxLength'),
);

requirement('vouchers.currency', async context => {
  const counted = { api: countedAs('generated', context.api) };
  const all = payloads(sendVoucherBody, { ...(await leastVoucher(context)) });
  // The currencies themselves are tried below, each with a product of its own.
  const near = payloadsOf(all, 'currency', 'enum').filter(({ valid }) => !valid);
  await context.each(near, payload => tryPayload(payload, body => sendVoucher(counted, body)));
  await context.each(automationCurrencies, async currency => {
    const voucher = await leastVoucher(context, [currency]);
    const exchange = await sendVoucher(context, voucher);
    if (!isAccepted(exchange) && !(await hasFunds(context, currency, voucher.valuePurchased)))
      throw new NotExercised(`it is refused, perhaps for lack of ${currency}`);
    expect(exchange).toBeAccepted();
  });
});

async function hasFunds({ api }: Context, currency: string, value: number): Promise<boolean> {
  const balance = await api.send(route.getWalletBalance, { body: { currency } });
  return isAccepted(balance) && Number(field(balance, 'data', 'balance')) >= value;
}

requirement('vouchers.value-range', context =>
  bounds(context, 'valuePurchased', 'minimum', 'maximum'),
);
requirement('vouchers.recipient-email', context => bounds(context, 'recipientEmail', 'format'));
requirement('vouchers.recipient-name-length', context =>
  bounds(context, 'recipientName', 'minLength', 'maxLength'),
);
requirement('vouchers.message-length', context =>
  bounds(context, 'message', 'minLength', 'maxLength'),
);

observation('vouchers.listed', async context => {
  const id = String(field(await acceptedVoucher(context), 'data', 'id'));
  const body = { limit: 100 };
  const exchange = await context.api.send(route.getWalletTransactions, { body, fresh: true });
  const listed = exchange.response.body.includes(id);
  context.observe(
    'vouchers.listed',
    listed ? 'its id is among the transactions' : 'its id is not there',
  );
});

observation('vouchers.statuses', async context =>
  context.observe('vouchers.statuses', field(await acceptedVoucher(context), 'data', 'status')),
);

/** What the constraints leave open, one field at a time. */
const freedoms: Readonly<Record<string, Record<string, unknown>>> = {
  'null for an absent recipientName': { recipientName: null },
  'an extra field': { occasion: 'birthday' },
  'three decimals': { valuePurchased: 25.125 },
  'an address without a dot': { recipientEmail: 'recipient@localhost' },
  'characters beyond the BMP at the bound': { recipientName: '🎁'.repeat(100) },
};

observation('vouchers.freedoms', async context => {
  const voucher = await leastVoucher(context);
  for (const [what, change] of Object.entries(freedoms)) {
    const exchange = await sendVoucher(context, { ...voucher, ...change });
    const { status } = exchange.response;
    const answer = isAccepted(exchange) ? 'accepted' : 'refused';
    context.observe('vouchers.freedoms', { what, answer, status }, { marked: status >= 500 });
  }
});
