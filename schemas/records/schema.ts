/**
 * JSON Schemas (2020-12) of the files that we write. Each schema carries the type of its values, so that a record is defined
 * once: `interface Waiver extends TypeOf<typeof waiverSchema> {}`. The interface gives the type a name in editors and messages.
 */
declare const described: unique symbol;

/** Schema of values of type `T`. */
export type SchemaOf<T> = Readonly<Record<string, unknown>> & { readonly [described]?: T };

/** Type of the values that a schema describes. */
export type TypeOf<Schema> = Schema extends SchemaOf<infer T> ? T : never;

type Fields = Readonly<Record<string, SchemaOf<unknown>>>;
/** Type of `closed(required, optional)`. `infer` makes editors show the fields instead of this type. */
export type Closed<Required, Optional = unknown> = {
  readonly [Name in keyof Required]: TypeOf<Required[Name]>;
} & { readonly [Name in keyof Optional]?: TypeOf<Optional[Name]> } extends infer T
  ? { [Name in keyof T]: T[Name] }
  : never;

export const anything: SchemaOf<unknown> = {};
export const text: SchemaOf<string> = { type: 'string' };
export const flag: SchemaOf<boolean> = { type: 'boolean' };
export const number: SchemaOf<number> = { type: 'number' };
/** Number of at least 0. */
export const amount: SchemaOf<number> = { type: 'number', minimum: 0 };
export const count: SchemaOf<number> = { type: 'integer', minimum: 0 };
export const positive: SchemaOf<number> = { type: 'integer', minimum: 1 };
/** ISO 8601 date-time. */
export const time: SchemaOf<string> = { type: 'string', format: 'date-time' };
export const object: SchemaOf<Readonly<Record<string, unknown>>> = { type: 'object' };

/**
 * Returns the schema of a text that this version writes from a closed set. The schema accepts any text, because other versions
 * may write others.
 */
export const textOf = <T extends string>(): SchemaOf<T> => text as SchemaOf<T>;

export const constant = <const T extends string | number | boolean>(value: T): SchemaOf<T> => ({
  const: value,
});

export const oneOf = <const T extends string>(values: readonly T[]): SchemaOf<T> => ({
  enum: [...values],
});

export const anyOf = <Schemas extends readonly SchemaOf<unknown>[]>(
  ...schemas: Schemas
): SchemaOf<TypeOf<Schemas[number]>> => ({ anyOf: schemas });

export const listOf = <T>(items: SchemaOf<T>): SchemaOf<readonly T[]> => ({ type: 'array', items });

export const texts = listOf(text);

export const pairOf = <Pair extends readonly [unknown, unknown]>(
  items: SchemaOf<Pair[number]>,
): SchemaOf<Pair> => ({ type: 'array', items, minItems: 2, maxItems: 2 });

/** Returns the schema of an object with values of one kind, under any names. */
export const mapOf = <T>(values: SchemaOf<T>): SchemaOf<Readonly<Record<string, T>>> => ({
  type: 'object',
  additionalProperties: values,
});

/** Returns the schema of an object with these fields and no others. */
export const closed = <Required extends Fields, Optional = unknown>(
  required: Required,
  optional?: Optional & Fields,
): SchemaOf<Closed<Required, Optional>> => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(required),
  properties: { ...required, ...optional },
});

/**
 * Returns the schema of a whole file.
 *
 * @param name of an exported schema. It gives the schema an id that does not depend on the place of the file.
 */
export const file = <T>(title: string, content: SchemaOf<T>, name?: string): SchemaOf<T> => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...(name === undefined ? {} : { $id: `urn:gift-voucher-conformance:${name}:1` }),
  title,
  ...content,
});
