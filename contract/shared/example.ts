/** Exchanges by what a judgement makes of them; bodies are the samples of the schemas where there are any. */
import type { Exchange } from '../../schemas/records/exchange.ts';
import type { RequirementId } from '../statements.ts';
import type { Given } from '../../fixtures/run/judgement.ts';

/** An exchange that fails; of a judgement with parts, those of its parts that it fails. */
type Failing = Exchange | readonly [exchange: Exchange, ...parts: string[]];

/** Each exchange stands under the fact that it shows. */
type ByFact<T = Exchange> = Readonly<Record<string, T>>;

export interface Examples {
  readonly passes: ByFact;
  readonly fails: ByFact<Failing>;
  /** Spoken of, but they do not show it. */
  readonly inconclusive?: ByFact;
  /** Not spoken of. */
  readonly ignores?: ByFact;
  /** Settings beside those of all examples. */
  readonly given?: Given;
}

export type ExamplesById = Readonly<Partial<Record<RequirementId, Examples>>>;

type Body = Readonly<Record<string, unknown>>;

/** One exchange for each field of a body: its value has another type, which fails the part of that name. */
export function wrongFields(
  body: Body,
  toExchange: (body: Body) => Exchange,
  partOf: (field: string) => string = field => field,
): ByFact<Failing> {
  return Object.fromEntries(
    Object.entries(body).map(([field, value]) => [
      `${field} has another type`,
      [toExchange({ ...body, [field]: Array.isArray(value) ? 'text' : [[0]] }), partOf(field)],
    ]),
  );
}

/** A body without one of its fields. */
export const without = (body: Body, field: string): Body => {
  const { [field]: _, ...rest } = body;
  return rest;
};
