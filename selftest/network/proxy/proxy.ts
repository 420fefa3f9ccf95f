/** A proxy between the suite and a healthy server, which does a fault to what passes, and records each request. */
import { createHash } from 'node:crypto';
import { Agent } from 'node:http';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import tls, { type TlsOptions } from 'node:tls';
import {
  type Answer,
  forwardTo,
  framed,
  headerOf,
  onRequests,
  type RawRequest,
  send,
} from './http.ts';

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
  /** The keys of the healthy server, and the setting that has each. */
  readonly keys: ReadonlyMap<string, string>;

  /** @param settings of the healthy server, which name its keys. */
  constructor(settings: Readonly<Record<string, string>>) {
    const keys = Object.entries(settings).filter(([name]) => /KEY/.test(name));
    this.keys = new Map(keys.map(([name, value]) => [value, name]));
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
    const key = sent === '' ? 'none' : (this.keys.get(sent) ?? 'unknown');
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

/** One request on its way. */
export interface Visit {
  readonly request: RawRequest;
  readonly seen: Visited;
  readonly socket: Socket;
  readonly proxy: Proxy;
  /** Sends it to the healthy server, once more each time. */
  forward(): Promise<Answer>;
}

/** Answers a request in place of an honest answer. */
export type Strike = (visit: Visit) => unknown;

export interface ProxyFault {
  /** Decides for each request; made anew for each proxy. */
  when(): (seen: Visited, records: Records) => boolean;
  readonly strike: Strike;
  /** @returns whether the connection is served. */
  readonly accept?: (socket: Socket, proxy: Proxy) => boolean;
  /** Serves TLS. */
  readonly tls?: () => TlsOptions;
}

export interface Proxy {
  readonly origin: string;
  /** Another host, as far as a client can see. */
  readonly elsewhere: string;
  readonly records: Records;
  /** Connections that are open. */
  open(): number;
  /** Refuses connections from now on, and cuts those that there are. */
  leave(): void;
  /** Accepts connections at the same address again. */
  comeBack(): void;
  /** Called when it closes. */
  onClose(also: () => void): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of a healthy server that strikes by the fault. */
export async function startProxy(
  healthy: { readonly origin: string; readonly settings: Readonly<Record<string, string>> },
  fault: ProxyFault,
): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  const sockets = new Set<Socket>();
  const records = new Records(healthy.settings);
  const strikes = fault.when();
  const onClose: (() => void)[] = [];

  const keep = (socket: Socket) => {
    sockets.add(socket);
    // The client may hang up first.
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
  };
  const serve = (socket: Socket) => {
    keep(socket);
    const connection = ++records.connections;
    if (fault.accept?.(socket, proxy) === false) return;
    onRequests(socket, async request => {
      const seen = records.add(request, connection);
      const forward = async () => {
        const answer = await forwardTo(healthy.origin, agent, request);
        seen.reached.push(answer.status);
        return answer;
      };
      seen.struck = strikes(seen, records);
      if (seen.struck) await fault.strike({ request, seen, socket, proxy, forward });
      else await send(socket, framed(await forward()));
    });
  };
  const server = fault.tls ? tls.createServer(fault.tls(), serve) : net.createServer(serve);
  // Of a TLS server, those whose handshake goes wrong are here only.
  server.on('connection', keep).on('tlsClientError', () => {});
  const other = net.createServer(socket => {
    keep(socket);
    onRequests(socket, async request => {
      records.addElsewhere(request);
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
    });
  });
  const port = await listen(server);
  const otherPort = await listen(other);
  let closed = false;
  const leave = () => {
    if (server.listening) server.close();
    for (const socket of sockets) socket.destroy();
  };
  const proxy: Proxy = {
    origin: `${fault.tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    elsewhere: `http://localhost:${otherPort}`,
    records,
    open: () => sockets.size,
    leave,
    comeBack: () => void (closed || server.listen(port, '127.0.0.1')),
    onClose: also => void onClose.push(also),
    async close() {
      closed = true;
      leave();
      for (const each of onClose) each();
      other.close();
      agent.destroy();
    },
  };
  return proxy;
}

/** @returns the port that was free. */
async function listen(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
