/** Requests as they come over a connection, byte by byte: the proxy needs connections, which HTTP servers hide. */
import type { Socket } from 'node:net';

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
