/**
 * JSON Schemas (2020-12) of the files that we write. Each carries the type of the values that it describes, so that a
 * record is defined once: `interface Waiver extends TypeOf<typeof waiverSchema> {}`, which gives the type a name of its
 * own in editors and messages.
 */
declare const described: unique symbol;

/** A schema of values of type `T`. */
export type SchemaOf<T> = Readonly<Record<string, unknown>> & { readonly [described]?: T };

/** The type of the values that a schema describes. */
export type TypeOf<Schema> = Schema extends SchemaOf<infer T> ? T : never;

type Fields = Readonly<Record<string, SchemaOf<unknown>>>;
/** Through `infer`, so that editors show the fields and not this type. */
type Closed<Required, Optional> = {
  readonly [Name in keyof Required]: TypeOf<Required[Name]>;
} & { readonly [Name in keyof Optional]?: TypeOf<Optional[Name]> } extends infer T
  ? { [Name in keyof T]: T[Name] }
  : never;

export const text: SchemaOf<string> = { type: 'string' };
export const flag: SchemaOf<boolean> = { type: 'boolean' };
/** A number that is not negative. */
export const amount: SchemaOf<number> = { type: 'number', minimum: 0 };
export const count: SchemaOf<number> = { type: 'integer', minimum: 0 };
export const positive: SchemaOf<number> = { type: 'integer', minimum: 1 };
/** ISO 8601. */
export const time: SchemaOf<string> = { type: 'string', format: 'date-time' };

export const constant = <const T extends string | number | boolean>(value: T): SchemaOf<T> => ({
  const: value,
});

export const oneOf = <const T extends string>(values: readonly T[]): SchemaOf<T> => ({
  enum: [...values],
});

export const listOf = <T>(items: SchemaOf<T>): SchemaOf<readonly T[]> => ({ type: 'array', items });

export const texts = listOf(text);

/** Returns the schema of an object with these fields and no others. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- no optional fields
export const closed = <Required extends Fields, Optional extends Fields = Record<never, never>>(
  required: Required,
  optional?: Optional,
): SchemaOf<Closed<Required, Optional>> => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(required),
  properties: { ...required, ...optional },
});

/**
 * Returns the schema of a whole file.
 *
 * @param name of an exported schema: its id is the same wherever the file lies.
 */
export const file = <T>(title: string, content: SchemaOf<T>, name?: string): SchemaOf<T> => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...(name === undefined ? {} : { $id: `urn:gift-voucher-conformance:${name}:1` }),
  title,
  ...content,
});
