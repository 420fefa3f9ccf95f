/** Requests as they come over a connection, which HTTP servers hide, answers as bytes, and throw-away certificates. */
import http from 'node:http';
import type { Socket } from 'node:net';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSigned } from '../../../fixtures/testing/self-signed.ts';

export interface RawRequest {
  readonly method: string;
  /** With the query. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

export const headerOf = ({ headers }: Pick<RawRequest, 'headers'>, name: string): string =>
  headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? '';

/** Calls `serve` with each request of a connection, one after the other. Bytes that are no HTTP close it. */
export function onRequests(socket: Socket, serve: (request: RawRequest) => Promise<void>): void {
  let bytes: Buffer = Buffer.alloc(0);
  let busy = false;
  const next = async () => {
    if (busy) return;
    busy = true;
    for (;;) {
      const taken = takeRequest(bytes);
      if (!taken || socket.destroyed) break;
      bytes = taken.rest;
      await serve(taken.request);
    }
    busy = false;
  };
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    next().catch(() => socket.destroy());
  });
}

/** @returns undefined while it is not whole. */
function takeRequest(bytes: Buffer): { request: RawRequest; rest: Buffer } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const [method = '', target = ''] = first.split(' ');
  const headers = lines.map(line => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
  });
  const after = bytes.subarray(end + 4);
  const body = /chunked/i.test(headerOf({ headers }, 'transfer-encoding'))
    ? takeChunks(after)
    : takeLength(after, Number(headerOf({ headers }, 'content-length')));
  return body && { request: { method, target, headers, body: body.body }, rest: body.rest };
}

interface Taken {
  readonly body: Buffer;
  readonly rest: Buffer;
}

const takeLength = (bytes: Buffer, length: number): Taken | undefined =>
  bytes.length < length
    ? undefined
    : { body: bytes.subarray(0, length), rest: bytes.subarray(length) };

function takeChunks(bytes: Buffer): Taken | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const next = lineEnd + 2 + size + 2;
    if (bytes.length < next) return undefined;
    if (size === 0) return { body: Buffer.concat(parts), rest: bytes.subarray(next) };
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = next;
  }
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** Set anew on each side of a proxy. */
const ownOfConnection = /^(connection|keep-alive|transfer-encoding|content-length)$/i;

/** Forwards a request, and reads the whole answer. */
export function forwardTo(origin: string, agent: http.Agent, request: RawRequest): Promise<Answer> {
  const { method, target, body } = request;
  const headers = request.headers.filter(([name]) => !ownOfConnection.test(name)).flat();
  if (body.length > 0) headers.push('Content-Length', `${body.length}`);
  return new Promise((resolve, reject) => {
    const outgoing = http.request(`${origin}${target}`, { method, agent, headers }, incoming => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const raw = incoming.rawHeaders;
        const pairs = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1]!]] : []));
        resolve({
          status: incoming.statusCode ?? 0,
          text: incoming.statusMessage ?? '',
          headers: (pairs as [string, string][]).filter(([name]) => !ownOfConnection.test(name)),
          body: Buffer.concat(chunks),
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const emptyOnes: readonly number[] = [204, 304];

/** Status line and headers, up to and with the empty line. */
export function headOf(
  { status, text, headers }: Omit<Answer, 'body'>,
  more: readonly string[] = [],
): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${text}`, ...lines, ...more, '', ''].join('\r\n');
}

/** Joins bytes and texts of Latin-1, as they are on the wire. */
export const bytes = (...parts: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map(each => (typeof each === 'string' ? Buffer.from(each, 'latin1') : each)));

/** The answer as an honest server frames it. */
export function framed(answer: Answer): Buffer {
  const length = emptyOnes.includes(answer.status)
    ? []
    : [`Content-Length: ${answer.body.length}`, 'Connection: keep-alive'];
  return bytes(headOf(answer, length), answer.body);
}

/** An answer of our own. */
export function answer(
  status: number,
  text: string,
  body: string | Buffer = '',
  headers: Readonly<Record<string, string>> = { 'Content-Type': 'application/json' },
): Answer {
  return { status, text, headers: Object.entries(headers), body: Buffer.from(body) };
}

/** Sends bytes, and resolves when the other side has taken them: true if it still reads. */
export function send(socket: Socket, text: string | Buffer): Promise<boolean> {
  if (socket.destroyed || !socket.writable) return Promise.resolve(false);
  if (socket.write(bytes(text))) return Promise.resolve(true);
  return new Promise(resolve => {
    const done = (open: boolean) => () => {
      socket.off('drain', drained).off('close', closed);
      resolve(open);
    };
    const [drained, closed] = [done(true), done(false)];
    socket.once('drain', drained).once('close', closed);
  });
}

export interface Wanted {
  /** As openssl takes them, `IP:127.0.0.1,DNS:localhost`. */
  readonly names: string;
  readonly expired?: true;
}

const made = new Map<string, { key: Buffer; cert: Buffer; file: string }>();

/** Arguments with which openssl signs a certificate once more, for a time that ended yesterday. */
const renewed = ['x509', '-days', '-1'];

/** Key and certificate of a server, and the file of the certificate, which is its own authority. */
export function certificate({ names, expired }: Wanted) {
  const id = `${names} ${expired ?? false}`;
  const before = made.get(id);
  if (before) return before;
  const folder = mkdtempSync(join(tmpdir(), 'gv-certificate-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const [key, file] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  selfSigned({ key, cert: file }, names);
  if (expired) {
    const args = [...renewed, '-in', file, '-signkey', key];
    writeFileSync(file, execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'ignore'] }));
  }
  const one = { key: readFileSync(key), cert: readFileSync(file), file };
  made.set(id, one);
  return one;
}
