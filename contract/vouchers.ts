/** §4.2 send_voucher, §8 its limits. */
import type { RequirementId } from '../schemas/requirements.ts';
import { route } from '../schemas/routes.ts';
import { automationCurrencies } from '../schemas/values.ts';
import { sendVoucherBody, sentVoucher } from '../schemas/send-voucher.ts';
import { judge } from '../fixtures/bounds.ts';
import type { Api } from '../fixtures/api.ts';
import type { Context } from '../fixtures/context.ts';
import { field, isAccepted } from '../fixtures/exchange.ts';
import { expect } from '../fixtures/expect.ts';
import { about, payloads } from '../fixtures/payloads.ts';
import { observation, requirement } from '../fixtures/requirement.ts';
import {
  acceptedVoucher,
  message,
  recipientName,
  sendVoucher,
  leastVoucher,
} from '../fixtures/vouchers.ts';
import { NotExercised } from '../fixtures/verdict.ts';

requirement('vouchers.fields', async ({ api, target, each }) => {
  await each(Object.keys(sentVoucher.properties), async name => {
    const exchange = await acceptedVoucher(api, target);
    expect([field(exchange, 'data')]).toHaveField(sentVoucher, name);
  });
});

const repeated = [
  'productCode',
  'merchant',
  'currency',
  'valuePurchased',
  'recipientEmail',
] as const;

requirement('vouchers.echo', async ({ api, target, each }) => {
  await each([...repeated, 'recipientName', 'message'] as const, async name => {
    const exchange = await acceptedVoucher(api, target);
    const sent = JSON.parse(exchange.request.body ?? '{}') as Record<string, unknown>;
    const told = field(exchange, 'data', name);
    if ((told === undefined || told === null) && !repeated.some(each => each === name))
      throw new NotExercised(`the answer leaves out the optional ${name}`);
    expect(told, name).toEqual(sent[name]);
  });
});

requirement('vouchers.optional', async ({ api, target, each }) => {
  const voucher = await leastVoucher(api, target);
  const cases = [
    { id: 'neither', body: voucher },
    { id: 'no recipientName', body: { ...voucher, message } },
    { id: 'no message', body: { ...voucher, recipientName } },
  ];
  await each(cases, async ({ id, body }) => {
    const full = { ...voucher, recipientName, message };
    const payload = { id, field: '', keyword: 'optional', valid: true, body, control: full };
    await judge(payload, each => sendVoucher(api, each));
  });
});

/** Judges the payloads of a field, or of a keyword over all fields. */
function bounds(id: RequirementId, name: string | undefined, ...keywords: string[]): void {
  requirement(id, async ({ api, target, each }: Context) => {
    const all = payloads(sendVoucherBody, { ...(await leastVoucher(api, target)) });
    const chosen = name === undefined ? all : about(all, name);
    await each(
      chosen
        .filter(({ keyword }) => keywords.includes(keyword))
        .map(payload => ({ ...payload, id: `${payload.field}: ${payload.id}` })),
      payload => judge(payload, body => sendVoucher(api, body)),
    );
  });
}

bounds('vouchers.required', undefined, 'required');
bounds('vouchers.types', undefined, 'type');
bounds('vouchers.product-code-length', 'productCode', 'minLength', 'maxLength');
bounds('vouchers.product-code-pattern', 'productCode', 'pattern');
bounds('vouchers.merchant-length', 'merchant', 'minLength', 'maxLength');

requirement('vouchers.currency', async ({ api, target, each }) => {
  const near = about(
    payloads(sendVoucherBody, { ...(await leastVoucher(api, target)) }),
    'currency',
  );
  await each(
    near.filter(({ keyword, valid }) => keyword === 'enum' && !valid),
    payload => judge(payload, body => sendVoucher(api, body)),
  );
  await each(automationCurrencies, async currency => {
    // A product has one currency: each is tried with a product of its own.
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
