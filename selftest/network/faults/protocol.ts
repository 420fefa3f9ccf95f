/** Answers that are no HTTP, HTTP that nobody asked for, and what is unusual and allowed: that must not matter. */
import {
  always,
  borne,
  broken,
  cutShort,
  type Fault,
  faults,
  from,
  onRoute,
  refused,
  unharmed,
  type When,
} from '../fault.ts';
import { type Answer, framed, headOf } from '../proxy/http.ts';
import {
  changed,
  chunk,
  chunked,
  endless,
  raw,
  rawAndClose,
  silence,
  withHeader,
  written,
} from '../strikes.ts';

const noHttp = /HTTP|HPE|protocol|parse|invalid|malformed|reset|broke|TLS/i;
const few = 'catalog\\.|wallet\\.';
const filters: When = onRoute('GET', '/products/filters');
const upgrade =
  'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
const large = { name: 'X-Trace', value: 'a'.repeat(100_000) };
const chunksOf = (answer: Answer, end: string | Buffer) =>
  chunked(answer, Buffer.concat([chunk(answer.body), Buffer.from(end)]));

export const protocol: readonly Fault[] = [
  ...faults(always, refused(/101|upgrade|switch/i), {
    'protocol-101': ['every request is answered with a 101 that nobody asked for', raw(upgrade)],
  }),
  ...faults(from(100), cutShort(), {
    'protocol-101-from-100': [
      'requests are answered with a 101 that nobody asked for',
      raw(upgrade),
    ],
  }),
  ...faults(always, refused(/no response|within|100|timed? ?out|informational/i), {
    'protocol-100-for-ever': [
      'endless 100 Continue',
      endless('', 'HTTP/1.1 100 Continue\r\n\r\n', 5),
    ],
  }),
  ...faults(from(50), cutShort(), {
    'protocol-103-for-ever-from-50': [
      'endless 103 Early Hints',
      endless('', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', 5),
    ],
    'protocol-headers-for-ever-from-50': [
      'headers that never end',
      endless('HTTP/1.1 200 OK\r\n', 'X-More: aaaaaaaaaaaaaaaa\r\n', 5),
    ],
    'protocol-headers-fast-from-50': [
      'headers that never end, as fast as they are read',
      endless('HTTP/1.1 200 OK\r\n', `X-More: ${'a'.repeat(4000)}\r\n`.repeat(16)),
    ],
  }),
  ...faults(
    always,
    { ...refused(/header/i), exits: [0, 3], passedAtMost: 1000, says: /./ },
    {
      'protocol-headers-100-kb': [
        'headers of 100 KB',
        changed(answer => withHeader(answer, large.name, large.value)),
        { grep: few },
      ],
    },
  ),
  ...faults(filters, borne(30), {
    'protocol-headers-100-kb-on-one-route': [
      'headers of 100 KB on one route',
      changed(answer => withHeader(answer, large.name, large.value)),
      { grep: few },
    ],
  }),
  ...faults(always, refused(noHttp), {
    'protocol-two-lengths': [
      'Content-Length twice, with two values',
      written(answer => {
        const [a, b] = [answer.body.length, answer.body.length - 5].map(
          each => `Content-Length: ${each}`,
        );
        return Buffer.concat([Buffer.from(headOf(answer, [a!, b!]), 'latin1'), answer.body]);
      }),
    ],
    'protocol-invalid-chunk-size': [
      'chunk sizes that are no numbers',
      written(answer => chunked(answer, Buffer.concat([Buffer.from('xyz\r\n'), answer.body]))),
    ],
    'protocol-garbage': [
      'binary garbage',
      rawAndClose(Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 197 + 13) % 256))),
    ],
    'protocol-http-2': [
      'the target speaks HTTP/2 only',
      rawAndClose(
        Buffer.from(
          '00000c04000000000000030000006400040000ffff0000080700000000000000000000000001',
          'hex',
        ),
      ),
    ],
    'protocol-other-service': [
      'an SSH server listens at the address',
      silence,
      {
        accept: socket => {
          socket.write('SSH-2.0-OpenSSH_9.6\r\n');
          return true;
        },
      },
    ],
  }),
  ...faults(filters, borne(30, { exits: [2, 3] }), {
    'protocol-negative-chunk-size': [
      'a second chunk of a negative size, on one route',
      written(answer => chunksOf(answer, '-1\r\n')),
      { grep: few },
    ],
  }),
  ...faults(filters, broken(/^(service|catalog|search|errors)\./), {
    'protocol-status-000': [
      'a status that does not exist (999 on one route)',
      changed(answer => ({ ...answer, status: 999, text: 'Request denied' })),
      { grep: few },
    ],
  }),
];

export const unusual: readonly Fault[] = [
  ...faults(always, unharmed(), {
    'unusual-103-before-each': [
      'a 103 Early Hints precedes each response (allowed)',
      written(answer =>
        Buffer.concat([
          Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
          framed(answer),
        ]),
      ),
      { grep: few },
    ],
    'unusual-100-before-each': [
      'a 100 Continue that nobody asked for precedes each response (allowed)',
      written(answer =>
        Buffer.concat([Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'), framed(answer)]),
      ),
      { grep: few },
    ],
    'unusual-odd-status-text': [
      'status texts in lower case, with odd letters, and headers in lower case (allowed)',
      changed(answer => ({
        ...answer,
        text: "okey-dokey; it's \u00e9t\u00e9",
        headers: answer.headers.map(([name, value]) => [name.toLowerCase(), value] as const),
      })),
      { grep: few },
    ],
    'unusual-no-status-text': [
      'no status text and no blank before it (common)',
      written(answer =>
        Buffer.from(
          framed(answer)
            .toString('latin1')
            .replace(/^HTTP\/1\.1 (\d+) [^\r]*/, 'HTTP/1.1 $1'),
          'latin1',
        ),
      ),
      { grep: few },
    ],
    'unusual-chunk-extensions': [
      'chunks with extensions, and trailers (allowed)',
      written(answer =>
        chunked(
          answer,
          Buffer.concat([
            Buffer.from(`${answer.body.length.toString(16).toUpperCase()};name="value"\r\n`),
            answer.body,
            Buffer.from('\r\n0\r\nX-Sum: 1\r\n\r\n'),
          ]),
        ),
      ),
      { grep: few },
    ],
  }),
  ...faults(always, borne(25, { says: /./ }), {
    'unusual-two-equal-lengths': [
      'Content-Length twice, with one value (allowed to be taken as one)',
      written(answer => {
        const length = `Content-Length: ${answer.body.length}`;
        return Buffer.concat([
          Buffer.from(headOf(answer, [length, length]), 'latin1'),
          answer.body,
        ]);
      }),
      { grep: few },
    ],
  }),
  ...faults(always, borne(25), {
    'unusual-length-and-chunks': [
      'Content-Length and Transfer-Encoding together',
      written(answer =>
        Buffer.concat([
          Buffer.from(
            headOf(answer, ['Content-Length: 7', 'Transfer-Encoding: chunked']),
            'latin1',
          ),
          chunk(answer.body),
          Buffer.from('0\r\n\r\n'),
        ]),
      ),
      { grep: few },
    ],
  }),
  ...faults(always, unharmed(40), {
    'unusual-http-1.0': [
      'HTTP/1.0 without a length: the end of the connection ends the body (allowed)',
      written(
        answer =>
          Buffer.concat([
            Buffer.from(headOf(answer).replace('HTTP/1.1', 'HTTP/1.0'), 'latin1'),
            answer.body,
          ]),
        ({ socket }) => void socket.end(),
      ),
    ],
  }),
];
