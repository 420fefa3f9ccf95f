/** §4.2 send_voucher, §8 its limits. */
import { countedAs } from '../../fixtures/client/api.ts';
import type { CheckContext, Context } from '../../fixtures/run/context.ts';
import { observation, requirement } from '../../fixtures/run/requirement.ts';
import { expectRepeated } from './judgements.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { payloads, payloadsOf } from '../../fixtures/payloads/payloads.ts';
import { tryBounds, tryPayload, type Send } from '../steps/bounds.ts';
import { lostToRefused, tryValuesOnOffer } from './tried-vouchers.ts';
import { expectNone } from '../steps/again.ts';
import {
  unevenRow,
  voucherRows,
  unevenVouchers,
  acceptedIn,
  voucherIn,
} from '../steps/voucher-values.ts';
import {
  acceptedVoucher,
  costOf,
  leastVoucher,
  plainVoucher,
  requireAccepted,
  requireRoom,
  sendVoucher,
  type Voucher,
  voucherOf,
  vouchersOn,
} from '../steps/vouchers.ts';
import { ifExercised, NotExercised } from '../../fixtures/verdict.ts';
import { field, isAccepted, isObject, sentBody } from '../../schemas/records/exchange.ts';
import { sendVoucherBody, sentVoucher } from '../../schemas/resources/automation.ts';
import { route } from '../../schemas/routes.ts';
import { automationCurrencies } from '../../schemas/schema.ts';

/** Sends a voucher that is counted as one of many payloads. */
const sending = (context: Context): Send => {
  const counted = countedAs('generated', context);
  return (body, again) => sendVoucher(counted, body, again);
};

/** Vouchers that a run sends anyway, and that differ in what they carry. */
const sentVouchers = (context: Context) => [
  { id: 'every field', route: route.sendVoucher, read: () => acceptedVoucher(context) },
  ...automationCurrencies.map(currency => ({
    id: `required fields, ${currency}`,
    route: route.sendVoucher,
    read: () => acceptedIn(context, currency),
  })),
];

requirement('vouchers.fields', async context => {
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
  const rows = voucherRows(await leastVoucher(context)).map(({ body, parts }) => ({
    id: parts.map(part => `${part.field} ${part.id}`).join(', '),
    read: async () => requireAccepted(await sending(context)(body)),
  }));
  const ofAlphabets = {
    id: 'letters of other alphabets',
    read: async () => requireAccepted(await specialVoucher(context)),
  };
  const ofCatalog = [...sentVouchers(context), ofAlphabets];
  await context.each([...ofCatalog, ...rows], async ({ read }) => context.judge(await read()));
  // A name may be known by its address; a message belongs to one voucher.
  const [, ...withoutMessage] = sentVouchers(context);
  await context.each(
    withoutMessage.map(each => ({ ...each, id: `${each.id}: no message of another` })),
    async ({ read }) => {
      const exchange = await read();
      const message = field(exchange, 'data', 'message');
      const sent: unknown[] = [];
      for (const other of [...ofCatalog, ...rows]) {
        const accepted = await ifExercised(other.read());
        if (accepted) sent.push(sentBody(accepted)['message']);
      }
      const isOfAnother = Boolean(message) && sent.includes(message);
      expect(message, 'message', exchange).toSatisfy(
        'none: it was sent with another voucher',
        () => !isOfAnother,
      );
    },
  );
  await context.each(
    ofCatalog.map(each => ({ ...each, id: `${each.id}: merchant`, field: 'merchant' })),
    async ({ read }) => {
      const exchange = await read();
      const { merchant } = sentBody(exchange);
      if (!expectRepeated(field(exchange, 'data', 'merchant'), merchant, 'merchant'))
        throw new NotExercised('how special characters are repeated is not shown');
    },
  );
});

/** Bounds of one field, or of all. */
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
      requireRoom(context, [costOf(body)], base);
      return sendVoucher(sender, body, again);
    },
    fields: name === undefined ? undefined : [name],
    keywords,
    rows: voucherRows(base),
  });
}

requirement('vouchers.required', async context => {
  await bounds(context, undefined, 'required');
  // A target may take one of them for granted.
  const cases = automationCurrencies.map(currency => ({
    id: `currency: absent, for a product in ${currency}`,
    field: 'currency',
    currency,
  }));
  await context.each(cases, async ({ currency }) => {
    const control = sentBody(await acceptedIn(context, currency));
    const { currency: _, ...body } = control;
    await tryPayload({ valid: false, body, control, keyword: 'required' }, sending(context));
  });
});

