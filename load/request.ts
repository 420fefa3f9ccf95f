/** Composes the requests of the k6 scripts from routes, and checks them with the guard, like every request of the contract half. */
import { boundsOf, guard } from '../harness/client/guard.ts';
import type { Target } from '../harness/config/target.ts';
import type { Route } from '../schemas/routes.ts';

/** Parameters of a call to a route. */
export interface Variant {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: readonly (readonly [name: string, value: string | number])[];
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** Request that the guard has passed, without its key. */
export interface GuardedRequest {
  /** Id of the route. */
  readonly id: string;
  readonly method: string;
  readonly url: string;
  /** Body as JSON. */
  readonly body: string | null;
}

/** @throws SuiteError, NotExercised like the guard. */
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

/** Encodes a value, including `'`, which encodeURIComponent keeps and URL parsers change. */
const encode = (value: string | number) => encodeURIComponent(value).replaceAll("'", '%27');

const plain =
  /^(https?):\/\/(?:([^/?#@]*)@)?([a-z0-9.-]+|\[[0-9a-f:]+\])(?::(\d+))?([^?#]*)(\?[^#]*)?(#.*)?$/i;
/** Matches characters that a URL parser would change. A URL with such a character is rejected. */
const odd = /[^\x21-\x7e]|["<>\\^`{|}]/;
const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443' };

/**
 * Parses plain http(s) addresses exactly as every URL parser does. It replaces URL in k6, which has none, and provides all that the guard and
 * the settings need, so that both run in k6 unchanged. Node keeps its own URL.
 */
export class PlainUrl {
  readonly href: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly origin: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;

  /** @throws TypeError unless the address is a plain http(s) address. */
  constructor(text: string) {
    const match = odd.test(text) ? null : plain.exec(text);
    if (!match) throw new TypeError('Invalid URL');
    const [, scheme = '', user = '', host = '', port, path = '', search = '', hash = ''] = match;
    const name = scheme.toLowerCase();
    this.protocol = `${name}:`;
    [this.username = '', this.password = ''] = user.split(':');
    const shownPort = port === undefined || port === defaultPorts[name] ? '' : `:${port}`;
    this.origin = `${name}://${host.toLowerCase()}${shownPort}`;
    this.pathname = withoutDots(path);
    this.search = search;
    this.hash = hash;
    this.href = `${this.origin}${this.pathname}${search}${hash}`;
  }
}

/** Resolves dot segments, also percent-encoded ones, as every URL parser does: `/a/./b/../c` becomes `/a/c`. */
function withoutDots(path: string): string {
  const kept: string[] = [];
  const parts = path.replaceAll(/%2e/gi, '.').split('/').slice(1);
  const raw = path.split('/').slice(1);
  parts.forEach((part, index) => {
    const last = index === parts.length - 1;
    if (part === '..') kept.pop();
    else if (part !== '.') kept.push(raw[index] ?? '');
    if (last && (part === '.' || part === '..')) kept.push('');
  });
  return `/${kept.join('/')}`;
}

const known: { URL?: unknown } = globalThis;
known.URL ??= PlainUrl;
