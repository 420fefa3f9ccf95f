/** Answers that are no HTTP, or HTTP that nobody asked for. */
import { borne, broken, cutShort, refused, type Fault } from '../../fault.ts';
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
  {
    id: 'protocol-101',
    what: 'every request is answered with a 101 that nobody asked for',
    when: always,
    strike: raw(upgrade),
    expect: refused(/101|upgrade|switch/i),
  },
  {
    id: 'protocol-101-from-100',
    what: 'requests are answered with a 101 that nobody asked for',
    when: from(100),
    strike: raw(upgrade),
    expect: cutShort(),
  },
  {
    id: 'protocol-100-for-ever',
    what: 'endless 100 Continue',
    when: always,
    strike: endless('', 'HTTP/1.1 100 Continue\r\n\r\n', 5),
    expect: refused(/no response|within|100|timed? ?out|informational/i),
  },
  {
    id: 'protocol-103-for-ever-from-50',
    what: 'endless 103 Early Hints',
    when: from(50),
    strike: endless('', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', 5),
    expect: cutShort(),
  },
  {
    id: 'protocol-headers-for-ever-from-50',
    what: 'headers that never end',
    when: from(50),
    strike: endless('HTTP/1.1 200 OK\r\n', 'X-More: aaaaaaaaaaaaaaaa\r\n', 5),
    expect: cutShort(),
  },
  {
    id: 'protocol-headers-fast-from-50',
    what: 'headers that never end, as fast as they are read',
    when: from(50),
    strike: endless('HTTP/1.1 200 OK\r\n', `X-More: ${'a'.repeat(4000)}\r\n`.repeat(16)),
    expect: cutShort(),
  },
  {
    id: 'protocol-headers-100-kb',
    what: 'headers of 100 KB',
    when: always,
    strike: changed(answer => withHeader(answer, large.name, large.value)),
    grep: few,
    expect: { ...refused(/header/i), exits: [0, 3], passedAtMost: 1000, says: /./ },
  },
  {
    id: 'protocol-headers-100-kb-on-one-route',
    what: 'headers of 100 KB on one route',
    when: filters,
    strike: changed(answer => withHeader(answer, large.name, large.value)),
    grep: few,
    expect: borne(30),
  },
  {
    id: 'protocol-two-lengths',
    what: 'Content-Length twice, with two values',
    when: always,
    strike: written(answer => {
      const [a, b] = [answer.body.length, answer.body.length - 5].map(
        each => `Content-Length: ${each}`,
      );
      return Buffer.concat([Buffer.from(headOf(answer, [a!, b!]), 'latin1'), answer.body]);
    }),
    expect: refused(noHttp),
  },
  {
    id: 'protocol-invalid-chunk-size',
    what: 'chunk sizes that are no numbers',
    when: always,
    strike: written(answer =>
      chunked(answer, Buffer.concat([Buffer.from('xyz\r\n'), answer.body])),
    ),
    expect: refused(noHttp),
  },
  {
    id: 'protocol-negative-chunk-size',
    what: 'a second chunk of a negative size, on one route',
    when: filters,
    strike: written(answer => chunksOf(answer, '-1\r\n')),
    grep: few,
    expect: borne(30, { exits: [2, 3] }),
  },
  {
    id: 'protocol-garbage',
    what: 'binary garbage',
    when: always,
    strike: rawAndClose(
      Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 197 + 13) % 256)),
    ),
    expect: refused(noHttp),
  },
  {
    id: 'protocol-http-2',
    what: 'the target speaks HTTP/2 only',
    when: always,
    strike: rawAndClose(
      Buffer.from(
        '00000c04000000000000030000006400040000ffff0000080700000000000000000000000001',
        'hex',
      ),
    ),
    expect: refused(noHttp),
  },
  {
    id: 'protocol-other-service',
    what: 'an SSH server listens at the address',
    when: always,
    strike: silence,
    accept: socket => {
      socket.write('SSH-2.0-OpenSSH_9.6\r\n');
      return true;
    },
    expect: refused(noHttp),
  },
  {
    id: 'protocol-status-000',
    what: 'a status that does not exist (999 on one route)',
    when: filters,
    strike: changed(answer => ({ ...answer, status: 999, text: 'Request denied' })),
    grep: few,
    expect: broken(/^(service|catalog|search|errors)\./),
  },
];
