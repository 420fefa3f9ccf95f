/** Forwards requests, and writes responses as bytes. */
import http, { STATUS_CODES } from 'node:http';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

type Headers = readonly (readonly [name: string, value: string])[];

export interface RawRequest {
  readonly method: string;
  /** Path with the query. */
  readonly target: string;
  readonly headers: Headers;
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** Names headers that differ on each side of a proxy. */
const ownOfConnection = /^(connection|keep-alive|transfer-encoding|content-length)$/i;

/** Returns the headers that a proxy passes on. */
const forwardedHeaders = ({ rawHeaders }: http.IncomingMessage): Headers =>
  rawHeaders.flatMap((name, at) =>
    at % 2 === 0 && !ownOfConnection.test(name) ? [[name, rawHeaders[at + 1]!] as const] : [],
  );

/** Reads a whole request. */
export const readRequest = async (incoming: http.IncomingMessage): Promise<RawRequest> => ({
  method: incoming.method ?? '',
  target: incoming.url ?? '',
  headers: forwardedHeaders(incoming),
  body: await buffer(incoming),
});

/** Forwards a request, and reads the whole response. */
export async function forwardTo(
  origin: string,
  agent: http.Agent,
  { method, target, headers, body }: RawRequest,
): Promise<Answer> {
  const length = body.length > 0 ? ['Content-Length', `${body.length}`] : [];
  const all = [...headers.flat(), ...length];
  const outgoing = http.request(`${origin}${target}`, { method, agent, headers: all });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [http.IncomingMessage];
  const status = incoming.statusCode ?? 0;
  return { status, headers: forwardedHeaders(incoming), body: await buffer(incoming) };
}

const emptyOnes: readonly number[] = [204, 304];

/** Returns status line and headers, with the empty line. */
export function headOf({ status, headers }: Answer, more: readonly string[] = []): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, ...more, '', ''].join('\r\n');
}

/** Joins bytes and texts of Latin-1. */
export const bytes = (...parts: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map(each => (typeof each === 'string' ? Buffer.from(each, 'latin1') : each)));

/** Returns the bytes of a response, framed as an honest server does. */
export function framed(answer: Answer): Buffer {
  const length = emptyOnes.includes(answer.status)
    ? []
    : [`Content-Length: ${answer.body.length}`, 'Connection: keep-alive'];
  return bytes(headOf(answer, length), answer.body);
}

/** Returns a response of the proxy. */
export const answer = (
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = { 'Content-Type': 'application/json' },
): Answer => ({ status, headers: Object.entries(headers), body: Buffer.from(body) });

/** Sends bytes, and returns true when the other side has received them and still reads. */
export async function send(socket: Socket, text: string | Buffer): Promise<boolean> {
  if (socket.destroyed || !socket.writable) return false;
  if (socket.write(bytes(text))) return true;
  const taken = new AbortController();
  const { signal } = taken;
  await Promise.race([once(socket, 'drain', { signal }), once(socket, 'close', { signal })]);
  taken.abort();
  return socket.writable;
}
