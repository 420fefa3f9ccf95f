/** §4.2 Responses of the automation actions. */
import {
  arrayIn,
  dateOf,
  field,
  isAccepted,
  isObject,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import { route, type Route } from '../../schemas/routes.ts';
import { envelope } from '../../schemas/resources/automation.ts';
import type { ObjectSchema } from '../../schemas/schema.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { timestampProblem } from '../../harness/run/expect/formats.ts';
import { requireSome } from '../../harness/verdict.ts';
import {
  fieldsIn,
  fieldsOf,
  isNotRejectedOf,
  ofRoutes,
  type Judgement,
  type Judgements,
} from '../../harness/run/judgement.ts';

export const actions: readonly Route[] = [
  route.sendVoucher,
  route.sendBulkVouchers,
  route.getWalletTransactions,
  route.getWalletBalance,
];

/** Returns a test for accepted responses of these actions. */
export const isAcceptedOf = ofRoutes(isAccepted);

/** Returns a judgement of each field of the data of an accepted action. */
export const fieldsInData = (
  action: Route,
  schema: ObjectSchema,
  about: Judgement['appliesTo'] = isAcceptedOf(action),
): Judgement => fieldsIn(about, schema, exchange => [field(exchange, 'data')]);

/**
 * Returns a judgement of each field of the data of an action, and of each field of the items of a list in the data: `results: status`.
 *
 * @param itemsIn Returns the items, or throws NotExercised if they show nothing.
 */
export function fieldsInDataAndList(
  about: Judgement['appliesTo'],
  data: ObjectSchema,
  [list, item]: readonly [name: string, item: ObjectSchema],
  itemsIn: (exchange: Exchange) => readonly unknown[],
): Judgement {
  const ofData = fieldsOf(data);
  return {
    appliesTo: about,
    parts: [...ofData, ...fieldsOf(item).map(name => `${list}: ${name}`)],
    verify: (exchange, _given, part) => {
      if (ofData.includes(part)) expect([field(exchange, 'data')]).toHaveField(data, part);
      else expect(itemsIn(exchange)).toHaveField(item, part.replace(`${list}: `, ''));
    },
  };
}

/** Time for which a cache may keep a response, in milliseconds. */
const cacheMs = 60_000;

const isSent = ({ status }: Record<string, unknown>): boolean => status === 'sent';

/** Time that a response states. The flag is true if the time may be long before the call. */
type Stated = readonly [time: unknown, mayBeEarlier?: boolean];

function timesIn(exchange: Exchange): readonly Stated[] {
  const data = field(exchange, 'data');
  if (!isObject(data)) return [];
  const { retrievedAt, results, sentAt, createdAt, lastUpdated, transactions } = data;
  if (exchange.route === route.getWalletBalance.id) return [[lastUpdated, true]];
  if (exchange.route === route.getWalletTransactions.id) {
    const listed = arrayIn(transactions).filter(isObject);
    const processed = listed.map(({ processedAt }) => [processedAt, true] as const);
    // Without a retrievedAt, the response states no time of the call.
    return timestampProblem(retrievedAt) === undefined ? [[retrievedAt], ...processed] : [];
  }
  if (exchange.route === route.sendVoucher.id)
    // A code may have been made before it was sold.
    return [...(isSent(data) ? [[sentAt] as const] : []), [createdAt, true]];
  const sent = arrayIn(results).filter(isObject).filter(isSent);
  return sent.length === 0 ? [] : [data, ...sent].map(each => [each['sentAt']]);
}

/**
 * Expects that times lie within a minute of a call, by our clock or by the clock of the target. Another requirement judges values that
 * are not timestamps.
 *
 * @param last Response that ended the call. By default, the first response.
 * @throws NotExercised if there is no timestamp.
 */
function expectOfCall(all: readonly Stated[], first: Exchange, last = first): void {
  const stated = all.filter(([time]) => timestampProblem(time) === undefined);
  requireSome(stated, 'the response states no time of the call');
  const ends = [first.times.startedAt, last.times.startedAt + last.times.durationMs];
  const ofTarget = [dateOf(first) ?? ends[0]!, dateOf(last) ?? ends[1]!];
  const from = Math.min(ends[0]!, ofTarget[0]!) - cacheMs;
  const to = Math.max(ends[1]!, ofTarget[1]!) + cacheMs;
  const texts = [from, to].map(time => new Date(time).toISOString());
  for (const [text, mayBeEarlier] of stated)
    expect(text, 'a time of the call', ...new Set([last, first])).toSatisfy(
      mayBeEarlier ? `no later than ${texts[1]}` : `from ${texts.join(' to ')}`,
      value => {
        const time = Date.parse(String(value));
        return time <= to && (mayBeEarlier || time >= from);
      },
    );
}

export const automation: Judgements = {
  'automation.envelope': {
    appliesTo: isNotRejectedOf(...actions),
    verify: exchange => {
      const action = exchange.route.split('/').at(-1) ?? '';
      expect(exchange).toMatchSchema(envelope(action, { type: 'object' }));
      expect(field(exchange, 'success'), 'success').toBe(true);
    },
  },
  'automation.times': {
    appliesTo: isAcceptedOf(...actions),
    requires: ['response headers', 'response body', 'times'],
    verify: exchange => expectOfCall(timesIn(exchange), exchange),
  },
};
