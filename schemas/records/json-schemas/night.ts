import { nightOutcomes } from '../night.ts';
import { runVerdicts } from '../result.ts';
import { closed, count, head, ids, listOf, text } from './parts.ts';

const time = { type: 'string', format: 'date-time' } as const;

/** JSON Schema (2020-12) of what `./gv drift --json` writes. */
export const nightSchema = {
  ...head('What a night found', 'night'),
  ...closed(
    {
      schemaVersion: { const: 1 },
      outcome: { enum: [...nightOutcomes] },
      text,
      at: time,
      failed: ids,
      reasons: ids,
      worse: listOf(closed({ about: text, before: text, after: text }, { anchor: text })),
      counts: closed({ failed: count, worse: count, changes: count }),
      pages: ids,
    },
    {
      target: text,
      profile: text,
      suite: text,
      verdict: { enum: [...runVerdicts] },
      comparedWith: time,
    },
  ),
};
