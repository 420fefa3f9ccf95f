/** The bounds of a request body: each one first, then GV_RUNS payloads from GV_SEED, with the smallest counter-example. */
import fc from 'fast-check';
import {
  field,
  isAccepted,
  isJson,
  isObject,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import { expect, ExpectationFailed } from '../../fixtures/run/expect/expect.ts';
import { type Payload, payloads, rowOf, type Row } from '../../fixtures/payloads/payloads.ts';
import { ifExercised, NotExercised } from '../../fixtures/verdict.ts';
import type { ObjectSchema } from '../../schemas/schema.ts';
import { invalid, valid } from '../../fixtures/payloads/arbitraries.ts';
import { countedAs } from '../../fixtures/client/api.ts';
import type { CheckContext, Context } from '../../fixtures/run/context.ts';

/** Sends a body; the same one is sent once a run, unless `again`. */
export type Send = (body: unknown, again?: boolean) => Promise<Exchange>;

/** A payload, and a body that holds other valid ones beside it (beside its control, if it is invalid). */
type Tried = Pick<Payload, 'valid' | 'body' | 'control' | 'further' | 'breaker' | 'blank'> &
  Partial<Pick<Payload, 'field' | 'keyword'>> & { readonly row?: unknown };

/** Conversions that a lenient reader makes in place of a refusal: the clause permits none of them. */
const leniences: Readonly<Record<string, string>> = {
  type: 'another JSON type, which the target may have converted',
  minimum: 'a number below the bound, which the target may have moved inside it',
  maximum: 'a number above the bound, which the target may have moved inside it',
};

/**
 * Tries one payload of an automation action. At the bound: accepted is proof; refused is a failure only if the
 * neighbour inside is accepted, or a value further inside that nothing else could set apart. Beyond it: accepted is a failure;
 * refused is evidence only if the bound is accepted. What keeps the bound is asked for twice: one refusal may be an accident.
 * If all are refused, because a code is looked up in the catalog, say, the bound shows by their statuses: one that keeps
 * it is refused as one that breaks it, and not as its neighbours.
 * A row that is accepted shows each payload of it to be accepted; otherwise they are sent alone.
 *
 * @param accepts how an accepted response is recognised, if more than one thing can be refused.
 * @throws NotExercised if a payload well inside the bounds is rejected too.
 */
export async function tryPayload(
  { row, valid, body, control, further = [], breaker, blank, field: name, keyword = '' }: Tried,
  send: Send,
  accepts: (exchange: Exchange) => boolean = isAccepted,
): Promise<void> {
  const together = row === undefined ? undefined : await send(row);
  const shown = together !== undefined && accepts(together);
  if (valid && shown) return expect(together).toBeAccepted(accepts);
  let exchange = await send(body);
  if (valid && isOfFirewall(exchange))
    throw new NotExercised('what refuses it may be a firewall before the service, for its signs');
  if (!accepts(exchange) && !shown) {
    const { inside, refused } = await findInside([control, ...further], send, accepts);
    if (inside === undefined && breaker !== undefined) {
      const { status } = exchange.response;
      const isApart = status < 500 && !refused.includes(status);
      if (isApart && (await send(breaker)).response.status === status)
        return expect(exchange).toBeAccepted(accepts);
    }
    // A payload that was accepted before may be refused by now, for lack of funds, say.
    if (inside === undefined || (valid && !accepts(await send(inside, true))))
      throw new NotExercised('inconclusive: a payload well inside the bounds is rejected too');
    if (valid) exchange = (await ifExercised(send(body, true))) ?? exchange;
  }
  if (valid) return expect(exchange).toBeAccepted(accepts);
  if (blank && name && accepts(exchange) && !repeats(exchange, name, body))
    throw new NotExercised(
      'the value is accepted without the blanks around it, which is left open',
    );
  expect(exchange, leniences[keyword]).toBeRefused(accepts);
}

/** True if a request with signs of markup or of quotes was refused otherwise than in JSON, in which the routes answer. */
const isOfFirewall = (exchange: Exchange): boolean => {
  const { status } = exchange.response;
  const hasSigns = /['<>&;]|\\"/.test(exchange.request.body ?? '');
  return hasSigns && status >= 400 && status < 500 && !isJson(exchange);
};

/** True if the response has a value as it was sent: nothing was dropped before it was looked at. */
const repeats = (exchange: Exchange, name: string, body: unknown): boolean =>
  isObject(body) && field(exchange, 'data', name) === body[name];

/** The first body that is accepted, and the statuses of those before it. */
async function findInside(
  bodies: readonly unknown[],
  send: Send,
  accepts: (exchange: Exchange) => boolean,
): Promise<{ readonly inside?: unknown; readonly refused: readonly number[] }> {
  const refused: number[] = [];
  for (const body of bodies) {
    const exchange = await send(body);
    if (accepts(exchange)) return { inside: body, refused };
    refused.push(exchange.response.status);
  }
  return { refused };
}

// Payloads that are generated.

/** The bound of cases whose payloads may cost a target much: an honest one need not show them. */
export const generatedBeyond = 'generated payloads that break it';

/** Payloads that shrinking may send at most. */
const shrinkingCap = 30;

type Body = Readonly<Record<string, unknown>>;

/**
 * Fields that depend on the catalog may be refused for other reasons than their bounds; recipients are those of the settings; the
 * order of two dates is left open; and other limits are sent anyway.
 */
const settled = new Set([
  'productCode',
  'merchant',
  'currency',
  'valuePurchased',
  'recipientEmail',
  'fromDate',
  'toDate',
  'limit',
]);

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

const valuesKeeping = (schema: ObjectSchema, field: string): fc.Arbitrary<unknown> | undefined => {
  const part = schema.properties[field];
  return part && !settled.has(field) ? valid(part) : undefined;
};

/**
 * Payloads about one field that keep its schema.
 *
 * @returns undefined if there is nothing to generate.
 */
export const keeping = (
  schema: ObjectSchema,
  base: Body,
  field: string,
): fc.Arbitrary<Payload> | undefined =>
  valuesKeeping(schema, field)?.map(toPayload(base, field, 'valid', true));

/**
 * Payloads about one field that break one of `keywords`.
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

/** `runs` bodies in which every field that can be generated has a generated value. */
function bodiesKeeping(schema: ObjectSchema, base: Body, options: Options): Body[] {
  const fields = Object.keys(schema.properties).flatMap(field => {
    const values = valuesKeeping(schema, field);
    return values ? [[field, values] as const] : [];
  });
  return fc
    .sample(fc.record(Object.fromEntries(fields)), { seed: options.seed, numRuns: options.runs })
    .map(values => ({ ...base, ...values }));
}

/** Judges bodies of many generated fields; if one of them is refused, the payloads about one field. */
async function tryKeeping(
  bodies: readonly Body[],
  alone: fc.Arbitrary<Payload>,
  send: Send,
  options: Options,
  accepts: (exchange: Exchange) => boolean = isAccepted,
): Promise<void> {
  for (const body of bodies) {
    const exchange = await send(body);
    if (!accepts(exchange)) return tryGenerated(alone, send, options, accepts);
    expect(exchange).toBeAccepted(accepts);
  }
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
  let judged = 0;
  let hidden: unknown;
  const property = fc.asyncProperty(payloads, async payload => {
    if (stopped !== undefined) return;
    if (failure !== undefined && ++afterFailure > shrinkingCap) return;
    try {
      await tryPayload(payload, send, accepts);
      judged += 1;
    } catch (error) {
      if (!(error instanceof ExpectationFailed)) {
        // Something else refuses this one; another may show it.
        if (error instanceof NotExercised) hidden = error;
        else stopped = error;
        return;
      }
      failure = error;
      throw error;
    }
  });
  const result = await fc.check(property, { seed: options.seed, numRuns: options.runs });
  if (stopped !== undefined) throw stopped;
  if (judged === 0 && failure === undefined && hidden !== undefined) throw hidden;
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
  if (target.runs === 0 || !fields) return;
  const broken = fields.flatMap(field => {
    const arbitrary = breaking(schema, base, field, keywords);
    return arbitrary ? [{ field, bound: generatedBeyond, arbitrary }] : [];
  });
  if (broken.length > 0)
    await each(broken, ({ arbitrary }) => tryGenerated(arbitrary, send, target, accepts));
  const kept = fields.flatMap(field => {
    const arbitrary = keeping(schema, base, field);
    return arbitrary ? [{ field, bound: 'generated payloads that keep it', arbitrary }] : [];
  });
  const bodies = bodiesKeeping(schema, base, target);
  if (kept.length > 0)
    await each(kept, ({ arbitrary }) => tryKeeping(bodies, arbitrary, send, target, accepts));
}
