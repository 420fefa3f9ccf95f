/** Runs a proxy between the suite and a healthy server, which strikes by a fault and records each request. */
import { createHash } from 'node:crypto';
import http, { Agent, type IncomingMessage } from 'node:http';
import https, { type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { type Answer, forwardTo, framed, type RawRequest, readRequest, send } from './http.ts';

export interface Visited {
  /** Number of the request in order of arrival, from 1. */
  readonly number: number;
  /** Time of the request, in milliseconds since 1970. */
  readonly at: number;
  /** True if the connection had an earlier request. */
  readonly isOnKept: boolean;
  readonly method: string;
  readonly path: string;
  /** Setting with the key, or `none` or `unknown`. */
  readonly key: string;
  /** Digest of method, path, key and body, which is the same for a repeated request. */
  readonly digest: string;
  readonly spends: boolean;
  /** True if a redirect led the request to another host name. */
  readonly isElsewhere: boolean;
  /** Statuses of the healthy server, one for each time that the request was forwarded. */
  readonly reached: number[];
}

/** Lists routes whose accepted requests cost money. */
const spending = /\/(orders(\/bulk)?|actions\/send_(bulk_)?vouchers?)$/;
const goodKeys: readonly string[] = ['GV_API_KEY', 'GV_AUTOMATION_KEY'];

export class Records {
  readonly visits: Visited[] = [];
  /** Maps the keys of the healthy server to their settings. */
  readonly #keys: ReadonlyMap<string, string>;

  /** @param settings of the healthy server, which name its keys. */
  constructor(settings: Readonly<Record<string, string>> = {}) {
    const keys = Object.entries(settings).filter(([name]) => /KEY/.test(name));
    this.#keys = new Map(keys.map(([name, value]) => [value, name]));
  }

  add({ method, target, headers, body }: RawRequest, isOnKept: boolean): Visited {
    const header = (name: string) =>
      headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? '';
    const sent = header('x-api-key');
    const key = sent === '' ? 'none' : (this.#keys.get(sent) ?? 'unknown');
    const [path = ''] = target.split('?');
    const digest = createHash('sha256').update(`${method} ${target} ${key}\n`).update(body);
    const visited: Visited = {
      number: this.visits.length + 1,
      at: Date.now(),
      isOnKept,
      method,
      path,
      key,
      digest: digest.digest('hex'),
      spends: method === 'POST' && spending.test(path) && goodKeys.includes(key),
      isElsewhere: header('host').startsWith('localhost'),
      reached: [],
    };
    this.visits.push(visited);
    return visited;
  }

  /** Seconds from the first request to the last request. */
  get seconds(): number {
    return ((this.visits.at(-1)?.at ?? 0) - (this.visits[0]?.at ?? 0)) / 1000;
  }

  /** Counts for each purchase how often the suite sent it and the server accepted it, by digest. */
  get purchases(): ReadonlyMap<string, number> {
    const counted = new Map<string, number>();
    for (const { spends, digest, reached } of this.visits)
      if (spends && reached.some(status => status >= 200 && status < 300))
        counted.set(digest, (counted.get(digest) ?? 0) + 1);
    return counted;
  }
}

/** Holds a request that passes the proxy. */
export interface Visit {
  readonly request: RawRequest;
  readonly seen: Visited;
  readonly socket: Socket;
  readonly proxy: Proxy;
  /** Sends the request to the healthy server. Each call sends it again. */
  forward(): Promise<Answer>;
}

/** Responds to a request instead of the server. */
export type Strike = (visit: Visit) => unknown;

export interface ProxyFault {
  /** Returns a predicate of requests. Called once for each proxy. */
  when(): (seen: Visited, records: Records) => boolean;
  readonly strike: Strike;
  /** Serves TLS. */
  readonly tls?: () => ServerOptions;
}

export interface Proxy {
  readonly origin: string;
  /** Address with another host name. */
  readonly elsewhere: string;
  readonly records: Records;
  /** Refuses new connections, and cuts the open connections. */
  leave(): void;
  /** Accepts connections at the same address again. */
  comeBack(): void;
  close(): void;
}

/** Starts a proxy in front of a healthy server that strikes by the fault. */
export async function startProxy(
  healthy: { readonly origin: string; readonly settings: Readonly<Record<string, string>> },
  { when, strike, tls: secure }: ProxyFault,
): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  const known = new WeakSet<Socket>();
  const records = new Records(healthy.settings);
  const isStruck = when();

  const serve = async (incoming: IncomingMessage) => {
    const { socket } = incoming;
    const isOnKept = known.has(socket);
    known.add(socket);
    const request = await readRequest(incoming);
    const seen = records.add(request, isOnKept);
    const forward = async () => {
      const answer = await forwardTo(healthy.origin, agent, request);
      seen.reached.push(answer.status);
      return answer;
    };
    const applied = isStruck(seen, records) ? strike : honest;
    await applied({ request, seen, socket, proxy, forward });
  };
  const onRequest = (incoming: IncomingMessage) =>
    void serve(incoming).catch(() => incoming.socket.destroy());
  const server = secure ? https.createServer(secure(), onRequest) : http.createServer(onRequest);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let closed = false;
  const leave = () => {
    if (server.listening) server.close();
    server.closeAllConnections();
  };
  const proxy: Proxy = {
    origin: `${secure ? 'https' : 'http'}://127.0.0.1:${port}`,
    elsewhere: `http://localhost:${port}`,
    records,
    leave,
    comeBack: () => void (closed || server.listen(port, '127.0.0.1')),
    close() {
      closed = true;
      leave();
      agent.destroy();
    },
  };
  return proxy;
}

/** Sends the response of the server. */
export const honest: Strike = async ({ socket, forward }) => send(socket, framed(await forward()));
