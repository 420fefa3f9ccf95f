/** Requests of the k6 scripts: composed from a route, and passed by the guard as every request of the contract half is. */
import { boundsOf, guard } from '../harness/client/guard.ts';
import type { Target } from '../harness/config/target.ts';
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

/** Stands for the id at the end of the URL that the guard has checked. */
export const placeholder = 'ID';

/**
 * Returns the poll of an order request, whose id is known only during the load.
 *
 * @returns undefined for an id that would lead to another route: encoded, all others stay in their segment of the path.
 */
export const pollOf = <Poll extends GuardedRequest>(poll: Poll, id: string): Poll | undefined =>
  ['', '.', '..'].includes(id)
    ? undefined
    : { ...poll, url: poll.url.slice(0, -placeholder.length) + encodeURIComponent(id) };

const plain =
  /^(https?):\/\/(?:([^/?#@]*)@)?([a-z0-9.-]+|\[[0-9a-f:]+\])(?::(\d+))?([^?#]*)(\?[^#]*)?(#.*)?$/i;
/** Matches characters that a parser would have to rewrite: a URL with one is rejected. */
const odd = /[^\x21-\x7e]|["<>\\^`{|}]/;
const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443' };

/**
 * A plain http(s) address, read as every parser of URLs reads it. k6 has no URL: this one takes its place there, and is all that
 * guard and settings need, so that both run in k6 unchanged. In Node the platform's stays.
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

  /** @throws TypeError for anything but a plain http(s) address. */
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

/** `/a/./b/../c` -> `/a/c`, dots in percent-encoding included, as every parser of URLs does it. */
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
