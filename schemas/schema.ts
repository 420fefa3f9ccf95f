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
