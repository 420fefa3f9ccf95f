/** Names the schemas of the OpenAPI document, and refers to them. */
import * as lists from '../lists.ts';
import * as automation from '../resources/automation.ts';
import * as catalog from '../resources/catalog.ts';
import { businessError, errors, unwrapped } from '../resources/errors.ts';
import * as orders from '../resources/orders.ts';
import * as wallets from '../resources/wallet.ts';
import { type Fields, needed, type ObjectSchema, type Schema } from '../schema.ts';

const upper = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && 'title' in value;

/** Lists the schemas of the resources, by their exported names, and of the error table. */
const named: Readonly<Record<string, Schema>> = Object.fromEntries([
  ...[catalog, orders, wallets, lists, automation]
    .flatMap(each => Object.entries<unknown>(each))
    .filter((each): each is [string, Schema] => isSchema(each[1])),
  ['businessError', businessError],
  ['unwrapped', unwrapped],
  ...Object.entries(errors).map(([name, { schema }]) => [`${name}Error`, schema] as const),
]);

const names = new Map<unknown, string>(
  Object.entries(named).map(([name, schema]) => [schema, upper(name)]),
);

/** Returns the `$ref` to the schema of a name. */
type RefOf = (name: string) => string;
const inDocument: RefOf = name => `#/components/schemas/${name}`;

const conditions = new Set(['if', 'then']);
/** States the default explicitly, because Redocly reports fields that a schema does not name. */
const open = { unevaluatedProperties: true };

function linkParts(value: unknown, refOf: RefOf): unknown {
  if (Array.isArray(value)) return value.map(each => link(each, refOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      conditions.has(key) ? { ...(link(part, refOf) as object), ...open } : link(part, refOf),
    ]),
  );
}

/** Returns a copy of a schema in which each named schema, found by identity, is a `$ref`. */
export function link(schema: unknown, refOf: RefOf = inDocument): unknown {
  const name = names.get(schema);
  return name === undefined ? linkParts(schema, refOf) : { $ref: refOf(name) };
}

const anything = { type: 'object' };
/** Says null by its value, because clients that openapi-generator makes of the type null do not compile. */
const isNull = { const: null };

/** Limits the texts of a response that repeat the request to the lengths that the request may have (§4.2, §8). */
const echoes = (sent: ObjectSchema, response: ObjectSchema): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(response.properties)
      .filter(([name]) => sent.properties[name]?.maxLength !== undefined)
      .map(([name, schema]) => [name, { ...schema, maxLength: sent.properties[name]?.maxLength }]),
  );

/** Describes fields more closely than the suite judges them, for readers, generated types and other tools. */
const described: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  // §2.3
  orderRequestStatus: {
    result: { anyOf: [orders.order, orders.bulkOrderCreated, anything, isNull] },
  },
  sentVoucher: echoes(automation.sendVoucherBody, automation.sentVoucher),
  // §4.2: the result of a rejected voucher has fewer fields than the result of a sent voucher.
  sendBulkVouchersData: {
    ...echoes(automation.sendBulkVouchersBody, automation.sendBulkVouchersData),
    results: {
      type: 'array',
      items: {
        anyOf: [
          automation.sentBulkVoucher,
          automation.sendBulkVouchersData.properties['results']?.items,
        ],
      },
    },
  },
};

/** Returns a schema that limits fields of a record if a condition holds. They may still be absent. */
const implies = (condition: Fields, properties: Fields): Schema => ({
  ...needed(condition, properties),
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { properties },
});
const absent: Schema = { type: 'null' };

/** Lists what one field says about another. The suite has own requirements for this. */
const conditional: Readonly<Record<string, readonly Schema[]>> = {
  // §2.3, §3
  orderRequestStatus: [
    implies({ status: { const: 'queued' } }, { result: absent }),
    needed({ status: { const: 'succeeded' } }, { result: { type: 'object' } }),
    implies({ error: { type: 'string' } }, { result: absent }),
  ],
  // §4.2
  sendBulkVouchersData: [
    implies(
      { vouchersFailed: { const: 0 } },
      { results: { type: 'array', items: automation.sentBulkVoucher } },
    ),
  ],
};

const documented = (name: string, schema: Schema): unknown => ({
  ...schema,
  ...(schema.properties && { properties: { ...schema.properties, ...described[name] } }),
  ...(conditional[name] && { allOf: conditional[name].map(each => ({ ...each, ...open })) }),
});

/** Returns the named schemas. `refOf` makes the references between them. */
export const schemasWith = (refOf: RefOf): Record<string, object> =>
  Object.fromEntries(
    Object.entries(named).map(([name, schema]) => [
      upper(name),
      linkParts(documented(name, schema), refOf) as object,
    ]),
  );

/** `components.schemas` of the document. */
export const componentSchemas = schemasWith(inDocument);
