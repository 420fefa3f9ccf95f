/** What the schemas of several records are made of. */
import { verdicts } from '../result.ts';

export const text = { type: 'string' } as const;
export const count = { type: 'integer', minimum: 0 } as const;
export const positive = { type: 'integer', minimum: 1 } as const;
export const ids = { type: 'array', items: text } as const;
export const verdict = { enum: [...verdicts] };

export const listOf = <Item extends object>(items: Item) => ({ type: 'array', items }) as const;

const dialect = 'https://json-schema.org/draft/2020-12/schema';

/** The head of a schema; with a name where it is exported, so that its id stays wherever the file lies. */
export const head = (title: string, name?: string) => ({
  $schema: dialect,
  ...(name === undefined ? {} : { $id: `urn:gift-voucher-conformance:${name}:1` }),
  title,
});

/** An object with these fields and no others. */
export const closed = (
  required: Readonly<Record<string, object>>,
  optional: Readonly<Record<string, object>> = {},
) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(required),
  properties: { ...required, ...optional },
});

/** A long text is kept in pieces. */
export const storedText = { anyOf: [text, ids] } as const;
