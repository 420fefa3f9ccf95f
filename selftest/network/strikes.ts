/** Strikes: what happens to a request in place of an honest answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import { answer, type Answer, bytes, framed, headOf, send } from './proxy/http.ts';
import type { Strike, Visit } from './proxy/proxy.ts';
import { makeRandom } from '../../reference/seed/random.ts';

export const silence: Strike = () => new Promise(() => {});
export const reset: Strike = ({ socket }) => void socket.resetAndDestroy();
export const hangUp: Strike = ({ socket }) => void socket.destroy();
export const end: Strike = ({ socket }) => void socket.end();
export const leave: Strike = ({ proxy }) => proxy.leave();

/** These bytes, and the connection stays open. */
export const raw =
  (text: string | Buffer): Strike =>
  ({ socket }) =>
    send(socket, text);

export const rawAndClose =
  (text: string | Buffer): Strike =>
  ({ socket }) =>
    void socket.end(bytes(text));

/** A change of protocol that nobody asked for. */
export const switching = raw(
  'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
);

/** An answer of the proxy; the server never sees the request. */
export const say = (answer: Answer): Strike => raw(framed(answer));

/** The answer of the server, changed. */
export const changed =
  (change: (answer: Answer, visit: Visit) => Answer): Strike =>
  async visit =>
    send(visit.socket, framed(change(await visit.forward(), visit)));

/** The answer of the server with another body. */
export const rewritten = (write: (body: string) => string | Buffer): Strike =>
  changed(each => ({ ...each, body: Buffer.from(write(each.body.toString())) }));

/** The answer of the server in bytes of our own, and what happens after them. */
export const written =
  (write: (answer: Answer) => string | Buffer, then: Strike = () => {}): Strike =>
  async visit => {
    await send(visit.socket, write(await visit.forward()));
    await then(visit);
  };

/** The server has done it before this happens. */
export const afterwards =
  (strike: Strike): Strike =>
  async visit => {
    await visit.forward();
    await strike(visit);
  };

export const honest: Strike = async ({ socket, forward }) => send(socket, framed(await forward()));

export const late =
  (ms: number, strike: Strike = honest): Strike =>
  async visit => {
    await sleep(ms);
    await strike(visit);
  };

/** Up to so many milliseconds late, repeatably. */
export function jitter(most: number): Strike {
  const random = makeRandom(1);
  return visit => late(random.int(most))(visit);
}

/** The first `whole` bytes of the answer at once, the others one by one. */
export const dripping =
  (whole: (answer: Answer) => number, ms: number, atOnce = 1): Strike =>
  async ({ socket, forward }) => {
    const answer = await forward();
    const bytes = framed(answer);
    const start = whole(answer);
    await send(socket, bytes.subarray(0, start));
    for (let at = start; at < bytes.length; at += atOnce) {
      await sleep(ms);
      if (!(await send(socket, bytes.subarray(at, at + atOnce)))) return;
    }
  };

/** Returns the length of the head: the offset at which the body begins. */
export const headLength = ({ body, ...head }: Answer): number =>
  framed({ ...head, body }).length - body.length;

/** The middle of the body. */
export const middle = (answer: Answer): number =>
  headLength(answer) + Math.floor(answer.body.length / 2);

/** The beginning of the answer, up to the middle of its body. */
export const half = (answer: Answer): Buffer => framed(answer).subarray(0, middle(answer));

/** For ever, as fast as it is read; `pauseMs` after each. */
export const endless =
  (begin: string, again: string | Buffer, pauseMs = 0): Strike =>
  async ({ socket }) => {
    for (let more = await send(socket, begin); more; more = await send(socket, again))
      await (pauseMs > 0 ? sleep(pauseMs) : new Promise(setImmediate));
  };

/** Returns the bytes of an answer with a chunked body; `chunks` are those on the wire. */
export const chunked = (answer: Answer, ...chunks: readonly (string | Buffer)[]): Buffer =>
  bytes(headOf(answer, ['Transfer-Encoding: chunked']), ...chunks);

/** Returns the bytes of one chunk: its size, its content and a line end. */
export const chunk = (content: string | Buffer): Buffer =>
  bytes(`${Buffer.byteLength(content).toString(16)}\r\n`, Buffer.from(content), '\r\n');

/** Returns the bytes of an answer with so many `Content-Length`, each so much above the length of its body. */
export const announcing =
  (...more: readonly number[]) =>
  (answer: Answer): Buffer => {
    const lengths = more.map(each => `Content-Length: ${answer.body.length + each}`);
    return bytes(headOf(answer, lengths), answer.body);
  };

/** Chunks whose sizes are no numbers. */
export const malformedChunks = written(each => chunked(each, 'xyz\r\n', each.body));

/** Sets a header of an answer, in place of those of the same name. */
export const withHeader = (answer: Answer, name: string, value: string): Answer => ({
  ...answer,
  headers: [
    ...answer.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase()),
    [name, value],
  ],
});

/** Headers of 100 KB. */
export const largeHeaders = changed(each => withHeader(each, 'X-Trace', 'a'.repeat(100_000)));

/** Returns a text as it is, and in the encodings in which it may leak. */
export function formsOf(text: string): string[] {
  const encoded = Buffer.from(text);
  const hex = encoded.toString('hex');
  return [
    text,
    encoded.toString('base64'),
    encoded.toString('base64url'),
    hex,
    hex.toUpperCase(),
    hex.replaceAll(/../g, '%$&'),
  ];
}

/** The error page of a gateway. */
export const html = (title: string): string =>
  `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`;

/** An error page of a gateway, in place of an answer of the server. */
export const page = (
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Strike =>
  say(answer(status, text, html(`${status} ${text}`), { 'Content-Type': 'text/html', ...headers }));
