/** §2 What holds for timestamps and identifiers wherever they appear. */
import { listOf, toPage } from '../../schemas/lists.ts';
import { operationOf } from '../../schemas/operations.ts';
import {
  bodyOf,
  field,
  isObject,
  isSuccess,
  sentBody,
  type Exchange,
  type Item,
} from '../../schemas/records/exchange.ts';
import {
  bulkOrderCreated,
  order,
  orderRequestStatus,
  queuedOrderRequest,
} from '../../schemas/resources/orders.ts';
import { envelope } from '../../schemas/resources/automation.ts';
import { route, routeById } from '../../schemas/routes.ts';
import { identifying, type Schema } from '../../schemas/schema.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { walk } from '../../fixtures/run/expect/schema-violations.ts';
import { timestampProblem } from '../../fixtures/run/expect/formats.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { isSuccessOf, repeatedIn, type Judgements } from '../../fixtures/run/judgement.ts';
import { clocksDifferByMs } from '../automation/judgements.ts';
import { isQueued } from '../orders/judgements.ts';

/** The schema of a success; undefined if the spec shows no body. */
export function shownSchema(exchange: Exchange): Schema | undefined {
  const of = routeById(exchange.route);
  const shown = of && operationOf(of).success;
  const schema = shown?.[exchange.response.status] ?? shown?.[200];
  if (of?.id === route.orderRequest.id)
    return {
      ...orderRequestStatus,
      properties: { ...orderRequestStatus.properties, result: resultSchema(exchange) },
    };
  // Of the response of a bulk that is made at once only the body is shown (§4.1 rule 8).
  if (of?.id === route.createBulkOrder.id && isSuccess(exchange))
    return isQueued(exchange) ? queuedOrderRequest : bulkOrderCreated;
  // The shape of the balances of all currencies is not shown.
  if (of?.id === route.getWalletBalance.id && sentBody(exchange)['currency'] === undefined)
    return envelope('get_wallet_balance', { type: 'object' });
  return schema;
}

/** "Usually" (§2.3) the result is an order or a bulk result; the fields of another object are not of these names. */
const resultSchema = (exchange: Exchange): Schema =>
  field(exchange, 'type') === 'bulk' || isObject(field(exchange, 'result', 'summary'))
    ? bulkOrderCreated
    : order;

interface Found {
  readonly path: string;
  readonly value: unknown;
}

/** The parts of a success that its schema describes; nulls, and empty texts of what may be absent, are only observed. */
interface Described {
  /** Wherever the contract has one. */
  readonly timestamps: Found[];
  /** A value that is no text is judged with the fields of its table. */
  readonly currencies: Found[];
  readonly identifiers: Found[];
  /** Whatever has times of its creation and of its update. */
  readonly records: Found[];
}

/** A response is looked at by several judgements, and walking through it takes longer than they do. */
const described = new WeakMap<Exchange, Described>();

/** @throws NotExercised if the spec shows no body. */
export function describedIn(exchange: Exchange): Described {
  const known = described.get(exchange) ?? describe(exchange);
  described.set(exchange, known);
  return known;
}

function describe(exchange: Exchange): Described {
  const schema = shownSchema(exchange);
  if (!schema) throw new NotExercised('the spec shows no body');
  const found: Described = { timestamps: [], currencies: [], identifiers: [], records: [] };
  walk(schema, bodyOf(exchange), ({ properties = {}, required = [] }, record, path) => {
    if (!isObject(record)) return;
    if ('createdAt' in properties && 'updatedAt' in properties)
      found.records.push({ path, value: record });
    for (const [name, { format: form }] of Object.entries(properties)) {
      const at = { path: `${path}/${name}`, value: record[name] };
      if ((at.value ?? undefined) === undefined) continue;
      if (at.value === '' && !required.includes(name)) continue;
      if (form === 'date-time') found.timestamps.push(at);
      if (name === 'currency' && typeof at.value === 'string') found.currencies.push(at);
      if (identifying.has(name)) found.identifiers.push(at);
    }
  });
  return found;
}

/** Fields of a record that no edit changes: a URL may be signed for each response, a price or a status be another one a moment later. */
const lasting = [
  'createdAt',
  'productCode',
  'currency',
  'country',
  'valuePurchased',
  'type',
  'amount',
  'processedAt',
  'voucherIndex',
] as const;

const lastingIn = (record: Item): string => JSON.stringify(lasting.map(name => record[name]));

/**
 * Ids that different records share: of one response, and of several. A record that two responses show, because a list moved while it
 * was read, shares its id with nobody.
 */
