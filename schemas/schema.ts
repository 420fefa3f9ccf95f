/** JSON Schema as the contract needs it, and the values that several schemas share. */

/** The JSON types that the contract uses. */
type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';

/** A JSON Schema (2020-12), limited to the keywords that the contract needs. */
export interface Schema {
  readonly title?: string;
  readonly description?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly const?: string | number | boolean;
  readonly enum?: readonly string[];
  readonly default?: number;
  readonly format?: 'date' | 'date-time' | 'email' | 'uri';
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly contains?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: true;
  readonly properties?: Fields;
  readonly required?: readonly string[];
  readonly not?: Schema;
  readonly if?: Schema;
  readonly then?: Schema;
}

/** Schemas by the name of the field. */
export type Fields = Readonly<Record<string, Schema>>;

/** Schema of an object. */
export interface ObjectSchema extends Schema {
  readonly type: 'object';
  readonly properties: Fields;
  readonly required: readonly string[];
}

/** An open object: the `required` fields must be there, the `optional` ones and all others may. */
export function object(title: string, required: Fields, optional: Fields = {}): ObjectSchema {
  return {
    title,
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
  };
}

/** Keywords of an object whose records need a field where a condition holds, and may lack it elsewhere. */
export const needed = (condition: Fields, needs: Fields): Pick<Schema, 'if' | 'then'> => ({
  if: { properties: condition, required: Object.keys(condition) },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { properties: needs, required: Object.keys(needs) },
});

/**
 * An optional field of a response. The contract does not say whether an absent value may be sent as
 * null: it is accepted here, and observed.
 */
export function nullable<S extends Schema & { type: JsonType }>(schema: S): Schema {
  return { ...schema, type: [schema.type, 'null'] };
}

/** Currencies that the automation routes accept (§4.2). */
export const automationCurrencies = ['GBP', 'USD', 'EUR'] as const;

/** Currencies that the ledger can be filtered by (§4.1); the parameter's name is not shown. */
export const ledgerCurrencies = [...automationCurrencies, 'NGN'] as const;

/** Two amounts are one: a server may add them up in binary fractions, like 0.1 + 0.2. */
export const isSameAmount = (one: unknown, other: unknown): boolean =>
  typeof one === 'number' &&
  typeof other === 'number' &&
  Math.abs(one - other) <= 1e-9 * Math.abs(one);

/** True if two amounts of money are alike to the cent: each may have been rounded. */
export const isSameToTheCent = (one: number, other: number): boolean =>
  Math.abs(one - other) < 0.005;

/** Returns an amount in whole hundredths: it may have been computed in binary fractions. What is no number is returned as it is. */
export const cents = <T>(amount: T): T | number =>
  typeof amount === 'number' ? Math.round(amount * 100) / 100 : amount;

/** Sums of one of the values or more: twice as many with each value. */
export const sumsOf = (values: readonly number[]): number[] =>
  values.reduce<number[]>((sums, value) => [...sums, value, ...sums.map(sum => sum + value)], []);

/** Returns one text for all that differ in case, canonical form or blanks alone; a sharp s is two letters in capitals. */
export const folded = (text: string): string =>
  text.normalize().trim().replaceAll(/\s+/g, ' ').toUpperCase().toLowerCase();

/** True if two texts are one currency: the case of a code is not shown (§2.1). */
export const isSameCurrency = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' && one.toUpperCase() === other.toUpperCase();

/** ISO 8601 with milliseconds, in UTC (§2). Ajv's own format is looser: validators replace it. */
export const timestamp = { type: 'string', format: 'date-time' } as const satisfies Schema;

/** An opaque identifier (§2). */
export const identifier = { type: 'string' } as const satisfies Schema;
/** Fields that identify something, wherever they appear (§2). */
export const identifying = new Set([
  '_id',
  'id',
  'orderRequestId',
  'orderID',
  'transactionId',
  'userID',
  'previousUserId',
  'businessId',
  'voucherId',
]);

/** Any value but null: a field that is promised without a type. */
export const present = { not: { type: 'null' } } as const satisfies Schema;

/** A text that says something. */
export const text = { type: 'string', minLength: 1 } as const satisfies Schema;

export const string = { type: 'string' } as const satisfies Schema;
export const number = { type: 'number' } as const satisfies Schema;
export const integer = { type: 'integer' } as const satisfies Schema;
export const boolean = { type: 'boolean' } as const satisfies Schema;
export const strings = { type: 'array', items: string } as const satisfies Schema;

/**
 * Returns the URL of a text, seen from a base where there is one; undefined if it is none. `URL.canParse` of Node 20 says so of
 * "https://bücher.example" as well, as soon as it is compiled for speed.
 */
export function urlIn(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Returns a part of an address without its escapes; as it is if they are none. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Ways to alter a good key, as exchanges name them: none of them is a key of the account (§5.2). */
export const alterations = [
  'suffixed',
  'prefixed',
  'shortened',
  'without-start',
  'start-changed',
  'middle-changed',
  'end-changed',
  'doubled',
] as const;
export type Alteration = (typeof alterations)[number];
