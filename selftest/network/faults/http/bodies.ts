/** Bodies that are too much, in another encoding, or not what their headers say. */
import { gzipSync } from 'node:zlib';
import { borne, broken, cutShort, refused, type Fault, faults } from '../../fault.ts';
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
  ...faults(onRoute('GET', '/products'), broken(ofFilters), {
    'body-invalid-utf-8': [
      'texts in Latin-1 on one route',
      body(plain =>
        Buffer.from(plain.toString().replaceAll('"merchant":"', '"merchant":"\u00e9'), 'latin1'),
      ),
      { grep: few },
    ],
  }),
  ...faults(filters, broken(ofFilters), {
    'body-bom': [
      'a byte order mark before the JSON of one route',
      body(plain => `\ufeff${plain.toString()}`),
      { grep: few },
    ],
    'body-wrong-content-encoding': [
      'plain JSON called gzip on one route',
      changed(answer => withHeader(answer, 'Content-Encoding', 'gzip')),
      { grep: few },
    ],
    'body-unknown-content-encoding': [
      'an encoding that was not asked for, zstd, on one route',
      changed(answer => ({
        ...withHeader(answer, 'Content-Encoding', 'zstd'),
        body: Buffer.from('28b52ffd0458', 'hex'),
      })),
      { grep: few },
    ],
  }),
  ...faults(filters, broken(/^(service|errors)\.json$/, { exits: [1] }), {
    'body-wrong-content-type': [
      'JSON called text/html on one route, for ever',
      changed(answer => withHeader(answer, 'Content-Type', 'text/html')),
    ],
  }),
  ...faults(
    always,
    { ...refused(/./), exits: [1, 3], fails: /./ },
    {
      'body-gzip-cut': ['gzip that breaks off in the middle, with a matching length', cutZip],
    },
  ),
  ...faults(oneIn(10), borne(), {
    'body-gzip-cut-one-in-10': ['the same in one response of ten', cutZip],
  }),
  ...faults(
    always,
    { ...refused(/large|cap|limit|bytes|MB/i), seconds: 30 },
    {
      'body-gzip-bomb': [
        '1 MB of gzip that becomes 1 GB of blanks before the JSON, on every response',
        bomb,
      ],
    },
  ),
  ...faults(filters, borne(40, { exits: [2, 3] }), {
    'body-gzip-bomb-on-one-route': ['the same on one route', bomb, { grep: few }],
    'body-100-mb-on-one-route': ['the same on one route', padded(100), { grep: few }],
    'body-for-ever-on-one-route': ['the same on one route', padded(), { grep: few }],
  }),
  ...faults(
    always,
    { ...refused(/large|cap|limit|bytes|MB|within/i), seconds: 30 },
    {
      'body-100-mb': ['100 MB of valid JSON on every response', padded(100)],
    },
  ),
  ...faults(from(50), cutShort(40), {
    'body-for-ever-from-50': ['bodies that never end, as fast as they are read', padded()],
  }),
  ...faults(filters, borne(40), {
    'body-deep': [
      'a field that nests 100,000 lists, on one route',
      body(nested(100_000)),
      { grep: few },
    ],
  }),
];
