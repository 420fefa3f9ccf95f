/** Unusual, and allowed or at least common: it must not matter. */
import { borne, unharmed, type Fault, faults } from '../../fault.ts';
import { framed, headOf } from '../../proxy/answer.ts';
import { always } from '../../proxy/when.ts';
import { changed, chunk, chunked, written } from '../../strikes.ts';

const few = 'catalog\\.|wallet\\.';

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
