/** Requests made ready before the load: composed, guarded, weighted. */
import { guard, type Cost } from '../../fixtures/client/guard.ts';
import type { Target } from '../../fixtures/config/target.ts';
import type { Route } from '../../schemas/routes.ts';
import type { Part, SlimRoute, Variant } from './mix.ts';
import { slots } from './sample.ts';

/** What the guard looks at: k6 has no whole Target. */
export type Guarded = Pick<Target, 'baseUrl' | 'origin' | 'profile' | 'allow' | 'values'>;

/** A request as it is sent, its key apart. */
export interface Prepared {
  readonly name: string;
  /** Of the route. */
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly body: string | null;
  readonly key: 'business' | 'automation';
  /** Whose `retry-after` holds for it: its limiter, or the route itself. */
  readonly gate: string;
}

/**
 * Composes a request and asks the guard, as every request of the contract half does.
 *
 * @param spent before it, per currency.
 * @throws SuiteError, NotExercised as the guard does.
 */
export function prepare(
  target: Guarded,
  { name, route }: Pick<Part, 'name' | 'route'>,
  variant: Variant = {},
  costs: readonly Cost[] = [],
  spent: Readonly<Record<string, number>> = {},
): Prepared {
  const url = urlOf(target.baseUrl, route, variant);
  guard(target as Target, route as Route, url, costs, spent);
  return {
    name,
    id: route.id,
    method: route.method,
    url,
    body: variant.body === undefined ? null : JSON.stringify(variant.body),
    key: route.family === 'business' ? 'business' : 'automation',
    gate: route.limiter ?? name,
  };
}

function urlOf(baseUrl: string, route: SlimRoute, { params = {}, query = [] }: Variant): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const pairs = query.map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return baseUrl + path + (pairs.length > 0 ? `?${pairs.join('&')}` : '');
}

/** `'` is left alone by the language and rewritten by parsers of URLs. */
const encode = (value: string | number) => encodeURIComponent(value).replaceAll("'", '%27');

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