requirement('vouchers.optional', async context =>
  tryBounds(context, {
    schema: sendVoucherBody,
    base: { ...(await leastVoucher(context)) },
    send: sendVoucher,
    keywords: ['optional'],
  }),
);

requirement('vouchers.types', context => bounds(context, undefined, 'type'));
requirement('vouchers.product-code-length', context =>
  bounds(context, 'productCode', 'minLength', 'maxLength'),
);
requirement('vouchers.product-code-pattern', context => bounds(context, 'productCode', 'pattern'));
requirement('vouchers.merchant-length', context =>
  bounds(context, 'merchant', 'minLength', 'maxLength'),
);

/** Returns a voucher for a product that is sold in its currency, if there is one: another may be rejected for its product. */
async function ofItsProduct(context: Context, voucher: unknown): Promise<unknown> {
  const currency = isObject(voucher) ? String(voucher['currency']) : '';
  const [offer] = (await ifExercised(vouchersOn(context, [currency]))) ?? [];
  return offer ? { ...voucherOf(context, offer), currency } : voucher;
}

requirement('vouchers.currency', async context => {
  const all = payloads(sendVoucherBody, { ...(await leastVoucher(context)) });
  // The currencies themselves are tried below, each with products of its own.
  const near = payloadsOf(all, 'currency', 'enum').filter(({ valid }) => !valid);
  await context.each(near, async payload => {
    const body = await ofItsProduct(context, payload.body);
    return tryPayload({ ...payload, body }, sending(context));
  });
  await context.each(automationCurrencies, async currency =>
    expect(await voucherIn(context, currency)).toBeAccepted(),
  );
});

requirement('vouchers.value-range', async context => {
  await bounds(context, 'valuePurchased', 'minimum', 'maximum');
  const least = await leastVoucher(context);
  const send = sending(context);
  await tryValuesOnOffer(context, async (body, again) => {
    requireRoom(context, [costOf(body)], least);
    return send(body, again);
  });
  await context.each(
    automationCurrencies.map(currency => ({
      id: `two decimals within the price range of a product in ${currency}`,
      currency,
    })),
    async ({ currency }) => {
      const { uneven, even } = await unevenVouchers(context, currency);
      const row = unevenRow(voucherRows(least), currency)?.body;
      await tryPayload({ valid: true, body: uneven, control: even, row }, send);
    },
  );
});
requirement('vouchers.recipient-email', context => bounds(context, 'recipientEmail', 'format'));
requirement('vouchers.recipient-name-length', context =>
  bounds(context, 'recipientName', 'minLength', 'maxLength'),
);
requirement('vouchers.message-length', context =>
  bounds(context, 'message', 'minLength', 'maxLength'),
);

requirement('vouchers.refused-unpaid', context =>
  expectNone('what the balance lost, in cents', () => lostToRefused(context)),
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

/** Bodies that the constraints leave open, one field at a time. */
const freedoms: Readonly<Record<string, (voucher: Voucher) => Record<string, unknown>>> = {
  'null for an absent recipientName': () => ({ recipientName: null }),
  'an empty recipientName': () => ({ recipientName: '' }),
  'a blank before its currency': ({ currency }) => ({ currency: ` ${currency}` }),
  'an extra field': () => ({ occasion: 'birthday' }),
  'three decimals': ({ valuePurchased }) => ({ valuePurchased: valuePurchased + 0.125 }),
  'an address without a dot': () => ({ recipientEmail: 'recipient@localhost' }),
  'characters beyond the BMP at the bound': () => ({ recipientName: '🎁'.repeat(100) }),
  'its currency in lower case': ({ currency }) => ({ currency: currency.toLowerCase() }),
};

observation('vouchers.freedoms', async context => {
  const voucher = await plainVoucher(context);
  for (const [what, change] of Object.entries(freedoms)) {
    const exchange = await sendVoucher(context, { ...voucher, ...change(voucher) });
    const { status } = exchange.response;
    const answer = isAccepted(exchange) ? 'accepted' : 'refused';
    context.observe('vouchers.freedoms', { what, answer, status }, { marked: status >= 500 });
  }
});

/** Letters of other alphabets, and what is escaped or removed where texts end up in a page. */
const special = {
  recipientName: 'Zoë Łukasz 語',
  message: 'For Tom & "Jo" <3 \'🎁\'',
};

const specialVoucher = async (context: Context) =>
  sendVoucher(context, { ...(await plainVoucher(context)), ...special });

observation('vouchers.special-characters', async context => {
  const exchange = await specialVoucher(context);
  for (const [name, sent] of Object.entries(special)) {
    const returned = field(exchange, 'data', name);
    context.observe('vouchers.special-characters', { sent, returned: returned ?? 'nothing' });
  }
});
