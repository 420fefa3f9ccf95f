/** Answers that are no HTTP, of fewer bytes than were announced or of more, and what is unusual and allowed: that must not matter. */
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
  unharmed,
} from '../fault.ts';
import { answer, type Answer, bytes, framed, headOf } from '../proxy/http.ts';
import {
  announcing,
  changed,
  chunk,
  chunked,
  end,
  endless,
  half,
  hangUp,
  largeHeaders,
  late,
  malformedChunks,
  rawAndClose,
  reset,
  silence,
  switching,
  written,
} from '../strikes.ts';

const filters = onRoute('GET', '/products/filters');

const tooLong = written(announcing(50), end);
const tooShort = written(announcing(-10));
const halfInChunks = written(
  each => chunked(each, chunk(each.body.subarray(0, each.body.length / 2))),
  end,
);
const cutInHeader = written(each => framed(each).subarray(0, 40), end);
const cutByReset = written(half, late(20, reset));
const stale = framed(answer(200, 'OK', '{"stale":true}'));

/** Responses of fewer bytes than were announced, or of more. */
export const truncated: readonly Fault[] = [
  ...faults(always, refused(/incomplete|complete|broke|cut|closed|reset|hang up|HPE|HTTP/i), {
    'truncated-length-too-large': [
      'Content-Length announces 50 bytes more than come, then the connection closes',
      tooLong,
    ],
    'truncated-chunks': ['chunked bodies end without a last chunk', halfInChunks],
    'truncated-in-header': ['responses end within their headers', cutInHeader],
    'truncated-status-line-only': [
      'a status line, then the connection closes',
      rawAndClose('HTTP/1.1 200 OK\r\n'),
    ],
    'truncated-reset-in-body': ['a reset in the middle of every body', cutByReset],
  }),
  ...faults(onRoute('GET', '/wallet'), broken(/^(wallet|service|format)\./, { exits: [1, 2, 3] }), {
    'truncated-length-too-large-on-one-route': [
      'the same on one route',
      tooLong,
      { grep: 'wallet\\.|catalog\\.' },
    ],
  }),
  ...faults(always, broken(/./, { exits: [1, 3], passedAtMost: 0 }), {
    'truncated-length-too-small': ['Content-Length announces 10 bytes less than come', tooShort],
  }),
  ...faults(filters, broken(/^(service|catalog|search|format|errors)\./, { exits: [1, 2, 3] }), {
    'truncated-length-too-small-on-one-route': [
      'the same on one route: its JSON is cut, the rest precedes the next response',
      tooShort,
      few,
    ],
  }),
  ...faults(oneIn(10), borne(), {
    'truncated-chunks-one-in-10': [
      'one chunked body in ten ends without a last chunk',
      halfInChunks,
    ],
    'truncated-in-header-one-in-10': ['one response in ten ends within its headers', cutInHeader],
  }),
  ...faults(from(100), cutShort(), {
    'truncated-empty-from-100': ['connections close without a byte', hangUp],
  }),
  ...faults(oneIn(8), borne(), {
    'truncated-reset-in-body-one-in-8': ['a reset in the middle of one body in eight', cutByReset],
  }),
  ...faults(always, borne(), {
    'truncated-garbage-after-body': [
      'bytes that belong to no response follow every body',
      written(each => bytes(framed(each), '\0\u00ff\r\n\u0007')),
    ],
    'truncated-two-responses': [
      'every request gets its response twice',
      written(each => bytes(framed(each), framed(each))),
    ],
  }),
  // It may come as the response to the next request: nothing shows that it is not.
  ...faults(always, broken(/./, { seconds: 60 }), {
    'truncated-two-responses-later': [
      'every request gets its response again 20 ms later',
      written(framed, ({ socket }) => {
        setTimeout(() => socket.writable && socket.write(stale), 20);
      }),
    ],
  }),
];

const fast = `X-More: ${'a'.repeat(4000)}\r\n`.repeat(16);

