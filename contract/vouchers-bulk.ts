/** §4.2 send_bulk_vouchers, §8 its limits. */
import type { RequirementId } from '../schemas/requirements/index.ts';
import {
  sendBulkVouchersBody,
  sendBulkVouchersData,
  sentBulkVoucher,
} from '../schemas/resources/send-bulk-vouchers.ts';
import { sendVoucherBody } from '../schemas/resources/send-voucher.ts';
import { automationCurrencies } from '../schemas/values.ts';
import { countedAs } from '../fixtures/client/api.ts';
import { judgeBounds } from '../fixtures/scenarios/bounds.ts';
import { judge, type Send } from '../fixtures/scenarios/payload.ts';
import type { Context } from '../fixtures/engine/context.ts';
import {
  field,
  isAccepted,
  isObject,
  sentBody,
  type Exchange,
} from '../schemas/records/exchange.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { payloads, type Payload } from '../fixtures/payloads/payloads.ts';
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import {
  acceptedBulk,
  leastVoucher,
  sendBulk,
  sendVoucher,
} from '../fixtures/scenarios/vouchers.ts';
import { NotExercised } from '../fixtures/verdict.ts';

type Item = Record<string, unknown>;

const resultsOf = (exchange: Exchange): unknown[] => {
  const results = field(exchange, 'data', 'results');
  return Array.isArray(results) ? (results as unknown[]) : [];
};

requirement('vouchers-bulk.fields', async ({ api, target, each }) => {
  const names = Object.keys(sendBulkVouchersData.properties);
  await each(names, async name => {
    const exchange = await acceptedBulk(api, target);
    expect([field(exchange, 'data')]).toHaveField(sendBulkVouchersData, name);
  });
  await each(
    Object.keys(sentBulkVoucher.properties).map(name => ({ id: `results: ${name}`, name })),
    async ({ name }) => {
      const exchange = await acceptedBulk(api, target);
      if (field(exchange, 'data', 'vouchersFailed') !== 0)
        throw new NotExercised(
          'some of the vouchers were refused, and their results may be shorter',
        );
      expect(resultsOf(exchange)).toHaveField(sentBulkVoucher, name);
    },
  );
});

requirement('vouchers-bulk.echo', async ({ api, target, each }) => {
  await each(['campaignName', 'notes'], async name => {
    const exchange = await acceptedBulk(api, target);
    const told = field(exchange, 'data', name);
    if (told === undefined || told === null)
      throw new NotExercised(`the answer leaves out the optional ${name}`);
    expect(told, name).toBe(sentBody(exchange)[name]);
  });
});

/** Bulk sendings of this run that were accepted, by the number of their vouchers. */
async function sendings({ api, target }: Pick<Context, 'api' | 'target'>) {
  const three = await acceptedBulk(api, target);
  const voucher = await leastVoucher(api, target);
  const one = await sendBulk(api, { vouchers: [voucher] });
  const hundred = await sendBulk(api, { vouchers: Array.from({ length: 100 }, () => voucher) });
  return [
    { id: 'three vouchers', exchange: three, count: 3 },
    { id: 'one voucher', exchange: one, count: 1 },
    { id: 'a hundred vouchers', exchange: hundred, count: 100 },
  ].filter(({ exchange }) => isAccepted(exchange));
}

requirement('vouchers-bulk.counts', async ({ each, ...parts }) => {
  await each(await sendings(parts), ({ exchange, count }) => {
    const [total, sent, failed] = ['totalVouchers', 'vouchersSent', 'vouchersFailed'].map(name =>
      field(exchange, 'data', name),
    );
    expect(total, 'totalVouchers').toBe(count);
    expect(Number(sent) + Number(failed), 'vouchersSent and vouchersFailed together').toBe(count);
    expect(Math.min(Number(sent), Number(failed)), 'the lesser of the two').toBeGreaterThanOrEqual(
      0,
    );
  });
});

requirement('vouchers-bulk.results', async ({ each, ...parts }) => {
  await each(await sendings(parts), ({ exchange, count }) => {
    const results = resultsOf(exchange).filter(isObject);
    const sent = Number(field(exchange, 'data', 'vouchersSent'));
    expect(results.length, 'results').toBeLessThanOrEqual(count);
    expect(results.length, 'results, of which those sent have one each').toBeGreaterThanOrEqual(
      sent,
    );
    const indices = results.map(result => Number(result['voucherIndex']));
    expect(new Set(indices).size, 'different indices').toBe(indices.length);
    // Whether they start at 0 or 1 is not told: one of the two has to fit all results.
    const vouchers = sentBody(exchange)['vouchers'] as Item[];
    const fits = (base: number) =>
      results.every(
        (result, at) =>
          vouchers[(indices[at] ?? NaN) - base]?.['recipientEmail'] === result['recipientEmail'],
      );
    expect(fits(0) || fits(1) ? 'fit' : results, 'results, by index and recipient').toBe('fit');
  });
});

