/** Bodies that are too much, in another encoding or not what their headers say, and texts that would command a terminal, a CI service or a reader. */
import { gzipSync } from 'node:zlib';
import {
  always,
  borne,
  broken,
  cutShort,
  type Fault,
  faults,
  few,
  from,
  oneIn,
  onRoute,
  refused,
} from '../fault.ts';
import { type Answer, answer, framed, headerOf, headOf, send } from '../proxy/http.ts';
import type { Strike, Visit } from '../proxy/proxy.ts';
import { changed, chunk, formsOf, rewritten, say, withHeader, written } from '../strikes.ts';

const filters = onRoute('GET', '/products/filters');
const ofFilters = /^(service|catalog|search|format|errors)\./;
const MB = 2 ** 20;

const called = (name: string, value: string): Strike =>
  changed(each => withHeader(each, name, value));
const zipped = (make: (plain: Buffer) => Buffer): Strike =>
  changed(each => ({ ...withHeader(each, 'Content-Encoding', 'gzip'), body: make(each.body) }));
const cutZip = zipped(plain => {
  const whole = gzipSync(plain);
  return whole.subarray(0, Math.floor(whole.length / 2));
});
/** Members of a gzip file may follow each other: 1 GB of blanks, which precede the body. */
const bomb = zipped(plain =>
  Buffer.concat([...Array.from({ length: 64 }, () => blanks), gzipSync(plain)]),
);
const blanks = gzipSync(Buffer.alloc(16 * MB, ' '), { level: 9 });

