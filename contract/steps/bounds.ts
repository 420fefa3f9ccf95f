/** The bounds of a request body: each one first, then GV_RUNS payloads from GV_SEED, with the smallest counter-example. */
import fc from 'fast-check';
import { isAccepted, type Exchange } from '../../schemas/records/exchange.ts';
import { expect, ExpectationFailed } from '../../fixtures/run/expect/expect.ts';
import { type Payload, payloads, rowOf, type Row } from '../../fixtures/payloads/payloads.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import type { ObjectSchema } from '../../schemas/schema.ts';
import { invalid, valid } from '../../fixtures/payloads/arbitraries.ts';
import { countedAs } from '../../fixtures/client/api.ts';
import type { CheckContext, Context } from '../../fixtures/run/context.ts';

/** Sends a body; the same one is sent once a run, unless `again`. */
export type Send = (body: unknown, again?: boolean) => Promise<Exchange>;

/** A payload, and a body that holds it (or its control, if it is invalid) beside other valid ones. */
type Tried = Pick<Payload, 'valid' | 'body' | 'control'> & { readonly row?: unknown };

/**
 * Tries one payload of an automation action. At the bound it has to be accepted, beyond the bound refused. If it is refused, its
 * control decides: a control that is refused too shows that something else refuses.
 *
 * @param accepts how an accepted response is recognised, if more than one thing can be refused.
 * @throws NotExercised if the control is refused too.
 */
export async function tryPayload(
  { row, valid, body, control }: Tried,
  send: Send,
  accepts: (exchange: Exchange) => boolean = isAccepted,
): Promise<void> {
  const together = row === undefined ? undefined : await send(row);
  const isShown = together !== undefined && accepts(together);
  if (valid && isShown) return expect(together).toBeAccepted(accepts);
  let exchange = await send(body);
  if (!accepts(exchange) && !isShown) {
    // A control that was accepted before may be refused by now, for lack of funds.
    if (!accepts(await send(control, valid)))
      throw new NotExercised('a payload inside the bounds is refused too');
    if (valid) exchange = await send(body, true);
  }
  if (valid) expect(exchange).toBeAccepted(accepts);
  else expect(exchange).toBeRefused(accepts);
}

// Payloads that are generated.

/** The bound of cases whose payloads may cost a target much: an honest one need not show them. */
export const generatedBeyond = 'generated payloads that break it';

/** Payloads that shrinking may send at most. */
const shrinkingCap = 30;

type Body = Readonly<Record<string, unknown>>;

const toPayload =
  (base: Body, field: string, keyword: string, isValid: boolean) =>
  (value: unknown): Payload => ({
    id: `${field}: ${JSON.stringify(value).slice(0, 600)}`,
    field,
    keyword,
    valid: isValid,
    body: { ...base, [field]: value },
    control: base,
  });

/**
 * Returns payloads about one field that keep its schema. A catalog may refuse a merchant that it does not know.
 *
 * @returns undefined if there is nothing to generate.
 */
export function keeping(
  schema: ObjectSchema,
  base: Body,
  field: string,
): fc.Arbitrary<Payload> | undefined {
  const part = field === 'merchant' ? undefined : schema.properties[field];
  return part && valid(part)?.map(toPayload(base, field, 'valid', true));
}

/**
 * Returns payloads about one field that break one of `keywords`.
 *
 * @returns undefined if there is nothing to generate.
 */
export function breaking(
  schema: ObjectSchema,
  base: Body,
  field: string,
  keywords: readonly string[],
): fc.Arbitrary<Payload> | undefined {
  const part = schema.properties[field];
  const all = Object.entries(part ? invalid(part) : {})
    .filter(([keyword]) => keywords.includes(keyword))
    .map(([keyword, values]) => values.map(toPayload(base, field, keyword, false)));
  return all.length > 0 ? fc.oneof(...all) : undefined;
}

interface Options {
  readonly seed: number;
  readonly runs: number;
}

/**
 * Judges `runs` payloads; what fails is shrunk, within a cap of requests.
 *
 * @throws what the judgement of the smallest counter-example threw, with the seed and the path that replay it.
 * @throws NotExercised, SuiteError as soon as one comes up: those are no counter-examples.
 */
export async function tryGenerated(
  payloads: fc.Arbitrary<Payload>,
  send: Send,
  options: Options,
  accepts?: (exchange: Exchange) => boolean,
): Promise<void> {
  let stopped: unknown;
  let failure: ExpectationFailed | undefined;
  let afterFailure = 0;
  const property = fc.asyncProperty(payloads, async payload => {
    if (stopped !== undefined) return;
    if (failure !== undefined && ++afterFailure > shrinkingCap) return;
    try {
      await tryPayload(payload, send, accepts);
    } catch (error) {
      if (error instanceof ExpectationFailed) {
        failure = error;
        throw error;
      }
      stopped = error;
    }
  });
  const result = await fc.check(property, { seed: options.seed, numRuns: options.runs });
  if (stopped !== undefined) throw stopped;
  if (!result.failed || !failure) return;
  const [smallest] = result.counterexample ?? [];
  throw new ExpectationFailed(
    `${String(failure.expected)}, for the generated ${smallest?.id} (${smallest?.keyword}; replay with GV_SEED=${options.seed}, path ${result.counterexamplePath})`,
    failure.actual,
    failure,
  );
}

interface Bounds {
  readonly schema: ObjectSchema;
  /** A valid body, in which one field at a time is changed. */
  readonly base: Readonly<Record<string, unknown>>;
  readonly send: (context: Context, ...sent: Parameters<Send>) => Promise<Exchange>;
  /** Recognises an accepted response, if more than one thing can be refused. */
  readonly accepts?: (exchange: Exchange) => boolean;
  /** The fields to try; absent: all, and none are generated. */
  readonly fields?: readonly string[] | undefined;
  readonly keywords: readonly string[];
  /** Valid payloads are tried elsewhere. */
  readonly onlyInvalid?: true;
  /** Bodies of several valid payloads: if one is accepted, its payloads are not sent alone. */
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
        bound: payload.id,
      })),
    payload => tryPayload(payload, send, accepts),
  );
  if (target.runs === 0) return;
  const generated = (fields ?? []).flatMap(field =>
    [
      { field, bound: generatedBeyond, payloads: breaking(schema, base, field, keywords) },
      { field, bound: 'generated payloads that keep it', payloads: keeping(schema, base, field) },
    ].flatMap(each => (each.payloads ? [{ ...each, payloads: each.payloads }] : [])),
  );
  if (generated.length > 0)
    await each(generated, of => tryGenerated(of.payloads, send, target, accepts));
}
