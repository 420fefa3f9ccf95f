/** §4.2 send_bulk_vouchers, §8 its limits. */
import { countedAs } from '../../fixtures/client/api.ts';
import { fieldsOn, type CheckContext, type Context } from '../../fixtures/run/context.ts';
import { observation, requirement } from '../../fixtures/run/requirement.ts';
import { partsOf } from '../judgements.ts';
import { resultsIn } from './judgements.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { payloads, type Payload, rowOf, rows, type Row } from '../../fixtures/payloads/payloads.ts';
import { tryBounds, tryPayload, type Send } from '../steps/bounds.ts';
import {
  acceptsAll,
  acceptsAt,
  apart,
  among,
  amongGood,
  oneBreakerEach,
  onlyOne,
  sendAffordable,
} from './bulk-vouchers.ts';
import { unknownProduct } from '../shared/purchases.ts';
import { bulkRows, unevenRow, unevenVouchers, bulkIn } from '../steps/voucher-values.ts';
import {
  acceptedBulk,
  fullBulkBody,
  leastVoucher,
  plainBulk,
  sendBulk,
  sentSome,
  type Voucher,
} from '../steps/vouchers.ts';
import { violations } from '../../fixtures/run/expect/schema-violations.ts';
import { ifExercised, NotExercised } from '../../fixtures/verdict.ts';
import {
  field,
  isAccepted,
  isObject,
  sentBody,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import { sendBulkVouchersBody, sendVoucherBody } from '../../schemas/resources/automation.ts';
import { automationCurrencies } from '../../schemas/schema.ts';
import { route } from '../../schemas/routes.ts';

/** Judges each part with the bulk sending that has every field. */
const judgeParts = (context: CheckContext, id: 'vouchers-bulk.fields' | 'vouchers-bulk.echo') =>
  context.each(fieldsOn(route.sendBulkVouchers, partsOf(id)), async ({ field: part }) =>
    context.judge(await acceptedBulk(context), part),
  );

requirement('vouchers-bulk.fields', context => judgeParts(context, 'vouchers-bulk.fields'));

/** Bulk sendings of a run that differ in what they carry. */
async function bulksOf(context: Context) {
  const voucher = await plainBulk(context);
  const send = (body: unknown) => sendAffordable(context, voucher, body);
  const [texts, products] = bulkRows(voucher).map(({ body }) => body);
  const unknown = { ...voucher, productCode: unknownProduct };
  return [
    { id: 'three recipients', read: () => acceptedBulk(context) },
    // Before the others: a count that adds up failures is wrong in those that follow, too.
    { id: 'a bulk with an unknown product', read: () => send(apart(among(voucher, unknown))) },
    { id: 'one voucher', read: () => send({ vouchers: [voucher] }) },
    { id: 'texts at their bounds', read: () => send(texts) },
    { id: 'products and values at their bounds', read: () => send(products) },
    {
      id: 'a hundred vouchers',
      read: () => send({ vouchers: Array.from({ length: 100 }, () => voucher) }),
    },
  ];
}

requirement('vouchers-bulk.echo', async context => {
  await judgeParts(context, 'vouchers-bulk.echo');
  const cases = fieldsOn(route.sendBulkVouchers, ['campaignName', 'notes']);
  await context.each(
    cases.map(each => ({ ...each, id: `${each.field}: none of another` })),
    async ({ field: name }) => {
      const shown: unknown[] = [];
      const sent = new Set<unknown>();
      for (const { read } of await bulksOf(context)) {
        const exchange = await ifExercised(read());
        if (!exchange || !isAccepted(exchange)) continue;
        if (name in sentBody(exchange)) sent.add(sentBody(exchange)[name]);
        else shown.push(field(exchange, 'data', name));
      }
      if (shown.length === 0 || sent.size === 0)
        throw new NotExercised(`no two bulks are accepted, one of which has no ${name}`);
      expect(shown, `${name} of bulks that were sent without one`).toSatisfy(
        'none: they were sent with other bulks',
        values => !values.some(value => Boolean(value) && sent.has(value)),
      );
    },
  );
});

async function judgeBulks(context: CheckContext): Promise<void> {
  await context.each(await bulksOf(context), async ({ read }) => {
    const exchange = await read();
    if (!isAccepted(exchange)) throw new NotExercised('the target rejects the bulk');
    context.judge(exchange);
  });
}

requirement('vouchers-bulk.counts', judgeBulks);
requirement('vouchers-bulk.results', judgeBulks);

/** Bounds of the bulk body itself. */
async function bounds(
  context: CheckContext,
  fields: readonly string[] | undefined,
  keywords: readonly string[],
  sendBody = sendAffordable,
): Promise<void> {
  const voucher = await leastVoucher(context);
  const base = { vouchers: [voucher] };
  const texts = payloads(sendBulkVouchersBody, base).filter(
    each => each.valid && each.keyword === 'maxLength',
  );
  await tryBounds(context, {
    schema: sendBulkVouchersBody,
    base,
    send: (sender, body, again) => sendBody(sender, voucher, body, again),
    accepts: sentSome,
    fields,
    keywords,
    rows: rows(base, texts),
  });
}

/** A service may send one recipient one voucher: what is rejected with one for all is tried with one for each. */
const sendApart: typeof sendAffordable = async (context, least, body, again) => {
  const exchange = await sendAffordable(context, least, body, again);
  const isAllowed = violations(sendBulkVouchersBody, body).length === 0;
  return sentSome(exchange) || !isAllowed
    ? exchange
    : sendAffordable(context, least, apart(body), again);
};

requirement('vouchers-bulk.size', context =>
  bounds(context, ['vouchers'], ['minItems', 'maxItems'], sendApart),
);

requirement('vouchers-bulk.required', async context => {
  await tryBounds(context, {
    schema: sendBulkVouchersBody,
    base: await fullBulkBody(context),
    send: sendBulk,
    accepts: sentSome,
    keywords: ['required'],
  });
});

requirement('vouchers-bulk.optional', context => bounds(context, undefined, ['optional']));
requirement('vouchers-bulk.types', context => bounds(context, undefined, ['type']));
requirement('vouchers-bulk.campaign-name-length', context =>
  bounds(context, ['campaignName'], ['maxLength']),
);
requirement('vouchers-bulk.notes-length', context => bounds(context, ['notes'], ['maxLength']));

const isValid = ({ valid }: Payload): boolean => valid;

requirement('vouchers-bulk.voucher-shape', async context => {
  const { each } = context;
  const counted = countedAs('generated', context);
  const good = await leastVoucher(context);
  const send: Send = (...sent) => sendAffordable(counted, good, ...sent);
  const all = payloads(sendVoucherBody, { ...good });
  const of = (...keywords: string[]) => all.filter(({ keyword }) => keywords.includes(keyword));
  // One may be required only beside the other: vouchers with none of them, and with each alone.
  const optional = of('optional');
  const alone = optional.map(({ field: name }) => ({ ...good, [name]: 'text' }));
  const body = apart({ vouchers: [good, ...alone] });
  const { control: whole } = optional[0]!;
  const control = apart(among(whole, whole));
  const isEachSent = (exchange: Exchange) => [0, 1, 2].every(at => acceptsAt(at)(exchange));
  await each(optional.map(onlyOne), async payload => {
    const three = { ...payload, body, control };
    const shown = await ifExercised(tryPayload(three, send, isEachSent).then(() => true));
    // Three may be more than there is in stock.
    if (!shown) await tryPayload(payload, send, sentSome);
  });

  await plainBulk(context);
  /** A bulk that was accepted whole is proof of each of its vouchers, and a control of their fields. */
  const proven: Row[] = [];
  for (const row of bulkRows(good)) if (acceptsAll(await send(row.body))) proven.push(row);
  const cheap = all.filter(({ keyword }) => !['optional', 'enum', 'maximum'].includes(keyword));
  await each(
    cheap.filter(isValid).map(payload => ({
      ...amongGood(good, payload),
      row: rowOf(proven, payload)?.body,
    })),
    payload => tryPayload(payload, send, acceptsAt(1)),
  );
  await each(
    oneBreakerEach([...cheap, ...of('enum')]).map(payload => {
      const known = proven.find(({ parts }) => parts.some(part => part.field === payload.field));
      const tried = amongGood(good, payload);
      return known ? { ...tried, control: known.body } : tried;
    }),
    payload => tryPayload(payload, send, acceptsAt(1)),
  );
  const bad = of('format').find(payload => !isValid(payload))!;
  await each(
    [0, 2].map(position => ({ id: `a bad voucher at position ${position} of 0 to 2`, position })),
    async ({ position }) => {
      const body = among(good, bad.body, position);
      await tryPayload({ ...bad, body, control: among(good, good) }, send, acceptsAt(position));
    },
  );
  await each(
    automationCurrencies.map(currency => ({ id: `two decimals in ${currency}`, currency })),
    async ({ currency }) => {
      const { uneven, even } = await unevenVouchers(context, currency);
      const [body, control] = [uneven, even].map(each => ({ vouchers: [each] }));
      const row = unevenRow(proven, currency)?.body;
      await tryPayload({ valid: true, body, control, row }, send, sentSome);
    },
  );
  await each(automationCurrencies, async currency =>
    expect(await bulkIn(context, currency, send)).toBeAccepted(sentSome),
  );
  await tryHighest(context, good);
});

/** The highest value, paid from another balance than the one that is sent alone. */
async function tryHighest(context: CheckContext, { currency: own }: Voucher): Promise<void> {
  const others = automationCurrencies.filter(currency => currency !== own);
  const voucher = await leastVoucher(context, others);
  const highest = payloads(sendVoucherBody, { ...voucher }).filter(
    ({ keyword }) => keyword === 'maximum',
  );
  const send: Send = (...sent) => sendAffordable(context, voucher, ...sent);
  await context.each(highest.map(onlyOne), payload => tryPayload(payload, send, sentSome));
}

observation('vouchers-bulk.refusals', async context => {
  const good = await leastVoucher(context);
  const bad = { ...good, recipientEmail: 'recipient.example.com' };
  const exchange = await sendBulk(context, among(good, bad));
  const indices = resultsIn(await acceptedBulk(context)).map(each =>
    isObject(each) ? each['voucherIndex'] : each,
  );
  context.observe('vouchers-bulk.refusals', {
    oneBadVoucher: isAccepted(exchange) ? 'refused in part' : 'refused whole',
    status: exchange.response.status,
    indices,
  });
});
