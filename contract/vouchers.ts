/** §4.2 send_voucher, §8 its limits. */
import type { RequirementId } from '../schemas/requirements/index.ts';
import { route } from '../schemas/routes.ts';
import { automationCurrencies } from '../schemas/values.ts';
import { sendVoucherBody, sentVoucher } from '../schemas/resources/send-voucher.ts';
import { judgeBounds } from '../fixtures/scenarios/bounds.ts';
import { judge } from '../fixtures/scenarios/payload.ts';
import { countedAs, type Api } from '../fixtures/client/api.ts';
import type { Context } from '../fixtures/engine/context.ts';
import { field, isAccepted, sentBody } from '../schemas/records/exchange.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { about, payloads } from '../fixtures/payloads/payloads.ts';
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import {
  acceptedVoucher,
  leastVoucher,
  mustBeAccepted,
  sendVoucher,
} from '../fixtures/scenarios/vouchers.ts';
import { NotExercised } from '../fixtures/verdict.ts';

/** Vouchers that a run sends anyway, and that differ in what they carry. */
async function sent({ api, target }: Pick<Context, 'api' | 'target'>) {
  const bare = async (currency: string) =>
    sendVoucher(api, await leastVoucher(api, target, [currency]));
  return [
    { id: 'every field', look: () => acceptedVoucher(api, target) },
    ...automationCurrencies.map(currency => ({
      id: `required fields, ${currency}`,
      look: async () => mustBeAccepted(await bare(currency)),
    })),
  ];
}

requirement('vouchers.fields', async ({ each, ...parts }) => {
  const cases = (await sent(parts)).flatMap(({ id, look }) =>
    Object.keys(sentVoucher.properties).map(name => ({ id: `${id}: ${name}`, look, name })),
  );
  await each(cases, async ({ look, name }) =>
    expect([field(await look(), 'data')]).toHaveField(sentVoucher, name),
  );
});

const repeated = ['productCode', 'merchant', 'currency', 'valuePurchased', 'recipientEmail'];

/** Vouchers at the bounds, of which `vouchers.*-length` and its like tell whether they are accepted. */
async function atBounds({ api, target }: Pick<Context, 'api' | 'target'>) {
  return payloads(sendVoucherBody, { ...(await leastVoucher(api, target)) })
    .filter(({ valid, keyword, field: name }) => valid && keyword !== 'enum' && name !== 'currency')
    .map(payload => ({
      id: `${payload.field}: ${payload.id}`,
      look: async () =>
        mustBeAccepted(await sendVoucher(countedAs('generated', api), payload.body)),
    }));
}

requirement('vouchers.echo', async ({ each, ...parts }) => {
  const cases = [...(await sent(parts)), ...(await atBounds(parts))];
  await each(cases, async ({ look }) => {
    const exchange = await look();
    const body = sentBody(exchange);
    for (const name of [...repeated, 'recipientName', 'message']) {
      const told = field(exchange, 'data', name);
      const left = !repeated.includes(name) && (told === undefined || told === null);
      if (name in body && !left) expect(told, name).toEqual(body[name]);
    }
  });
});

function bounds(id: RequirementId, field: string | undefined, ...keywords: string[]): void {
  requirement(id, async context => {
    const { api, target } = context;
    await judgeBounds(context, {
      schema: sendVoucherBody,
      base: { ...(await leastVoucher(api, target)) },
      send: sendVoucher,
      ...(field === undefined ? {} : { fields: [field] }),
      keywords,
    });
  });
}

bounds('vouchers.required', undefined, 'required');
bounds('vouchers.optional', undefined, 'optional');
bounds('vouchers.types', undefined, 'type');
bounds('vouchers.product-code-length', 'productCode', 'minLength', 'maxLength');
bounds('vouchers.product-code-pattern', 'productCode', 'pattern');
bounds('vouchers.merchant-length', 'merchant', 'minLength', 'maxLength');

requirement('vouchers.currency', async context => {
  const { api, target, each } = context;
  // The currencies themselves are tried below, each with a product of its own.
  const near = about(
    payloads(sendVoucherBody, { ...(await leastVoucher(api, target)) }),
    'currency',
  );
  await each(
    near.filter(({ keyword, valid }) => keyword === 'enum' && !valid),
    payload => judge(payload, body => sendVoucher(countedAs('generated', api), body)),
  );
  await each(automationCurrencies, async currency => {
    const voucher = await leastVoucher(api, target, [currency]);
    const exchange = await sendVoucher(api, voucher);
    if (!isAccepted(exchange) && !(await hasFunds(api, currency, voucher.valuePurchased)))
      throw new NotExercised(`it is refused, perhaps for lack of ${currency}`);
    expect(exchange).toBeAccepted();
  });
});

async function hasFunds(api: Api, currency: string, value: number): Promise<boolean> {
  const balance = await api.send(route.getWalletBalance, { body: { currency } });
  return isAccepted(balance) && Number(field(balance, 'data', 'balance')) >= value;
}

bounds('vouchers.value-range', 'valuePurchased', 'minimum', 'maximum');
bounds('vouchers.recipient-email', 'recipientEmail', 'format');
bounds('vouchers.recipient-name-length', 'recipientName', 'minLength', 'maxLength');
bounds('vouchers.message-length', 'message', 'minLength', 'maxLength');

observation('vouchers.listed', async ({ api, target, observe }) => {
  const sent = await acceptedVoucher(api, target);
  const exchange = await api.send(route.getWalletTransactions, {
    body: { limit: 100 },
    fresh: true,
  });
  const listed = exchange.response.body.includes(String(field(sent, 'data', 'id')));
  observe('vouchers.listed', listed ? 'its id is among the transactions' : 'its id is not there');
});

observation('vouchers.statuses', async ({ api, target, observe }) => {
  observe('vouchers.statuses', field(await acceptedVoucher(api, target), 'data', 'status'));
});

/** What the constraints leave open, one field at a time. */
const freedoms: Readonly<Record<string, Record<string, unknown>>> = {
  'null for an absent recipientName': { recipientName: null },
  'an extra field': { occasion: 'birthday' },
  'three decimals': { valuePurchased: 25.125 },
  'an address without a dot': { recipientEmail: 'recipient@localhost' },
  'characters beyond the BMP at the bound': { recipientName: '🎁'.repeat(100) },
};

observation('vouchers.freedoms', async ({ api, target, observe }) => {
  const voucher = await leastVoucher(api, target);
  for (const [what, change] of Object.entries(freedoms)) {
    const exchange = await sendVoucher(api, { ...voucher, ...change });
    const { status } = exchange.response;
    const answer = isAccepted(exchange) ? 'accepted' : 'refused';
    observe('vouchers.freedoms', { what, answer, status }, { marked: status >= 500 });
  }
});
