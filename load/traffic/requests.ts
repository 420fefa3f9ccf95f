/** Requests prepared before the load: composed, guarded, weighted. */
import type { Target } from '../../fixtures/config/target.ts';
import { compose, type GuardedRequest, type Variant } from '../request.ts';
import type { Part } from './mix.ts';
import { slots } from './user/sample.ts';

/** A request as it is sent, without its key. */
export interface Prepared extends GuardedRequest {
  readonly name: string;
  readonly key: 'business' | 'automation';
  /** Requests of one gate wait for the same `retry-after`: those of a limiter, or of the route itself. */
  readonly gate: string;
}

/** @throws SuiteError, NotExercised as the guard does. */
export function prepare(
  target: Target,
  { name, route }: Pick<Part, 'name' | 'route'>,
  variant: Variant = {},
): Prepared {
  return {
    ...compose(target, route, variant),
    name,
    key: route.family === 'business' ? 'business' : 'automation',
    gate: route.limiter ?? name,
  };
}

/** Requests of one part that worked before the load. */
export interface ReadyPart {
  readonly weight: number;
  readonly requests: readonly Prepared[];
}

/** Requests, and a table of their indices to pick from by number. */
export interface Picks {
  readonly requests: readonly Prepared[];
  readonly table: readonly number[];
}

/**
 * Every part has slots by its weight, spread evenly, and its requests take turns.
 */
export function spread(parts: readonly ReadyPart[]): Picks {
  const all = parts.reduce((sum, { weight }) => sum + weight, 0);
  const state = parts.map(({ weight, requests }) => ({ weight, requests, due: 0, turn: 0 }));
  const requests = parts.flatMap(each => each.requests);
  const table = Array.from({ length: slots }, () => {
    for (const each of state) each.due += each.weight;
    const next = state.reduce((a, b) => (b.due > a.due ? b : a));
    next.due -= all;
    return requests.indexOf(next.requests[next.turn++ % next.requests.length]!);
  });
  return { requests, table };
}
