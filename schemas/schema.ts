/** JSON Schema with the keywords that the contract needs, and values that several schemas share. */

/** JSON types that the contract uses. */
type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';

/** JSON Schema (2020-12), limited to the keywords that the contract needs. */
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

/** Schemas by name of the field. */
export type Fields = Readonly<Record<string, Schema>>;

/** Schema of an object. */
export interface ObjectSchema extends Schema {
  readonly type: 'object';
  readonly properties: Fields;
  readonly required: readonly string[];
}

/** Returns the schema of an open object. The `required` fields must be present, the `optional` and other fields may be. */
export function object(title: string, required: Fields, optional: Fields = {}): ObjectSchema {
  return {
    title,
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
  };
}

/** Returns keywords that require fields of a record if a condition holds. */
export const needed = (condition: Fields, needs: Fields): Pick<Schema, 'if' | 'then'> => ({
  if: { properties: condition, required: Object.keys(condition) },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { properties: needs, required: Object.keys(needs) },
});

/**
 * Returns the schema of an optional field of a response. The contract does not say whether an absent value may be null, so null
 * is accepted and observed.
 */
export function nullable<S extends Schema & { type: JsonType }>(schema: S): Schema {
  return { ...schema, type: [schema.type, 'null'] };
}

/** Currencies that the automation routes accept (§4.2). */
export const automationCurrencies = ['GBP', 'USD', 'EUR'] as const;

/** Currencies by which the ledger can be filtered (§4.1). The spec does not show the name of the parameter. */
export const ledgerCurrencies = [...automationCurrencies, 'NGN'] as const;

/** Returns true if two amounts are equal up to binary fractions, because a server may compute 0.1 + 0.2. */
export const isSameAmount = (one: unknown, other: unknown): boolean =>
  typeof one === 'number' &&
  typeof other === 'number' &&
  Math.abs(one - other) <= 1e-9 * Math.abs(one);

/** Returns true if two amounts of money are equal to the cent, because each may have been rounded. */
export const isSameToTheCent = (one: number, other: number): boolean =>
  Math.abs(one - other) < 0.005;

/** Rounds an amount to hundredths, because it may have been computed in binary fractions. Returns other values unchanged. */
export const cents = <T>(amount: T): T | number =>
  typeof amount === 'number' ? Math.round(amount * 100) / 100 : amount;

/** Returns the sums of all subsets of the values. Their number doubles with each value. */
export const sumsOf = (values: readonly number[]): number[] =>
  values.reduce<number[]>((sums, value) => [...sums, value, ...sums.map(sum => sum + value)], []);

/** Returns a text without differences in case, canonical form and blanks. A sharp s becomes two letters, as in capitals. */
export const folded = (text: string): string =>
  text.normalize().trim().replaceAll(/\s+/g, ' ').toUpperCase().toLowerCase();

/** Returns true if two texts are the same currency. The spec does not show the case of a code (§2.1). */
export const isSameCurrency = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' && one.toUpperCase() === other.toUpperCase();

/** ISO 8601 date-time in UTC with milliseconds (§2). Validators replace Ajv's own format, which accepts more. */
export const timestamp = { type: 'string', format: 'date-time' } as const satisfies Schema;

/** Opaque identifier (§2). */
export const identifier = { type: 'string' } as const satisfies Schema;
/** Fields that identify something in any body (§2). */
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

/** Any value except null, for a field that the spec promises without a type. */
export const present = { not: { type: 'null' } } as const satisfies Schema;

/** Non-empty text. */
export const text = { type: 'string', minLength: 1 } as const satisfies Schema;

export const string = { type: 'string' } as const satisfies Schema;
export const number = { type: 'number' } as const satisfies Schema;
export const integer = { type: 'integer' } as const satisfies Schema;
export const boolean = { type: 'boolean' } as const satisfies Schema;
export const strings = { type: 'array', items: string } as const satisfies Schema;

/**
 * Returns the URL of a text, resolved against a base if there is one, or undefined. `URL.canParse` of Node 20 is wrong about
 * "https://bücher.example" after it is compiled for speed.
 */
export function urlIn(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Decodes the escapes of a part of an address. Returns it unchanged if the escapes are invalid. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Ways to alter a good key, as exchanges name them. No altered key is a key of the account (§5.2). */
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
