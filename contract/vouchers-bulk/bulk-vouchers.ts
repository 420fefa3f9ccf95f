/** One voucher to try among good ones of a bulk, and how its acceptance shows (§4.2). */
import { resultsIn } from './judgements.ts';
import { field, isAccepted, isObject, type Exchange } from '../../schemas/records/exchange.ts';
import type { Payload } from '../../fixtures/payloads/payloads.ts';
import {
  sentSome,
  tagged,
  type Voucher,
  costsOf,
  requireRoom,
  sendBulk,
} from '../steps/vouchers.ts';
import { fromCatalog } from '../steps/voucher-values.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { NotExercised, SuiteError } from '../../fixtures/verdict.ts';
import { isOfGateway } from '../../fixtures/client/response.ts';

/** The number of vouchers in such a bulk. */
const size = 3;

/** A bulk of good vouchers with another one at a position: what looks at the first or the last only misses the middle. */
export const among = (good: unknown, tried: unknown, position = 1) => ({
  vouchers: Array.from({ length: size }, (_, at) => (at === position ? tried : good)),
});

/** A bulk with each voucher for another address of its recipient. */
export const apart = (body: unknown) => ({
  ...(body as object),
  vouchers: (body as { vouchers: readonly Voucher[] }).vouchers.map((each, at) =>
    tagged(each, `+${at + 1}`),
  ),
});

/**
 * True if the voucher at a position of such a bulk was accepted: a refused one is counted, and its result, if it has
 * one, is of another status than those that were sent. A good voucher may fail as well, by its supplier.
 */
export const acceptsAt =
  (position: number) =>
  (exchange: Exchange): boolean => {
    if (!sentSome(exchange)) return false;
    const failed = Number(field(exchange, 'data', 'vouchersFailed'));
    if (failed === 0) return true;
    const statuses = resultsIn(exchange)
      .filter(isObject)
      .sort((a, b) => Number(a['voucherIndex']) - Number(b['voucherIndex']))
      .map(({ status }) => status);
    if (statuses.length !== size) return false;
    const status = statuses[position];
    if (statuses.includes('sent')) return status === 'sent';
    return statuses.filter(each => each === status).length > failed;
  };

/** True if every voucher of a bulk was accepted. */
export const acceptsAll = (exchange: Exchange): boolean =>
  isAccepted(exchange) && field(exchange, 'data', 'vouchersFailed') === 0;

/** A payload of a voucher in a bulk. */
const inBulk = (payload: Payload, bulkOf: (voucher: unknown) => unknown): Payload => ({
  ...payload,
  id: `${payload.field}: ${payload.id}`,
  body: bulkOf(payload.body),
  control: bulkOf(payload.control),
  further: payload.further?.map(bulkOf) ?? [],
  breaker: payload.breaker && bulkOf(payload.breaker),
});

/** A payload of a voucher as the middle one of good ones; the control of an invalid one is all good, unless the catalog matters. */
export function amongGood(good: Voucher, payload: Payload): Payload {
  const tried = inBulk(payload, voucher => among(good, voucher));
  const needsOwn = payload.valid || fromCatalog.includes(payload.field);
  return needsOwn ? tried : { ...tried, control: among(good, good) };
}

/** A payload of a voucher as the only one of a bulk. */
export const onlyOne = (payload: Payload): Payload =>
  inBulk(payload, voucher => ({ vouchers: [voucher] }));

/** One way to break each keyword of each field; the rest are tried on vouchers that are sent alone. */
export function oneBreakerEach(all: readonly Payload[]): Payload[] {
  const seen = new Set<string>();
  return all.filter(({ field: name, keyword, valid }) => {
    const key = `${name} ${keyword}`;
    return valid || seen.has(key) ? false : seen.add(key);
  });
}

/** From this number of vouchers on, a bulk may take the target longer than a run waits. */
const many = 50;

const slow = (count: number, what: string): NotExercised =>
  new NotExercised(
    `a bulk of ${count}: ${what}; how long it may take is not stated, and a higher GV_TIMEOUT may show it`,
  );

/**
 * Sends a bulk if the run has room for its costs.
 *
 * @throws NotExercised if it has none, or no response comes to a large one.
 */
export async function sendAffordable(
  context: Context,
  least: Voucher,
  body: unknown,
  again?: boolean,
): Promise<Exchange> {
  const costs = costsOf(body);
  requireRoom(context, costs, least);
  const isLarge = costs.length >= many;
  try {
    const exchange = await sendBulk(context, body, again);
    const { status } = exchange.response;
    if (isLarge && isOfGateway(status)) throw slow(costs.length, `status ${status}`);
    return exchange;
  } catch (error) {
    if (isLarge && error instanceof SuiteError) throw slow(costs.length, error.message);
    throw error;
  }
}