/** A sending that is accepted and sends nothing has refused each of its vouchers. */
const sentSome = (exchange: Exchange): boolean =>
  isAccepted(exchange) &&
  !(
    field(exchange, 'data', 'vouchersSent') === 0 &&
    Number(field(exchange, 'data', 'vouchersFailed')) > 0
  );

/** Bounds of the bulk body itself. */
function bounds(id: RequirementId, fields: readonly string[], ...keywords: string[]): void {
  requirement(id, async context => {
    const { api, target } = context;
    const inputs = keywords.includes('required')
      ? { campaignName: 'Conformance', notes: 'A test' }
      : {};
    await judgeBounds(context, {
      schema: sendBulkVouchersBody,
      base: { vouchers: [await leastVoucher(api, target)], ...inputs },
      send: sendBulk,
      accepts: sentSome,
      fields,
      keywords,
    });
  });
}

bounds('vouchers-bulk.size', ['vouchers'], 'minItems', 'maxItems');
bounds('vouchers-bulk.required', ['vouchers'], 'required');
bounds('vouchers-bulk.optional', ['campaignName', 'notes'], 'optional');
bounds('vouchers-bulk.types', ['vouchers', 'campaignName', 'notes'], 'type');
bounds('vouchers-bulk.campaign-name-length', ['campaignName'], 'maxLength');
bounds('vouchers-bulk.notes-length', ['notes'], 'maxLength');

/** Told as failed: counted, and its result, where it has one, says another thing than that of the good voucher. */
function secondAccepted(exchange: Exchange): boolean {
  if (!isAccepted(exchange)) return false;
  if (Number(field(exchange, 'data', 'vouchersFailed')) === 0) return true;
  const [first, second] = [...resultsOf(exchange)]
    .filter(isObject)
    .sort((a, b) => Number(a['voucherIndex']) - Number(b['voucherIndex']));
  return second !== undefined && second['status'] === first?.['status'];
}

/** One way to break each keyword of each field; the rest are tried on vouchers that are sent alone. */
function oneEach(all: readonly Payload[]): Payload[] {
  const seen = new Set<string>();
  return all.filter(({ field: name, keyword, valid }) => {
    const key = `${name} ${keyword}`;
    return valid || seen.has(key) ? false : seen.add(key);
  });
}

const fromCatalog = new Set(['productCode', 'merchant', 'currency', 'valuePurchased']);

requirement('vouchers-bulk.voucher-shape', async ({ api, target, each }) => {
  const good = await leastVoucher(api, target);
  const pair = (second: unknown) => ({ vouchers: [good, second] });
  const all = payloads(sendVoucherBody, { ...good });
  const send: Send = (...sent) => sendBulk(countedAs('generated', api), ...sent);
  await each(
    oneEach(all).map(payload => ({
      ...payload,
      id: `${payload.field}: ${payload.id}`,
      body: pair(payload.body),
      // What hangs on the catalog needs a control of its own; else two good vouchers serve all.
      control: pair(fromCatalog.has(payload.field) ? payload.control : good),
    })),
    payload => judge(payload, send, secondAccepted),
  );
  const valid = all.filter(payload => payload.valid && payload.keyword !== 'enum');
  const together = await send({ vouchers: valid.map(({ body }) => body) });
  const proven = isAccepted(together) && field(together, 'data', 'vouchersFailed') === 0;
  await each(
    valid.map(payload => ({ ...payload, id: `${payload.field}: ${payload.id}` })),
    async payload => {
      // One sending that is accepted whole proves them all; else each is tried by itself.
      if (proven) expect(together).toBeAccepted();
      else {
        const alone = { ...payload, body: pair(payload.body), control: pair(payload.control) };
        await judge(alone, send, secondAccepted);
      }
    },
  );
  await each(automationCurrencies, async currency => {
    const voucher = await leastVoucher(api, target, [currency]);
    const exchange = await send({ vouchers: [voucher] });
    // Sent alone afterwards, it shows that neither the currency nor the funds are what refuses.
    const alone = { ...voucher, message: `after a sending in ${currency}` };
    if (!sentSome(exchange) && !isAccepted(await sendVoucher(api, alone)))
      throw new NotExercised(`a voucher in ${currency} is refused alone as well`);
    expect(exchange).toBeAccepted(sentSome);
  });
});

observation('vouchers-bulk.refusals', async ({ api, target, observe }) => {
  const good = await leastVoucher(api, target);
  const bad = { ...good, recipientEmail: 'recipient.example.com' };
  const exchange = await sendBulk(api, { vouchers: [good, bad] });
  const indices = resultsOf(await acceptedBulk(api, target)).map(each =>
    isObject(each) ? each['voucherIndex'] : each,
  );
  observe('vouchers-bulk.refusals', {
    oneBadVoucher: isAccepted(exchange) ? 'refused in part' : 'refused whole',
    status: exchange.response.status,
    indices,
  });
});
