/** §4.2 send_bulk_vouchers, §8 its limits. */
import { fieldsOn, type CheckContext, type Context } from '../../harness/run/context.ts';
import { own } from '../../harness/run/own.ts';
import { observation, requirement } from '../requirement.ts';
import { partsOf } from '../judgements.ts';
import { resultsIn } from './judgements.ts';
import { payloads, type Payload, rows } from '../../fixtures/payloads/payloads.ts';
import { ofUnknownProduct, tryBounds, tryPayload, type Send } from '../steps/bounds.ts';
import { unknownProduct } from '../setup/order-lines.ts';
import { fromCatalog, unevenVouchers, voucherIn, voucherRows } from '../vouchers/voucher-values.ts';
import {
  acceptedBulk,
  expectSent,
  fullBulkBody,
  cheapestVoucherIn,
  letters,
  requireAccepted,
  sendBulk,
  withDistinctRecipients,
  costsOf,
  requireRoom,
  type Voucher,
} from '../steps/vouchers.ts';
import { NotExercised, SuiteError } from '../../harness/verdict.ts';
import { isAccepted, isObject, field, type Exchange } from '../../schemas/records/exchange.ts';
import { sendBulkVouchersBody, sendVoucherBody } from '../../schemas/resources/automation.ts';
import { automationCurrencies } from '../../schemas/schema.ts';
import { hasSentVoucher } from '../../schemas/vouchers.ts';
import { route } from '../../schemas/routes.ts';

/** Returns true if each voucher of a bulk was accepted. */
const acceptsAll = (exchange: Exchange): boolean =>
  isAccepted(exchange) && field(exchange, 'data', 'vouchersFailed') === 0;

/** Returns a payload that has a voucher between two good vouchers. A service may check only one position of a bulk. */
function inBulk(good: Voucher, payload: Payload, position: number): Payload {
  const among = (voucher: unknown) => ({
    vouchers: [0, 1, 2].map(at => (at === position ? voucher : good)),
  });
  return {
    ...payload,
    id: `${payload.field}: ${payload.id}`,
    body: among(payload.body),
    control: among(payload.control),
  };
}

/** Returns one payload for each field and keyword, which breaks the keyword. Other payloads are tried on single vouchers. */
function oneBreakerEach(all: readonly Payload[]): Payload[] {
  const seen = new Set<string>();
  return all.filter(({ field: name, keyword, valid }) => {
    const key = `${name} ${keyword}`;
    return valid || seen.has(key) ? false : seen.add(key);
  });
}

/** Number of vouchers in a bulk that may take longer than GV_TIMEOUT. */
const largeBulk = 50;

/**
 * Returns a function that sends a bulk in which each voucher has its own recipient. The function throws NotExercised if the run lacks money
 * for the bulk, or if a large bulk gets no response.
 */
const toDistinctRecipients =
  (context: Context): Send =>
  async (body, again) => {
    const costs = costsOf(body);
    requireRoom(context, costs, own(context, 'cheapest voucher'));
    try {
      return await sendBulk(context, withDistinctRecipients(body), again);
    } catch (error) {
      if (costs.length < largeBulk || !(error instanceof SuiteError)) throw error;
      throw new NotExercised(
        `no response to a bulk of ${costs.length}: set a higher GV_TIMEOUT, because the spec limits no response time`,
      );
    }
  };

requirement('vouchers-bulk.fields', async context => {
  await context.each(['a bulk with campaignName and notes'], async asked =>
    expectSent(context, own(context, 'full bulk'), asked),
  );
  const cases = fieldsOn(route.sendBulkVouchers, partsOf('vouchers-bulk.fields'));
  await context.each(cases, async ({ field: part }) => context.judge(acceptedBulk(context), part));
});

requirement('vouchers-bulk.echo', async context => {
  const vouchers = [own(context, 'cheapest voucher')];
  requireAccepted(await sendBulk(context, { vouchers }));
  const texts = fieldsOn(route.sendBulkVouchers, partsOf('vouchers-bulk.echo'));
  await context.each(texts, async ({ field: name }) => context.judge(acceptedBulk(context), name));
  const inLetters = { vouchers, campaignName: letters, notes: letters };
  await context.each(
    texts.map(each => ({ ...each, id: `${each.field}: letters of other alphabets` })),
    async ({ field: name }) =>
      context.judge(requireAccepted(await sendBulk(context, inLetters)), name),
  );
});

requirement('vouchers-bulk.texts-repeated', async context => context.judge(acceptedBulk(context)));

/** Returns bulks with different numbers and kinds of vouchers. */
function bulksOf(context: Context) {
  const voucher = own(context, 'cheapest voucher');
  const send = (...vouchers: readonly unknown[]) => toDistinctRecipients(context)({ vouchers });
  const unknown = { ...voucher, productCode: unknownProduct };
  return [
    // oxlint-disable-next-line require-await -- a gap becomes a rejection
    { id: 'three recipients', read: async () => own(context, 'full bulk') },
    // This bulk comes early. If the target adds failures of earlier bulks to its counts, later bulks show it.
    {
      id: 'a bulk with an unknown product',
      bound: ofUnknownProduct,
      read: () => send(voucher, unknown, voucher),
    },
    { id: 'one voucher', read: () => send(voucher) },
    { id: 'a hundred vouchers', read: () => send(...Array.from({ length: 100 }, () => voucher)) },
  ];
}