export const protocol: readonly Fault[] = [
  ...faults(always, refused(/101|upgrade|switch/i), {
    'protocol-101': ['every request is answered with a 101 that nobody asked for', switching],
  }),
  ...faults(from(100), cutShort(), {
    'protocol-101-from-100': ['requests are answered with a 101 that nobody asked for', switching],
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
      endless('HTTP/1.1 200 OK\r\n', fast),
    ],
  }),
  ...faults(
    always,
    { exits: [0, 3], seconds: 15, passedAtMost: 1000, says: /./ },
    { 'protocol-headers-100-kb': ['headers of 100 KB', largeHeaders, few] },
  ),
  ...faults(filters, borne(30), {
    'protocol-headers-100-kb-on-one-route': ['headers of 100 KB on one route', largeHeaders, few],
  }),
  ...faults(always, refused(/HTTP|HPE|protocol|parse|invalid|malformed|reset|broke|TLS/i), {
    'protocol-two-lengths': ['Content-Length twice, with two values', written(announcing(0, -5))],
    'protocol-invalid-chunk-size': ['chunk sizes that are no numbers', malformedChunks],
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
      written(each => chunked(each, chunk(each.body), '-1\r\n')),
      few,
    ],
  }),
  ...faults(filters, broken(/^(service|catalog|search|errors)\./), {
    'protocol-status-000': [
      'a status that does not exist (999 on one route)',
      changed(each => ({ ...each, status: 999, text: 'Request denied' })),
      few,
    ],
  }),
];

const afterHint = (hint: string) => written(each => bytes(`${hint}\r\n\r\n`, framed(each)));
const inLowerCase = changed(each => ({
  ...each,
  text: "okey-dokey; it's \u00e9t\u00e9",
  headers: each.headers.map(([name, value]) => [name.toLowerCase(), value] as const),
}));
const withoutStatusText = written(each =>
  framed(each)
    .toString('latin1')
    .replace(/^HTTP\/1\.1 (\d+) [^\r]*/, 'HTTP/1.1 $1'),
);
const withExtensions = written(each => {
  const size = each.body.length.toString(16).toUpperCase();
  return chunked(each, `${size};name="value"\r\n`, each.body, '\r\n0\r\nX-Sum: 1\r\n\r\n');
});
const lengthAndChunks = written(each => {
  const head = headOf(each, ['Content-Length: 7', 'Transfer-Encoding: chunked']);
  return bytes(head, chunk(each.body), '0\r\n\r\n');
});
const ofOldVersion = (each: Answer) =>
  bytes(headOf(each).replace('HTTP/1.1', 'HTTP/1.0'), each.body);

export const unusual: readonly Fault[] = [
  ...faults(
    always,
    unharmed(),
    {
      'unusual-103-before-each': [
        'a 103 Early Hints precedes each response (allowed)',
        afterHint('HTTP/1.1 103 Early Hints\r\nLink: </a>'),
      ],
      'unusual-100-before-each': [
        'a 100 Continue that nobody asked for precedes each response (allowed)',
        afterHint('HTTP/1.1 100 Continue'),
      ],
      'unusual-odd-status-text': [
        'status texts in lower case, with odd letters, and headers in lower case (allowed)',
        inLowerCase,
      ],
      'unusual-no-status-text': [
        'no status text and no blank before it (common)',
        withoutStatusText,
      ],
      'unusual-chunk-extensions': [
        'chunks with extensions, and trailers (allowed)',
        withExtensions,
      ],
    },
    few,
  ),
  ...faults(always, borne(25, { says: /./ }), {
    'unusual-two-equal-lengths': [
      'Content-Length twice, with one value (allowed to be taken as one)',
      written(announcing(0, 0)),
      few,
    ],
  }),
  ...faults(always, borne(25), {
    'unusual-length-and-chunks': [
      'Content-Length and Transfer-Encoding together',
      lengthAndChunks,
      few,
    ],
  }),
  ...faults(always, unharmed(40), {
    'unusual-http-1.0': [
      'HTTP/1.0 without a length: the end of the connection ends the body (allowed)',
      written(ofOldVersion, end),
    ],
  }),
];
