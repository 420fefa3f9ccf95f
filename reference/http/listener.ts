import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { parse } from 'node:querystring';
import { routes, unmatched, type Route, type RouteName } from '../routes/index.ts';
import type { Incoming, ReferenceOptions, Reply } from '../types.ts';
import type { World } from '../world.ts';
import { findKey, sentKey, respond } from './pipeline.ts';

const bodyLimit = 16 * 2 ** 20;

export interface Listening {
  readonly host: string;
  readonly port: number;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** Starts a server. Rejects if the address is not available. */
export async function listen(
  listener: RequestListener,
  { port, host }: { port: number; host: string },
): Promise<Listening> {
  // On a busy machine a client may write to a connection that Node closes after five seconds, its
  // default.
  const server = createServer({ keepAliveTimeout: 72_000 }, listener);
  server.listen(port, host);
  await once(server, 'listening');
  const { address, family, port: own } = server.address() as AddressInfo;
  return {
    host: family === 'IPv6' ? `[${address}]` : address,
    port: own,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Serves one world, with all routes below `mount`. */
export function serve(
  world: World,
  mount: string,
  onRequest?: ReferenceOptions['onRequest'],
): RequestListener {
  const find = router(world, mount);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { name, route, params } = find(request);
    const incoming = { ...readHead(request, mount), ...(await readBody(request)) };
    const whole: Incoming = { ...incoming, route: name, params };
    const keyRole = findKey(whole, world)?.role ?? (sentKey(whole) ? 'unknown' : 'none');
    const reply = await respond(whole, world, route);
    onRequest?.({ method: whole.method, url: request.url!, keyRole, status: reply.status });
    send(response, reply);
  };
  return (request, response) => void answer(request, response);
}

interface Match {
  readonly name: Incoming['route'];
  readonly route: Route;
  readonly params: Incoming['params'];
}

/** Returns a function that finds the route of a request. Decoded segments are compared, so `%61` is `a`. */
function router(world: World, mount: string): (request: IncomingMessage) => Match {
  const table = (Object.keys(routes) as RouteName[]).map(name => {
    const [method, template = ''] = name.split(' ');
    const path = name.endsWith('/orders/bulk')
      ? `/api/v1/business${world.rules.names.bulkPath}`
      : template;
    return { name, method, parts: (mount + path).split('/') };
  });
  return request => {
    const segments = decoded(target(request).path.split('/'));
    for (const { name, method, parts } of table) {
      const params = method === request.method && segments && matched(parts, segments);
      if (params) return { name, route: routes[name], params };
    }
    return { name: 'unmatched', route: unmatched, params: {} };
  };
}

function matched(
  parts: readonly string[],
  segments: readonly string[],
): Match['params'] | undefined {
  if (parts.length !== segments.length) return undefined;
  const params: Match['params'] = {};
  for (const [at, part] of parts.entries())
    if (part.startsWith('{')) params[part.slice(1, -1)] = segments[at]!;
    else if (part !== segments[at]) return undefined;
  return params;
}

/** Returns undefined if a segment cannot be decoded. */
function decoded(segments: readonly string[]): readonly string[] | undefined {
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** Returns path and query as they were sent. */
function target(request: IncomingMessage): { readonly path: string; readonly rawQuery: string } {
  const [path = ''] = request.url!.split('?', 1);
  return { path, rawQuery: request.url!.slice(path.length + 1) };
}

/** Reads everything but the body. */
function readHead(request: IncomingMessage, mount: string): Omit<Incoming, 'route' | 'params'> {
  const { path, rawQuery } = target(request);
  return {
    method: request.method!,
    path: path.slice(mount.length),
    query: { ...parse(rawQuery, '&', '=', { maxKeys: 0 }) } as Incoming['query'],
    rawQuery,
    headers: { ...request.headers },
    headerNames: request.rawHeaders.filter((_, at) => at % 2 === 0),
    body: undefined,
    ip: (request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
  };
}

/**
 * Reads the body, unless the request is a GET. Malformed JSON is recorded and not rejected here, because the key check comes
 * first. Never resolves if the client disconnects.
 */
async function readBody(
  request: IncomingMessage,
): Promise<Partial<Pick<Incoming, 'body' | 'rawBody' | 'bodyError'>>> {
  if (request.method === 'GET' || request.method === 'HEAD') return {};
  const bytes = await new Promise<Buffer | undefined>(done => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > bodyLimit) done(undefined);
      else chunks.push(chunk);
    });
    request.on('end', () => done(Buffer.concat(chunks)));
  });
  if (!bytes) return { bodyError: 'Request body is too large' };
  const rawBody = bytes.toString('utf8');
  if (rawBody === '') return {};
  try {
    return { rawBody, body: JSON.parse(rawBody) };
  } catch {
    return { rawBody, bodyError: 'the body is not valid JSON' };
  }
}

function send(response: ServerResponse, { status, headers, body = '' }: Reply): void {
  const content = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  // Node's own header uses the clock of the machine, but a world may have another clock.
  response.setHeader('Date', new Date().toUTCString());
  // A 204 has no body, and no headers about a body.
  if (status !== 204) {
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.setHeader('content-length', Buffer.byteLength(content));
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.writeHead(status).end(content);
}
