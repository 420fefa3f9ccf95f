/** What the schemas of several records are made of. */
import { verdicts } from '../result.ts';

export const text = { type: 'string' } as const;
export const count = { type: 'integer', minimum: 0 } as const;
export const positive = { type: 'integer', minimum: 1 } as const;
export const ids = { type: 'array', items: text } as const;
export const verdict = { enum: [...verdicts] };

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
