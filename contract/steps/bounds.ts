/** Tries the bounds of a request body: first each bound, then GV_RUNS payloads generated from GV_SEED. A failure shows the smallest counter-example. */
import { field, isAccepted, type Exchange } from '../../schemas/records/exchange.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { type Payload, payloads, rowOf, type Row } from '../../fixtures/payloads/payloads.ts';
import { ifExercised, NotExercised } from '../../harness/verdict.ts';
import type { ObjectSchema } from '../../schemas/schema.ts';
import { breaking, judgeGenerated, keeping } from '../../fixtures/payloads/generated.ts';
import type { CheckContext } from '../../harness/run/context.ts';

/** Sends a body. `again` sends a body that was sent before once more. */
export type Send = (body: unknown, again?: boolean) => Promise<Exchange>;

/** Payload to try, with its request body. `control` is a body inside the bounds, and `row` is a body that combines several valid payloads. */
type Tried = Pick<Payload, 'valid' | 'body' | 'control'> & { readonly row?: unknown };

/**
 * Tries one payload of an automation action. A payload at the bound must be accepted, and a payload beyond it rejected. If a
 * valid payload is rejected, its control is sent. If the control is rejected too, something else is the reason.
 *
 * @param accepts Recognises an accepted response, if a request has several parts that can be rejected.
 * @throws NotExercised if the control is rejected too.
 */
export async function tryPayload(
  { row, valid, body, control }: Tried,
  send: Send,
  accepts: (exchange: Exchange) => boolean = isAccepted,
): Promise<void> {
  // GV_MAX_SPEND may have room for the payload, and none for the row.
  const together = async () => (row === undefined ? undefined : ifExercised(send(row)));
  if (valid) {
    const shown = await together();
    if (shown && accepts(shown)) return expect(shown).toBeAccepted(accepts);
  }
  let exchange = await send(body);
  if (!accepts(exchange)) {
    // The row of an invalid payload contains its control.
    const shown = valid ? undefined : await together();
    // A control that was accepted before may be rejected now, for lack of funds.
    const inside = shown && accepts(shown) ? shown : await send(control, valid);
    if (!accepts(inside))
      throw new NotExercised(`a payload inside the bounds is rejected too: ${refusalOf(inside)}`);
    if (valid) exchange = await send(body, true);
  }
  if (valid) expect(exchange).toBeAccepted(accepts);
  else expect(exchange).toBeRefused(accepts);
}

/** Says how a response shows a rejection. An accepted bulk may report that its vouchers failed. */
const refusalOf = (exchange: Exchange): string =>
  isAccepted(exchange)
    ? `vouchersFailed is ${String(field(exchange, 'data', 'vouchersFailed'))}`
    : `status ${exchange.response.status}`;

/** Names the cases of generated invalid payloads. A certificate does not demand them, because they may need much money. */
export const generatedBeyond = 'generated payloads that break it';

/** Names the cases of bulks with an unknown product. A certificate does not demand them, because a target may reject them (§4.1 rule 8). */
export const ofUnknownProduct = 'an unknown product';

interface Bounds {
  readonly schema: ObjectSchema;
  /** Valid body, in which one field at a time is changed. */
  readonly base: Readonly<Record<string, unknown>>;
  readonly send: Send;
  /** Recognises an accepted response, if a request has several parts that can be rejected. */
  readonly accepts?: (exchange: Exchange) => boolean;
  /** Fields to try. If absent, all fields are tried, and no payloads are generated. */
  readonly fields?: readonly string[] | undefined;
  readonly keywords: readonly string[];
  /** Set if valid payloads are tried elsewhere. */
  readonly onlyInvalid?: true;
  /** Bodies of several valid payloads: if one is accepted, its payloads are not sent alone. */
  readonly rows?: readonly Row[];
}

/** Judges the payloads that meet or break `keywords`, and GV_RUNS generated payloads per field. */
export async function tryBounds(context: CheckContext, bounds: Bounds): Promise<void> {
  const { target, each } = context;
  const { schema, base, send, accepts, fields, keywords, onlyInvalid = false, rows = [] } = bounds;
  const judge = (payload: Tried) => tryPayload(payload, send, accepts);
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
        bound: payload.id,
      })),
    judge,
  );
  if (target.runs === 0) return;
  // A generated value of another type shows nothing that the values of other types above do not.
  const ranges = keywords.filter(each => each !== 'type');
  const generated = (fields ?? [])
    .flatMap(field => [
      { field, bound: generatedBeyond, all: breaking(schema, base, field, ranges) },
      { field, bound: 'generated payloads that keep it', all: keeping(schema, base, field) },
    ])
    .filter(({ all }) => all);
  if (generated.length > 0) await each(generated, ({ all }) => judgeGenerated(all!, judge, target));
}
