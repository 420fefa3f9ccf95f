/** The bounds of a request body: every one of them first, then generated payloads. */
import type { Exchange } from '../../../schemas/records/exchange.ts';
import type { ObjectSchema } from '../../../schemas/schema.ts';
import { countedAs } from '../../../fixtures/client/api.ts';
import type { CheckContext, Context } from '../../../fixtures/run/context.ts';
import { payloads } from '../../../fixtures/payloads/payloads.ts';
import { rowOf, type Row } from '../../../fixtures/payloads/rows.ts';
import { tryPayload, type Send } from './payload.ts';
import { bodiesKeeping, breaking, keeping, tryGenerated, tryKeeping } from './property.ts';

interface Bounds {
  readonly schema: ObjectSchema;
  /** A valid body, in which one field at a time is changed. */
  readonly base: Readonly<Record<string, unknown>>;
  readonly send: (context: Context, ...sent: Parameters<Send>) => Promise<Exchange>;
  /** How an accepted response is recognised, where more than one thing can be refused. */
  readonly accepts?: (exchange: Exchange) => boolean;
  /** Which fields; absent: all, and none are generated. */
  readonly fields?: readonly string[];
  readonly keywords: readonly string[];
  /** Valid payloads are tried elsewhere. */
  readonly onlyInvalid?: true;
  /** Bodies of several valid payloads: where one is accepted, its payloads are not sent alone. */
  readonly rows?: readonly Row[];
}

/** Judges the payloads that meet or break `keywords`, and GV_RUNS generated ones a field. */
export async function tryBounds(context: CheckContext, bounds: Bounds): Promise<void> {
  const { target, each } = context;
  const { schema, base, accepts, fields, keywords, onlyInvalid = false, rows = [] } = bounds;
  const counted = countedAs('generated', context);
  const send: Send = (...sent) => bounds.send(counted, ...sent);
  await each(
    payloads(schema, base)
      .filter(
        ({ field, keyword, valid }) =>
          keywords.includes(keyword) &&
          (fields?.includes(field) ?? true) &&
          !(valid && onlyInvalid),
      )
      .map(payload => ({
        ...payload,
        row: rowOf(rows, payload)?.body,
        id: `${payload.field}: ${payload.id}`,
      })),
    payload => tryPayload(payload, send, accepts),
  );
  if (target.runs === 0 || !fields) return;
  const broken = fields.flatMap(field => {
    const arbitrary = breaking(schema, base, field, keywords);
    return arbitrary ? [{ id: `${field}: generated payloads that break it`, arbitrary }] : [];
  });
  if (broken.length > 0)
    await each(broken, ({ arbitrary }) => tryGenerated(arbitrary, send, target, accepts));
  const kept = fields.flatMap(field => {
    const arbitrary = keeping(schema, base, field);
    return arbitrary ? [{ id: `${field}: generated payloads that keep it`, arbitrary }] : [];
  });
  const bodies = bodiesKeeping(schema, base, target);
  if (kept.length > 0)
    await each(kept, ({ arbitrary }) => tryKeeping(bodies, arbitrary, send, target, accepts));
}
