/** Answers that are no HTTP, or HTTP that nobody asked for. */
import { borne, broken, cutShort, refused, type Fault, faults } from '../../fault.ts';
import { headOf, type Answer } from '../../proxy/answer.ts';
import { always, from, onRoute, type When } from '../../proxy/when.ts';
import {
  chunk,
  chunked,
  endless,
  raw,
  rawAndClose,
  silence,
  withHeader,
  changed,
  written,
} from '../../strikes.ts';

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
