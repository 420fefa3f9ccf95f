/** §2 Timestamps and identifiers on all routes. */
import { group } from '../../schemas/group.ts';
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
import { expect } from '../../harness/run/expect/expect.ts';
import { walk } from '../../harness/run/expect/schema-violations.ts';
import { timestampProblem } from '../../harness/run/expect/formats.ts';
import type { Judgement, Judgements } from '../../harness/run/judgement.ts';
import { isQueued } from '../../schemas/orders.ts';

/** Returns the schema of a success, or undefined if the spec shows no body. */
export function shownSchema(exchange: Exchange): Schema | undefined {
  const of = routeById(exchange.route);
  const shown = of && operationOf(of).success;
  const schema = shown?.[exchange.response.status] ?? shown?.[200];
  if (of?.id === route.orderRequest.id)
    return {
      ...orderRequestStatus,
      properties: { ...orderRequestStatus.properties, result: resultSchema(exchange) },
    };
  // For a bulk that is made at once, the spec shows only the body (§4.1 rule 8).
  if (of?.id === route.createBulkOrder.id && isSuccess(exchange))
    return isQueued(exchange) ? queuedOrderRequest : bulkOrderCreated;
  // The spec does not show the shape of the balances of all currencies.
  if (of?.id === route.getWalletBalance.id && sentBody(exchange)['currency'] === undefined)
    return envelope('get_wallet_balance', { type: 'object' });
  return schema;
}

/** Returns the schema of a result. "Usually" (§2.3) it is an order or a bulk result. Any other object has none of the judged fields. */
const resultSchema = (exchange: Exchange): Schema =>
  field(exchange, 'type') === 'bulk' || isObject(field(exchange, 'result', 'summary'))
    ? bulkOrderCreated
    : order;

interface Found {
  readonly path: string;
  readonly value: unknown;
}

/** Parts of a success that its schema describes. Nulls, and empty texts of optional fields, are only observed. */
interface Described {
  readonly timestamps: readonly Found[];
  /** Contains only texts. Other requirements judge the types of fields. */
  readonly currencies: readonly Found[];
  readonly identifiers: readonly Found[];
  /** Matches objects that have both createdAt and updatedAt. */
  readonly records: readonly Found[];
}

/** Descriptions by exchange. Several judgements need them, and describing takes longer than judging. */
const described = new WeakMap<Exchange, Described>();

/** Returns the described parts of a response. The lists are empty if the spec shows no body. */
export function describedIn(exchange: Exchange): Described {
  const known = described.get(exchange) ?? describe(exchange);
  described.set(exchange, known);
  return known;
}

function describe(exchange: Exchange): Described {
  const timestamps: Found[] = [];
  const currencies: Found[] = [];
  const identifiers: Found[] = [];
  const records: Found[] = [];
  const schema = shownSchema(exchange) ?? {};
  walk(schema, bodyOf(exchange), ({ properties = {}, required = [] }, record, path) => {
    if (!isObject(record)) return;
    if ('createdAt' in properties && 'updatedAt' in properties)
      records.push({ path, value: record });
    for (const [name, { format: form }] of Object.entries(properties)) {
      const at = { path: `${path}/${name}`, value: record[name] };
      if ((at.value ?? undefined) === undefined) continue;
      if (at.value === '' && !required.includes(name)) continue;
      if (form === 'date-time') timestamps.push(at);
      if (name === 'currency' && typeof at.value === 'string') currencies.push(at);
      if (identifying.has(name) && !isOfUnsent(exchange, at.path)) identifiers.push(at);
    }
  });
  return { timestamps, currencies, identifiers, records };
}

/**
 * Returns true for three letters, as in ISO 4217, the only standard that the spec names (§4.2). As with countries, the spec does
 * not show their case.
 */
export const isCurrencyCode = (value: unknown): boolean => /^[A-Za-z]{3}$/.test(String(value));

/** Returns a judgement of the currencies of the routes that show codes. Elsewhere a currency is a string. */
const codesOf = (isRoute: (id: string) => boolean): Judgement => ({
  appliesTo: exchange => isSuccess(exchange) && isRoute(exchange.route),
  verify: exchange => {
    for (const { path, value } of describedIn(exchange).currencies)
      expect(value, path).toSatisfy('a three-letter code', isCurrencyCode);
  },
});

const isTimestamp = (value: unknown): value is string => timestampProblem(value) === undefined;

/** Returns true for the id of a voucher that was not sent, which the spec does not show. */
const isOfUnsent = (exchange: Exchange, path: string): boolean =>
  path.endsWith('/voucherId') && field(exchange, 'data', 'vouchersFailed') !== 0;

/** Matches paths of fields that have a different value in each record of a list. */
const distinct = /\/(_id|voucherId)$|\/data\/transactions\/\d+\/transactionId$/;

export const format: Judgements = {
  'format.timestamps': {
    appliesTo: isSuccess,
    verify: exchange => {
      for (const { path, value } of describedIn(exchange).timestamps)
        expect(value, path).toSatisfy('ISO 8601, in UTC, with milliseconds', isTimestamp);
    },
  },
  'format.milliseconds': {
    appliesTo: isSuccess,
    verify: exchange => {
      const valid = describedIn(exchange).timestamps.filter(({ value }) => isTimestamp(value));
      for (const { path, value } of valid)
        expect(value, path).toSatisfy('three digits of a second', text =>
          /\.\d{3}(?!\d)/.test(String(text)),
        );
    },
  },
  'format.updated-at': {
    appliesTo: isSuccess,
    verify: exchange => {
      const dated = describedIn(exchange)
        .records.map(({ path, value }): Item => ({ ...(value as Item), path }))
        .filter(({ createdAt, updatedAt }) => isTimestamp(createdAt) && isTimestamp(updatedAt));
      for (const { path, createdAt, updatedAt } of dated)
        expect(updatedAt, `${String(path)}/updatedAt`).toSatisfy(
          `${String(createdAt)} (createdAt) or later`,
          text => Date.parse(String(text)) >= Date.parse(String(createdAt)),
        );
    },
  },
  'format.currencies': codesOf(id => routeById(id)?.family === 'automation'),
  'format.product-currencies': codesOf(id => [route.browse.id, route.search.id].includes(id)),
  'format.identifiers': {
    appliesTo: isSuccess,
    verify: exchange => {
      const found = describedIn(exchange).identifiers;
      for (const { path, value } of found)
        expect(value, path).toSatisfy(
          'a non-empty string',
          id => typeof id === 'string' && id.trim() !== '',
        );
      const unique = found.filter(({ path }) => distinct.test(path));
      for (const [place, of] of group(unique, ({ path }) => path.replace(/\/\d+/g, '/*')))
        expect(
          of.map(({ value }) => value),
          `${place} of several records`,
        ).toBeDistinct();
    },
  },
};