async function judgeBulks(context: CheckContext): Promise<void> {
  await context.each(bulksOf(context), async ({ read }) => {
    const exchange = await read();
    if (isAccepted(exchange)) context.judge(exchange);
  });
}

requirement('vouchers-bulk.counts', judgeBulks);
requirement('vouchers-bulk.results', judgeBulks);

/** Judges the bounds of the bulk body. */
async function bounds(
  context: CheckContext,
  fields: readonly string[] | undefined,
  ...keywords: readonly string[]
): Promise<void> {
  const base = { vouchers: [own(context, 'cheapest voucher')] };
  const texts = payloads(sendBulkVouchersBody, base).filter(
    each => each.valid && each.keyword === 'maxLength',
  );
  await tryBounds(context, {
    schema: sendBulkVouchersBody,
    base,
    send: toDistinctRecipients(context),
    accepts: hasSentVoucher,
    fields,
    keywords,
    rows: rows(base, texts),
  });
}

requirement('vouchers-bulk.size', context => bounds(context, ['vouchers'], 'minItems', 'maxItems'));

requirement('vouchers-bulk.required', async context => {
  const only = 'only vouchers';
  await context.each([only], async () => {
    const body = { vouchers: [own(context, 'cheapest voucher')] };
    await expectSent(context, await sendBulk(context, body), `a bulk with ${only}`);
  });
  await tryBounds(context, {
    schema: sendBulkVouchersBody,
    base: fullBulkBody(context),
    send: (...sent) => sendBulk(context, ...sent),
    accepts: hasSentVoucher,
    keywords: ['required'],
  });
});

requirement('vouchers-bulk.types', context => bounds(context, undefined, 'type'));
requirement('vouchers-bulk.campaign-name-length', context =>
  bounds(context, ['campaignName'], 'maxLength'),
);
requirement('vouchers-bulk.notes-length', context => bounds(context, ['notes'], 'maxLength'));

/** Keywords with their own cases in this check. */
const keywordsOfOtherCases = ['optional', 'enum', 'maximum'];

requirement('vouchers-bulk.voucher-shape', async context => {
  const { each } = context;
  const good = own(context, 'cheapest voucher');
  const send = toDistinctRecipients(context);

  const [recipientName, message] = ['text', 'text'];
  const body = { vouchers: [good, { ...good, message }, { ...good, recipientName }] };
  const control = { vouchers: [{ ...good, recipientName, message }] };
  await each(['recipientName and message: none, and one of the two'], () =>
    tryPayload({ valid: true, body, control }, send, acceptsAll),
  );

  const all = payloads(sendVoucherBody, { ...good });
  const isCheap = ({ keyword }: Payload) => !keywordsOfOtherCases.includes(keyword);
  const [texts, ofCatalog] = voucherRows(good).map(found => ({
    vouchers: found.map(row => row.body),
  }));
  const tried = [
    ...all.filter(payload => payload.valid && isCheap(payload)),
    ...oneBreakerEach(all).filter(({ keyword }) => keyword !== 'maximum'),
  ];
  await each(
    tried.map((payload, at) => ({
      ...inBulk(good, payload, at % 3),
      row: fromCatalog.includes(payload.field) ? ofCatalog : texts,
    })),
    payload => tryPayload(payload, send, acceptsAll),
  );
});

requirement('vouchers-bulk.voucher-currencies', async context => {
  const send = toDistinctRecipients(context);
  await context.each(
    automationCurrencies.map(currency => ({ id: `two decimals in ${currency}`, currency })),
    async ({ currency }) => {
      const { uneven, whole } = unevenVouchers(context, currency);
      const [body, control] = [uneven, whole].map(voucher => ({ vouchers: [voucher] }));
      await tryPayload({ valid: true, body, control }, send, hasSentVoucher);
    },
  );
  await context.each(automationCurrencies, async currency =>
    expectSent(
      context,
      await voucherIn(context, currency, voucher => send({ vouchers: [voucher] })),
      `a bulk in ${currency}`,
    ),
  );
});

requirement('vouchers-bulk.highest-value', async context => {
  // Paid from a balance that single vouchers do not use.
  const { currency } = own(context, 'cheapest voucher');
  const others = automationCurrencies.filter(each => each !== currency);
  const voucher = await cheapestVoucherIn(context, others);
  const highest = payloads(sendVoucherBody, { ...voucher }).filter(
    ({ keyword }) => keyword === 'maximum',
  );
  await context.each(
    highest.map(({ id, field: name, valid, ...of }) => ({
      id: `${name}: ${id}`,
      valid,
      body: { vouchers: [of.body] },
      control: { vouchers: [of.control] },
    })),
    payload => tryPayload(payload, toDistinctRecipients(context), hasSentVoucher),
  );
});

observation('vouchers-bulk.refusals', async context => {
  const good = own(context, 'cheapest voucher');
  const bad = { ...good, recipientEmail: 'recipient.example.com' };
  const exchange = await toDistinctRecipients(context)({ vouchers: [good, bad, good] });
  const indices = resultsIn(acceptedBulk(context)).map(each =>
    isObject(each) ? each['voucherIndex'] : each,
  );
  context.observe('vouchers-bulk.refusals', {
    oneBadVoucher: isAccepted(exchange) ? 'refused in part' : 'refused whole',
    status: exchange.response.status,
    indices,
  });
});