/** A valid body of `count` megabytes; without `count` it never ends. */
const padded =
  (count = Infinity): Strike =>
  async ({ socket, forward }) => {
    const whole = await forward();
    const pad = chunk(Buffer.alloc(MB, 'a'));
    await send(socket, headOf(whole, ['Transfer-Encoding: chunked']));
    await send(socket, chunk('{"pad":"'));
    for (let at = 0; at < count; at++) {
      if (!(await send(socket, pad))) return;
      await new Promise(setImmediate);
    }
    const rest = whole.body.toString().replace(/^\{/, '",');
    await send(socket, Buffer.concat([chunk(rest), Buffer.from('0\r\n\r\n')]));
  };
const deep = `{"deep":${'['.repeat(100_000)}${']'.repeat(100_000)},`;

export const bodies: readonly Fault[] = [
  ...faults(onRoute('GET', '/products'), broken(ofFilters), {
    'body-invalid-utf-8': [
      'texts in Latin-1 on one route',
      rewritten(text =>
        Buffer.from(text.replaceAll('"merchant":"', '"merchant":"\u00e9'), 'latin1'),
      ),
      few,
    ],
  }),
  ...faults(
    filters,
    broken(ofFilters),
    {
      'body-bom': [
        'a byte order mark before the JSON of one route',
        rewritten(text => `\ufeff${text}`),
      ],
      'body-wrong-content-encoding': [
        'plain JSON called gzip on one route',
        called('Content-Encoding', 'gzip'),
      ],
      'body-unknown-content-encoding': [
        'an encoding that was not asked for, zstd, on one route',
        changed(each => ({
          ...withHeader(each, 'Content-Encoding', 'zstd'),
          body: Buffer.from('28b52ffd0458', 'hex'),
        })),
      ],
    },
    few,
  ),
  ...faults(filters, broken(/^(service|errors)\.json$/, { exits: [1] }), {
    'body-wrong-content-type': [
      'JSON called text/html on one route, for ever',
      called('Content-Type', 'text/html'),
    ],
  }),
  ...faults(always, refused(/./, { exits: [1, 3], fails: /./ }), {
    'body-gzip-cut': ['gzip that breaks off in the middle, with a matching length', cutZip],
  }),
  ...faults(oneIn(10), borne(), {
    'body-gzip-cut-one-in-10': ['the same in one response of ten', cutZip],
  }),
  ...faults(always, borne(90, { exits: [2, 3], says: /is not judged/ }), {
    'body-gzip-bomb': [
      '1 MB of gzip that becomes 1 GB of blanks before the JSON, on every response',
      bomb,
    ],
  }),
  ...faults(
    filters,
    borne(40, { exits: [2, 3] }),
    {
      'body-gzip-bomb-on-one-route': ['the same on one route', bomb],
      'body-100-mb-on-one-route': ['the same on one route', padded(100)],
      'body-for-ever-on-one-route': ['the same on one route', padded()],
    },
    few,
  ),
  ...faults(always, borne(90, { exits: [2, 3], says: /is not judged|within/ }), {
    'body-100-mb': ['100 MB of valid JSON on every response', padded(100)],
  }),
  ...faults(from(50), borne(90, { exits: [2, 3] }), {
    'body-for-ever-from-50': ['bodies that never end, as fast as they are read', padded()],
  }),
  ...faults(filters, borne(40), {
    'body-deep': [
      'a field that nests 100,000 lists, on one route',
      rewritten(text => text.replace(/^\{/, deep)),
      few,
    ],
  }),
];

const esc = '\u001b';
const evil = `x${esc}[2J${esc}[31m\u0007\u009b1A\r\n::error title=gotcha::owned\n##vso[task.complete result=Succeeded;]\n\u202eesrever\u2066\u2028::set-output name=a::b`;
const onALine = `x${esc}[2J${esc}]0;title\u0007\u009b1A ::error::owned`;
const latin = (text: string) => Buffer.from(text).toString('latin1');
const wallet = onRoute('GET', '/wallet');

/** Adds the key that was sent to an error, and to a header of anything else, in every encoding. */
function withKey(each: Answer, { request }: Visit): Answer {
  const forms = formsOf(headerOf(request, 'x-api-key'));
  if (each.status < 400) return withHeader(each, 'X-Debug', forms.join(' '));
  const body = each.body.toString().replace(/\}$/, `,"debug":${JSON.stringify(forms)}}`);
  return { ...each, body: Buffer.from(body) };
}

export const hostile: readonly Fault[] = [
  ...faults(always, refused(/401/), {
    'hostile-reason': [
      'a 401 to everything, whose reason holds ANSI, CI commands and bidi controls',
      say(answer(401, 'Unauthorized', JSON.stringify({ error: 'Invalid API key', reason: evil }))),
    ],
  }),
  ...faults(always, refused(/502/), {
    'hostile-status-text': [
      'a 502 to everything, whose status text holds ANSI and a CI command',
      say(answer(502, latin(onALine), latin(evil), { 'Content-Type': 'text/html' })),
    ],
  }),
  // A control character in a header is no HTTP.
  ...faults(always, refused(/302|redirect|HTTP\/1\.1 protocol/i), {
    'hostile-location': [
      'a 302 to everything, whose Location holds ANSI and a CI command',
      say(answer(302, 'Found', '', { Location: latin(`http://127.0.0.1/${onALine}`) })),
    ],
  }),
  ...faults(
    wallet,
    broken(/./, { exits: [1] }),
    {
      'hostile-values': [
        'every text of the wallets holds ANSI, CI commands and bidi controls',
        rewritten(text => text.replaceAll(/:"[^"]*"/g, `:${JSON.stringify(evil)}`)),
      ],
      'hostile-names': [
        'every name of a field of the wallets holds them',
        rewritten(text =>
          text.replaceAll(
            /"(\w+)":/g,
            (_, name) => `${JSON.stringify(`${name as string}${evil}`)}:`,
          ),
        ),
      ],
      'hostile-control-bytes': [
        'raw control bytes in the JSON of the wallets',
        rewritten(text => text.replaceAll('"currency":"', `"currency":"${evil}\u0000\u0001`)),
      ],
    },
    few,
  ),
  ...faults(wallet, broken(/./, { exits: [1, 2, 3] }), {
    'hostile-headers': [
      'headers whose values and names hold control bytes, with a body that is no JSON',
      changed(each =>
        withHeader({ ...each, body: Buffer.from(`<b>${evil}</b>`) }, 'X-Trace', latin(onALine)),
      ),
      few,
    ],
  }),
  ...faults(from(50), cutShort(), {
    'hostile-header-injection': [
      'bare carriage returns and NUL in headers',
      written(each => framed(withHeader(each, 'X-Trace', 'a\rX-Injected: 1\0b'))),
    ],
  }),
  ...faults(always, broken(/./), {
    'hostile-key-echo': [
      'errors repeat the key that was sent, plainly and in base64, hex and percent-encoding',
      changed(withKey),
      { grep: 'auth\\.|wallet\\.' },
    ],
  }),
];
