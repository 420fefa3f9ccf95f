/** Records of a proxy: each request, and what became of it. */
import { createHash } from 'node:crypto';
import { headerOf, type RawRequest } from './request.ts';

export interface Visited {
  /** From 1, as they came. */
  readonly number: number;
  /** Milliseconds since the proxy started. */
  readonly at: number;
  readonly connection: number;
  readonly method: string;
  readonly path: string;
  /** The setting that has the key; `none` or `unknown`. */
  readonly key: string;
  /** Bytes of the body. */
  readonly size: number;
  /** Of method, path, key and body: equal for a request that is sent again. */
  readonly digest: string;
  readonly spends: boolean;
  /** The fault applied to it. */
  struck: boolean;
  /** Statuses of the healthy server behind; one for each time that it was forwarded. */
  readonly reached: number[];
}

/** Routes that take money where they are accepted. */
const spending = /\/(orders(\/bulk)?|actions\/send_(bulk_)?vouchers?)$/;
const goodKeys: readonly string[] = ['GV_API_KEY', 'GV_AUTOMATION_KEY'];

export class Records {
  readonly visits: Visited[] = [];
  /** Requests that came to another host than the target, by what they carried. */
  readonly elsewhere: { readonly carriesKey: boolean }[] = [];
  connections = 0;
  readonly #startedAt = Date.now();
  readonly #keys: ReadonlyMap<string, string>;

  /** @param settings of the healthy server, which name its keys. */
  constructor(settings: Readonly<Record<string, string>>) {
    const keys = Object.entries(settings).filter(([name]) => /KEY/.test(name));
    this.#keys = new Map(keys.map(([name, value]) => [value, name]));
  }

  /** Milliseconds since the proxy started. */
  get now(): number {
    return Date.now() - this.#startedAt;
  }

  /** When the fault met its first request. */
  get struckAt(): number | undefined {
    return this.visits.find(({ struck }) => struck)?.at;
  }

  add(request: RawRequest, connection: number): Visited {
    const { method, target, body } = request;
    const sent = headerOf(request, 'x-api-key');
    const key = sent === '' ? 'none' : (this.#keys.get(sent) ?? 'unknown');
    const [path = ''] = target.split('?');
    const digest = createHash('sha256').update(`${method} ${target} ${key}\n`).update(body);
    const visited: Visited = {
      number: this.visits.length + 1,
      at: this.now,
      connection,
      method,
      path,
      key,
      size: body.length,
      digest: digest.digest('hex').slice(0, 16),
      spends: method === 'POST' && spending.test(path) && goodKeys.includes(key),
      struck: false,
      reached: [],
    };
    this.visits.push(visited);
    return visited;
  }

  addElsewhere(request: RawRequest): void {
    this.elsewhere.push({ carriesKey: headerOf(request, 'x-api-key') !== '' });
  }

  /** Number of times that the server accepted each spending request, by digest. */
  get purchases(): ReadonlyMap<string, number> {
    const counted = new Map<string, number>();
    for (const { spends, digest, reached } of this.visits) {
      if (!spends) continue;
      const accepted = reached.filter(status => status >= 200 && status < 300).length;
      if (accepted > 0) counted.set(digest, (counted.get(digest) ?? 0) + accepted);
    }
    return counted;
  }
}
