/** §4.2 send_bulk_vouchers, §8 its limits. */
import { countedAs } from '../fixtures/client/api.ts';
import type { CheckContext, Context } from '../fixtures/engine/context.ts';
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import { partsOf } from '../fixtures/judgements/index.ts';
import { resultsIn } from '../fixtures/judgements/vouchers-bulk.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { payloads, type Payload } from '../fixtures/payloads/payloads.ts';
import { tryBounds } from '../fixtures/scenarios/bounds/bounds.ts';
import { tryPayload, type Send } from '../fixtures/scenarios/bounds/payload.ts';
import {
  acceptedBulk,
  leastVoucher,
  sendBulk,
  sendVoucher,
} from '../fixtures/scenarios/requests/vouchers.ts';
import { NotExercised } from '../fixtures/verdict.ts';
import { field, isAccepted, isObject, type Exchange } from '../schemas/records/exchange.ts';
import { sendBulkVouchersBody } from '../schemas/resources/send-bulk-vouchers.ts';
import { sendVoucherBody } from '../schemas/resources/send-voucher.ts';
import { automationCurrencies } from '../schemas/values.ts';

/** Judges each part with the bulk sending that has every field. */
const judgeParts = (context: CheckContext, id: 'vouchers-bulk.fields' | 'vouchers-bulk.echo') =>
  context.each(partsOf(id), async part => context.judge(await acceptedBulk(context), part));

requirement('vouchers-bulk.fields', context => judgeParts(context, 'vouchers-bulk.fields'));
requirement('vouchers-bulk.echo', context => judgeParts(context, 'vouchers-bulk.echo'));

/** Bulk sendings of this run that were accepted, by the number of their vouchers. */
async function acceptedBulks(context: Context) {
  const three = await acceptedBulk(context);
  const voucher = await leastVoucher(context);
  const one = await sendBulk(context, { vouchers: [voucher] });
  const vouchers = Array.from({ length: 100 }, () => voucher);
  const hundred = await sendBulk(context, { vouchers });
  return [
    { id: 'three vouchers', exchange: three },
    { id: 'one voucher', exchange: one },
    { id: 'a hundred vouchers', exchange: hundred },
  ].filter(({ exchange }) => isAccepted(exchange));
}

const judgeBulks = async (context: CheckContext): Promise<void> =>
  context.each(await acceptedBulks(context), ({ exchange }) => context.judge(exchange));

requirement('vouchers-bulk.counts', judgeBulks);
requirement('vouchers-bulk.results', judgeBulks);

/** A sending that is accepted and sends nothing has refused each of its vouchers. */
const sentSome = (exchange: Exchange): boolean =>
  isAccepted(exchange) &&
  !(
    field(exchange, 'data', 'vouchersSent') === 0 &&
    Number(field(exchange, 'data', 'vouchersFailed')) > 0
  );

/** Bounds of the bulk body itself. */
async function bounds(
  context: CheckContext,
  fields: readonly string[],
  ...keywords: string[]
): Promise<void> {
  const inputs = keywords.includes('required')
    ? { campaignName: 'Conformance', notes: 'A test' }
    : {};
  await tryBounds(context, {
    schema: sendBulkVouchersBody,
    base: { vouchers: [await leastVoucher(context)], ...inputs },
    send: sendBulk,
    accepts: sentSome,
    fields,
    keywords,
  });
}

requirement('vouchers-bulk.size', context => bounds(context, ['vouchers'], 'minItems', 'maxItems'));
requirement('vouchers-bulk.required', context => bounds(context, ['vouchers'], 'required'));
requirement('vouchers-bulk.optional', context =>
  bounds(context, ['campaignName', 'notes'], 'optional'),
);
requirement('vouchers-bulk.types', context =>
  bounds(context, ['vouchers', 'campaignName', 'notes'], 'type'),
);
requirement('vouchers-bulk.campaign-name-length', context =>
  bounds(context, ['campaignName'], 'maxLength'),
);
requirement('vouchers-bulk.notes-length', context => bounds(context, ['notes'], 'maxLength'));

/** A failed one is counted, and its result, where it has one, differs from that of the good voucher. */
function acceptsSecond(exchange: Exchange): boolean {
  if (!isAccepted(exchange)) return false;
  if (Number(field(exchange, 'data', 'vouchersFailed')) === 0) return true;
  const [first, second] = [...resultsIn(exchange)]
    .filter(isObject)
    .sort((a, b) => Number(a['voucherIndex']) - Number(b['voucherIndex']));
  return second !== undefined && second['status'] === first?.['status'];
}

/** Whether every voucher of a bulk was accepted. */
const acceptsAll = (exchange: Exchange): boolean =>
  isAccepted(exchange) && field(exchange, 'data', 'vouchersFailed') === 0;

/** One way to break each keyword of each field; the rest are tried on vouchers that are sent alone. */
function oneEach(all: readonly Payload[]): Payload[] {
  const seen = new Set<string>();
  return all.filter(({ field: name, keyword, valid }) => {
    const key = `${name} ${keyword}`;
    return valid || seen.has(key) ? false : seen.add(key);
  });
}

const fromCatalog = new Set(['productCode', 'merchant', 'currency', 'valuePurchased']);

requirement('vouchers-bulk.voucher-shape', async context => {
  const { api, each } = context;
  const good = await leastVoucher(context);
  const pair = (second: unknown) => ({ vouchers: [good, second] });
  const all = payloads(sendVoucherBody, { ...good });
  const counted = { api: countedAs('generated', api) };
  const send: Send = (...sent) => sendBulk(counted, ...sent);
  await each(
    oneEach(all).map(payload => ({
      ...payload,
      id: `${payload.field}: ${payload.id}`,
      body: pair(payload.body),
      // What depends on the catalog needs a control of its own; else two good vouchers serve all.
      control: pair(fromCatalog.has(payload.field) ? payload.control : good),
    })),
    payload => tryPayload(payload, send, acceptsSecond),
  );
  const valid = all.filter(payload => payload.valid && payload.keyword !== 'enum');
  // One sending that is accepted whole proves them all; else each is tried alone.
  const together = await send({ vouchers: valid.map(({ body }) => body) });
  await each(
    valid.map(payload => ({ ...payload, id: `${payload.field}: ${payload.id}` })),
    async payload => {
      if (acceptsAll(together)) return expect(together).toBeAccepted(acceptsAll);
      const alone = { ...payload, body: pair(payload.body), control: pair(payload.control) };
      return tryPayload(alone, send, acceptsSecond);
    },
  );
  await each(automationCurrencies, async currency => {
    const voucher = await leastVoucher(context, [currency]);
    const exchange = await send({ vouchers: [voucher] });
    // Sent alone afterwards, it shows that neither the currency nor the funds are what refuses.
    const alone = { ...voucher, message: `after a sending in ${currency}` };
    if (!sentSome(exchange) && !isAccepted(await sendVoucher(context, alone)))
      throw new NotExercised(`a voucher in ${currency} is refused alone as well`);
    expect(exchange).toBeAccepted(sentSome);
  });
});

observation('vouchers-bulk.refusals', async context => {
  const good = await leastVoucher(context);
  const bad = { ...good, recipientEmail: 'recipient.example.com' };
  const exchange = await sendBulk(context, { vouchers: [good, bad] });
  const indices = resultsIn(await acceptedBulk(context)).map(each =>
    isObject(each) ? each['voucherIndex'] : each,
  );
  context.observe('vouchers-bulk.refusals', {
    oneBadVoucher: isAccepted(exchange) ? 'refused in part' : 'refused whole',
    status: exchange.response.status,
    indices,
  });
});
