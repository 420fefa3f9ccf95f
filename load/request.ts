/** Requests of the k6 scripts: composed from a route, and passed by the guard as every request of the contract half is. */
import { boundsOf, guard } from '../fixtures/client/guard.ts';
import type { Target } from '../fixtures/config/target.ts';
import type { Route } from '../schemas/routes.ts';

/** One way to call a route. */
export interface Variant {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: readonly (readonly [name: string, value: string | number])[];
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** A request that may be sent, without its key. */
export interface GuardedRequest {
  /** Of the route. */
  readonly id: string;
  readonly method: string;
  readonly url: string;
  /** JSON. */
  readonly body: string | null;
}

/** @throws SuiteError, NotExercised as the guard does. */
export function compose(target: Target, route: Route, variant: Variant = {}): GuardedRequest {
  const { id, method } = route;
  const url = urlOf(target.baseUrl, route, variant);
  guard(boundsOf(target), route, { method, url });
  const body = variant.body === undefined ? null : JSON.stringify(variant.body);
  return { id, method, url, body };
}

function urlOf(baseUrl: string, route: Route, { params = {}, query = [] }: Variant): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const pairs = query.map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return baseUrl + path + (pairs.length > 0 ? `?${pairs.join('&')}` : '');
}

/** encodeURIComponent leaves `'` alone, and URL parsers rewrite it. */
const encode = (value: string | number) => encodeURIComponent(value).replaceAll("'", '%27');
