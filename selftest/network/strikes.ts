/** Defines strikes, which replace an honest response. */
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { answer, type Answer, bytes, framed, headOf, send } from './proxy/http.ts';
import { honest, type Strike, type Visit } from './proxy/proxy.ts';

export const silence: Strike = () => new Promise(() => {});
export const reset: Strike = ({ socket }) => void socket.resetAndDestroy();
export const hangUp: Strike = ({ socket }) => void socket.destroy();
export const leave: Strike = ({ proxy }) => proxy.leave();

export const garbage: Strike = ({ socket }) =>
  void socket.end(Buffer.alloc(4096, '\u00ff\u0000\r\n', 'latin1'));

/** Returns the offset at which the body begins. */
export const headLength = (whole: Answer): number => framed(whole).length - whole.body.length;

/** Returns the beginning of a response, up to the middle of its body. */
const half = (whole: Answer): Buffer =>
  framed(whole).subarray(0, headLength(whole) + Math.floor(whole.body.length / 2));

export const awayFor =
  (ms: number): Strike =>
  ({ proxy }) => {
    proxy.leave();
    setTimeout(proxy.comeBack, ms);
  };

/** Sends the response of the server in other bytes. */
const written =
  (write: (answer: Answer) => string | Buffer, then?: Strike): Strike =>
  async visit => {
    await send(visit.socket, write(await visit.forward()));
    await then?.(visit);
  };

/** Sends the response of the server, changed. */
const changed =
  (change: (answer: Answer, visit: Visit) => Answer): Strike =>
  async visit =>
    send(visit.socket, framed(change(await visit.forward(), visit)));

/** Lets the server handle the request first. */
export const afterwards =
  (strike: Strike): Strike =>
  async visit => {
    await visit.forward();
    await strike(visit);
  };

export const late =
  (ms: number, strike: Strike = honest): Strike =>
  async visit => {
    await sleep(ms);
    await strike(visit);
  };

/** Sends the first bytes at once, and the rest in pieces. */
export const dripping =
  (start: (answer: Answer) => number, ms: number, piece = 1): Strike =>
  async ({ socket, forward }) => {
    const whole = await forward();
    const all = framed(whole);
    let at = start(whole);
    let isOpen = await send(socket, all.subarray(0, at));
    for (; isOpen && at < all.length; at += piece) {
      await sleep(ms);
      isOpen = await send(socket, all.subarray(at, at + piece));
    }
  };

/** Returns the bytes of one chunk. */
const chunk = (content: string | Buffer): Buffer =>
  bytes(`${Buffer.byteLength(content).toString(16)}\r\n`, Buffer.from(content), '\r\n');

/** Sends a body without an end. */
export const endless: Strike = async ({ socket, forward }) => {
  const pad = chunk(Buffer.alloc(2 ** 20, 'a'));
  let isOpen = await send(socket, headOf(await forward(), ['Transfer-Encoding: chunked']));
  while (isOpen) isOpen = await send(socket, pad);
};

/** Returns a response with a header replaced. */
const withHeader = (whole: Answer, name: string, value: string): Answer => ({
  ...whole,
  headers: [...whole.headers.filter(([each]) => each.toLowerCase() !== name), [name, value]],
});

/** Sends the response of the server with a body in gzip. */
const zipped = (zip: (body: Buffer) => Buffer): Strike =>
  changed(each => ({ ...withHeader(each, 'content-encoding', 'gzip'), body: zip(each.body) }));

/** Sends a response of the proxy. The server never sees the request. */
export const say =
  (...[status, body, headers]: Parameters<typeof answer>): Strike =>
  ({ socket }) =>
    send(socket, framed(answer(status, body, headers)));

/** Sends the page of a gateway. */
export const page = (status: number, headers: Readonly<Record<string, string>> = {}): Strike =>
  say(status, `<html><body><h1>${status}</h1><hr>nginx</body></html>`, {
    'Content-Type': 'text/html',
    ...headers,
  });

/** Redirects the caller to the same path at another address. By default, the address has another host. */
export const redirecting =
  (status: number, to?: (origin: string) => string): Strike =>
  visit => {
    const { origin, elsewhere } = visit.proxy;
    const location = `${to ? to(origin) : elsewhere}${visit.request.target}`;
    return say(status, '', { Location: location })(visit);
  };

const thenEnd: Strike = ({ socket }) => void socket.end();
export const cutHead = written(whole => framed(whole).subarray(0, 40), thenEnd);
export const cutBody = written(half, late(20, reset));
export const closing = written(framed, ({ socket }) => void setTimeout(() => socket.end(), 1));
export const stalled = written(half, silence);
export const malformedChunk = written(whole =>
  bytes(headOf(whole, ['Transfer-Encoding: chunked']), 'xyz\r\n', whole.body),
);

export const cutGzip = zipped(body => gzipSync(body).subarray(0, 400));
/** Sends 1 GB of blanks before the body, in small gzip members. */
const blanks = gzipSync(Buffer.alloc(2 ** 24, ' '), { level: 9 });
export const gzipBomb = zipped(body =>
  Buffer.concat([...Array.from({ length: 64 }, () => blanks), gzipSync(body)]),
);

/** Adds nested lists to the body. */
export const deep = changed(whole => {
  const lists = `{"deep":${'['.repeat(100_000)}${']'.repeat(100_000)},`;
  return { ...whole, body: Buffer.from(whole.body.toString().replace(/^\{/, lists)) };
});

/** Adds blanks to the body, which JSON allows. The blanks of each response differ, so that the log keeps each. */
export const withBlanks = changed((whole, { seen }) => ({
  ...whole,
  body: Buffer.concat([whole.body, Buffer.alloc(3_000_000, `${' '.repeat(seen.number)}\n`)]),
}));
