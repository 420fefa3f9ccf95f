/** Bodies that are too much, in another encoding, or not what their headers say. */
import { gzipSync } from 'node:zlib';
import { borne, broken, cutShort, refused, type Fault } from '../../fault.ts';
import { headOf, send, type Answer } from '../../proxy/answer.ts';
import { always, from, oneIn, onRoute, type When } from '../../proxy/when.ts';
import type { Strike } from '../../proxy/proxy.ts';
import { changed, chunk, withHeader } from '../../strikes.ts';

const few = 'catalog\\.|wallet\\.';
const filters: When = onRoute('GET', '/products/filters');
const ofFilters = /^(service|catalog|search|format|errors)\./;
const MB = 2 ** 20;

const body = (make: (body: Buffer) => Buffer | string): Strike =>
  changed(answer => ({ ...answer, body: Buffer.from(make(answer.body)) }));
const zipped = (make: (body: Buffer) => Buffer): Strike =>
  changed(answer => ({
    ...withHeader(answer, 'Content-Encoding', 'gzip'),
    body: make(answer.body),
  }));
const cutZip = zipped(plain => {
  const whole = gzipSync(plain);
  return whole.subarray(0, Math.floor(whole.length / 2));
});
/** Members of a gzip file may follow each other: 1 GB of blanks, which precede the body. */
const bomb = zipped(plain =>
  Buffer.concat([...Array.from({ length: 64 }, () => blanks), gzipSync(plain)]),
);
const blanks = gzipSync(Buffer.alloc(16 * MB, ' '), { level: 9 });

const headOfChunks = (answer: Answer): string => headOf(answer, ['Transfer-Encoding: chunked']);
/** A valid body of `count` megabytes; without `count` it never ends. */
const padded =
  (count = Infinity): Strike =>
  async ({ socket, forward }) => {
    const answer = await forward();
    const pad = chunk(Buffer.alloc(MB, 'a'));
    await send(socket, headOfChunks(answer));
    await send(socket, chunk('{"pad":"'));
    for (let at = 0; at < count; at++) {
      if (!(await send(socket, pad))) return;
      await new Promise(setImmediate);
    }
    const rest = answer.body.toString().replace(/^\{/, '",');
    await send(socket, Buffer.concat([chunk(rest), Buffer.from('0\r\n\r\n')]));
  };
const nested = (depth: number) => (plain: Buffer) =>
  plain.toString().replace(/^\{/, `{"deep":${'['.repeat(depth)}${']'.repeat(depth)},`);

export const bodies: readonly Fault[] = [
  {
    id: 'body-invalid-utf-8',
    what: 'texts in Latin-1 on one route',
    when: onRoute('GET', '/products'),
    strike: body(plain =>
      Buffer.from(plain.toString().replaceAll('"merchant":"', '"merchant":"\u00e9'), 'latin1'),
    ),
    grep: few,
    expect: broken(ofFilters),
  },
  {
    id: 'body-bom',
    what: 'a byte order mark before the JSON of one route',
    when: filters,
    strike: body(plain => `\ufeff${plain.toString()}`),
    grep: few,
    expect: broken(ofFilters),
  },
  {
    id: 'body-wrong-content-type',
    what: 'JSON called text/html on one route, for ever',
    when: filters,
    strike: changed(answer => withHeader(answer, 'Content-Type', 'text/html')),
    expect: broken(/^(service|errors)\.json$/, { exits: [1] }),
  },
  {
    id: 'body-wrong-content-encoding',
    what: 'plain JSON called gzip on one route',
    when: filters,
    strike: changed(answer => withHeader(answer, 'Content-Encoding', 'gzip')),
    grep: few,
    expect: broken(ofFilters),
  },
  {
    id: 'body-unknown-content-encoding',
    what: 'an encoding that was not asked for, zstd, on one route',
    when: filters,
    strike: changed(answer => ({
      ...withHeader(answer, 'Content-Encoding', 'zstd'),
      body: Buffer.from('28b52ffd0458', 'hex'),
    })),
    grep: few,
    expect: broken(ofFilters),
  },
  {
    id: 'body-gzip-cut',
    what: 'gzip that breaks off in the middle, with a matching length',
    when: always,
    strike: cutZip,
    expect: { ...refused(/./), exits: [1, 3], fails: /./ },
  },
  {
    id: 'body-gzip-cut-one-in-10',
    what: 'the same in one response of ten',
    when: oneIn(10),
    strike: cutZip,
    expect: borne(),
  },
  {
    id: 'body-gzip-bomb',
    what: '1 MB of gzip that becomes 1 GB of blanks before the JSON, on every response',
    when: always,
    strike: bomb,
    expect: { ...refused(/large|cap|limit|bytes|MB/i), seconds: 30 },
  },
  {
    id: 'body-gzip-bomb-on-one-route',
    what: 'the same on one route',
    when: filters,
    strike: bomb,
    grep: few,
    expect: borne(40, { exits: [2, 3] }),
  },
  {
    id: 'body-100-mb',
    what: '100 MB of valid JSON on every response',
    when: always,
    strike: padded(100),
    expect: { ...refused(/large|cap|limit|bytes|MB|within/i), seconds: 30 },
  },
  {
    id: 'body-100-mb-on-one-route',
    what: 'the same on one route',
    when: filters,
    strike: padded(100),
    grep: few,
    expect: borne(40, { exits: [2, 3] }),
  },
  {
    id: 'body-for-ever-from-50',
    what: 'bodies that never end, as fast as they are read',
    when: from(50),
    strike: padded(),
    expect: cutShort(40),
  },
  {
    id: 'body-for-ever-on-one-route',
    what: 'the same on one route',
    when: filters,
    strike: padded(),
    grep: few,
    expect: borne(40, { exits: [2, 3] }),
  },
  {
    id: 'body-deep',
    what: 'a field that nests 100,000 lists, on one route',
    when: filters,
    strike: body(nested(100_000)),
    grep: few,
    expect: borne(40),
  },
];
