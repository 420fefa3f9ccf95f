/** §4.2 Responses of the automation actions. */
import {
  arrayIn,
  at,
  field,
  isAccepted,
  isObject,
  type Exchange,
  type Item,
} from '../../schemas/records/exchange.ts';
import { route, type Route } from '../../schemas/routes.ts';
import { envelope } from '../../schemas/resources/automation.ts';
import type { ObjectSchema } from '../../schemas/schema.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { expectWithin, spanOf } from '../../harness/run/expect/call-times.ts';
import { timestampProblem } from '../../harness/run/expect/formats.ts';
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

const isSent = ({ status }: Item): boolean => status === 'sent';

/** Returns the times at which vouchers were sent. A voucher under way may state a later time. */
function timesSent({ results, ...data }: Item): readonly unknown[] {
  const sent = arrayIn(results).filter(isObject).filter(isSent);
  const hasSent = isSent(data) || sent.length > 0;
  return [...(hasSent ? [data['sentAt']] : []), ...sent.map(each => each['sentAt'])];
}

/** Returns the times before the call that data states. A code may have been made long before it was sold. */
const timesBefore = ({ createdAt, lastUpdated, transactions }: Item): readonly unknown[] => [
  createdAt,
  lastUpdated,
  ...arrayIn(transactions).map(each => at(each, 'processedAt')),
];

/**
 * Returns a judgement of times in the data of an action. Another requirement judges values that are not timestamps.
 *
 * @param span Span in which the times must lie. By default, the span of the call.
 */
const timesIn = (timesOf: (data: Item) => readonly unknown[], span = {}): Judgement => ({
  appliesTo: isAcceptedOf(...actions),
  requires: ['response headers', 'response body', 'times'],
  verify: exchange => {
    const data = field(exchange, 'data');
    const stated = timesOf(isObject(data) ? data : {});
    for (const time of stated.filter(each => timestampProblem(each) === undefined))
      expectWithin(time, { ...spanOf(exchange), ...span }, 'a time of the call', exchange);
  },
});

export const automation: Judgements = {
  'automation.envelope': {
    appliesTo: isNotRejectedOf(...actions),
    verify: exchange => {
      const action = exchange.route.split('/').at(-1) ?? '';
      expect(exchange).toMatchSchema(envelope(action, { type: 'object' }));
      expect(field(exchange, 'success'), 'success').toBe(true);
    },
  },
  'automation.retrieved-at': timesIn(({ retrievedAt }) => [retrievedAt]),
  'automation.sent-at': timesIn(timesSent),
  'automation.earlier-times': timesIn(timesBefore, { from: -Infinity }),
};