export function sharedIds(responses: readonly (readonly unknown[])[], name: string): unknown[] {
  const repeatedAmong = (records: readonly Item[], textOf: (record: Item) => string) => {
    if (new Set(records.map(record => record[name])).size === records.length) return [];
    const different = new Map(
      records.map(record => [`${String(record[name])} ${textOf(record)}`, record[name]]),
    );
    return repeatedIn([...different.values()]);
  };
  const named = responses.map(items =>
    items.filter(isObject).filter(item => typeof item[name] === 'string'),
  );
  const found = [
    ...named.flatMap(records => repeatedAmong(records, JSON.stringify)),
    ...repeatedAmong(named.flat(), lastingIn),
  ];
  return [...new Set(found)];
}

/** Letters of an ISO 4217 code, the only kind that the spec names (§4.2); as with countries, their case is not shown. */
export const isCurrencyCode = (value: unknown): boolean => /^[A-Za-z]{3}$/.test(String(value));

/** Products have a currency code (§2.1), and so have the automation routes (§4.2); elsewhere it is a string. */
const hasCurrencyCodes = ({ route: id }: Exchange): boolean =>
  [route.browse.id, route.search.id].includes(id) || routeById(id)?.family === 'automation';

const isTimestamp = (value: unknown): value is string => timestampProblem(value) === undefined;

/**
 * Records that were updated before they were created, by more than the clocks of two machines; other forms of a time are judged elsewhere.
 *
 * @throws NotExercised if none shows both of its times.
 */
export function updatedTooEarly(records: readonly unknown[]): Record<string, unknown>[] {
  const dated = records
    .filter(isObject)
    .filter(({ createdAt, updatedAt }) => isTimestamp(createdAt) && isTimestamp(updatedAt));
  if (dated.length === 0)
    throw new NotExercised('no record shows both of its times', 'format.timestamps');
  return dated
    .filter(
      ({ createdAt, updatedAt }) =>
        Date.parse(String(updatedAt)) < Date.parse(String(createdAt)) - clocksDifferByMs,
    )
    .map(({ createdAt, updatedAt }) => ({ createdAt, updatedAt }));
}

/** The records that a response lists. */
function recordsIn(exchange: Exchange): readonly unknown[] {
  const list = listOf(exchange);
  const body = bodyOf(exchange);
  if (list) return toPage(list, exchange)?.items ?? [];
  return Array.isArray(body) ? (body as unknown[]) : [];
}

/** The spec does not show the id of a voucher that was not sent. */
const isOfUnsent = (exchange: Exchange, path: string): boolean =>
  path.endsWith('/voucherId') && field(exchange, 'data', 'vouchersFailed') !== 0;

export const format: Judgements = {
  'format.timestamps': {
    appliesTo: isSuccess,
    verify: exchange => {
      const { timestamps: found } = describedIn(exchange);
      if (found.length === 0) throw new NotExercised('there are no timestamps');
      const wrong = found.flatMap(({ path, value }) => {
        const problem = timestampProblem(value);
        return problem === undefined ? [] : [{ path, value, problem }];
      });
      expect(wrong, 'timestamps that are not ISO 8601 in UTC with milliseconds').toEqual([]);
    },
  },
  'format.updated-at': {
    // A list may hold what was imported from another system, with the times that it had there.
    appliesTo: isSuccessOf(route.orderRequest, route.createOrder, route.createBulkOrder),
    verify: exchange => {
      const records = describedIn(exchange).records.map(({ value }) => value);
      expect(updatedTooEarly(records), 'records updated before they were created').toEqual([]);
    },
  },
  'format.currencies': {
    appliesTo: exchange => isSuccess(exchange) && hasCurrencyCodes(exchange),
    verify: exchange => {
      const { currencies: found } = describedIn(exchange);
      if (found.length === 0) throw new NotExercised('there are no currencies');
      // A text that is no code and was taken is judged where it was sent.
      const sent = JSON.stringify(sentBody(exchange));
      const wrong = found.filter(
        ({ value }) => !isCurrencyCode(value) && !sent.includes(JSON.stringify(value)),
      );
      expect(wrong, 'currencies that are no code of three letters').toEqual([]);
    },
  },
  'format.identifiers': {
    appliesTo: isSuccess,
    verify: exchange => {
      const found = describedIn(exchange).identifiers.filter(
        ({ path }) => !isOfUnsent(exchange, path),
      );
      if (found.length === 0) throw new NotExercised('there are no identifiers');
      const wrong = found.filter(({ value }) => typeof value !== 'string' || value.trim() === '');
      expect(wrong, 'identifiers that are empty or not strings').toEqual([]);
      const shared = sharedIds([recordsIn(exchange)], '_id');
      expect(shared, 'identifiers that different records share').toEqual([]);
    },
  },
};
