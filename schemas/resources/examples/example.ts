/**
 * Samples of bodies are typed by hand from the specification, so that a slip in a schema shows.
 */
import type { Schema } from '../../schema.ts';

export type Body = Readonly<Record<string, unknown>>;

export interface Sample {
  readonly schema: Schema;
  readonly body: Body;
  /** Names of the fields that a body must have, none of them null; separated by spaces. */
  readonly required: string;
  /** Changes that keep the body valid, by the fact they show; an undefined field is taken away. */
  readonly valid?: Readonly<Record<string, Body>>;
  /** Changes that make it invalid. */
  readonly invalid?: Readonly<Record<string, Body>>;
}

export const at = '2026-01-31T10:20:30.456Z';
export const dated = { createdAt: at, updatedAt: at };
export const paging = { total: 1, page: 1, totalPages: 1 };

/** One change for each field of a part of a body: the part lacks it. */
export function lacking(part: Body, change: (part: Body) => Body): Record<string, Body> {
  return Object.fromEntries(
    Object.keys(part).map(field => [
      `a part has no ${field}`,
      change({ ...part, [field]: undefined }),
    ]),
  );
}
