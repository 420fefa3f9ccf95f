/** Unusual, and allowed or at least common: it must not matter. */
import { borne, unharmed, type Fault } from '../../fault.ts';
import { framed, headOf } from '../../proxy/answer.ts';
import { always } from '../../proxy/when.ts';
import { changed, chunk, chunked, written } from '../../strikes.ts';

const few = 'catalog\\.|wallet\\.';

export const unusual: readonly Fault[] = [
  {
    id: 'unusual-103-before-each',
    what: 'a 103 Early Hints precedes each response (allowed)',
    when: always,
    strike: written(answer =>
      Buffer.concat([
        Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
        framed(answer),
      ]),
    ),
    grep: few,
    expect: unharmed(),
  },
  {
    id: 'unusual-100-before-each',
    what: 'a 100 Continue that nobody asked for precedes each response (allowed)',
    when: always,
    strike: written(answer =>
      Buffer.concat([Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'), framed(answer)]),
    ),
    grep: few,
    expect: unharmed(),
  },
  {
    id: 'unusual-two-equal-lengths',
    what: 'Content-Length twice, with one value (allowed to be taken as one)',
    when: always,
    strike: written(answer => {
      const length = `Content-Length: ${answer.body.length}`;
      return Buffer.concat([Buffer.from(headOf(answer, [length, length]), 'latin1'), answer.body]);
    }),
    grep: few,
    expect: borne(25, { says: /./ }),
  },
  {
    id: 'unusual-length-and-chunks',
    what: 'Content-Length and Transfer-Encoding together',
    when: always,
    strike: written(answer =>
      Buffer.concat([
        Buffer.from(headOf(answer, ['Content-Length: 7', 'Transfer-Encoding: chunked']), 'latin1'),
        chunk(answer.body),
        Buffer.from('0\r\n\r\n'),
      ]),
    ),
    grep: few,
    expect: borne(25),
  },
  {
    id: 'unusual-http-1.0',
    what: 'HTTP/1.0 without a length: the end of the connection ends the body (allowed)',
    when: always,
    strike: written(
      answer =>
        Buffer.concat([
          Buffer.from(headOf(answer).replace('HTTP/1.1', 'HTTP/1.0'), 'latin1'),
          answer.body,
        ]),
      ({ socket }) => void socket.end(),
    ),
    expect: unharmed(40),
  },
  {
    id: 'unusual-odd-status-text',
    what: 'status texts in lower case, with odd letters, and headers in lower case (allowed)',
    when: always,
    strike: changed(answer => ({
      ...answer,
      text: "okey-dokey; it's \u00e9t\u00e9",
      headers: answer.headers.map(([name, value]) => [name.toLowerCase(), value] as const),
    })),
    grep: few,
    expect: unharmed(),
  },
  {
    id: 'unusual-no-status-text',
    what: 'no status text and no blank before it (common)',
    when: always,
    strike: written(answer =>
      Buffer.from(
        framed(answer)
          .toString('latin1')
          .replace(/^HTTP\/1\.1 (\d+) [^\r]*/, 'HTTP/1.1 $1'),
        'latin1',
      ),
    ),
    grep: few,
    expect: unharmed(),
  },
  {
    id: 'unusual-chunk-extensions',
    what: 'chunks with extensions, and trailers (allowed)',
    when: always,
    strike: written(answer =>
      chunked(
        answer,
        Buffer.concat([
          Buffer.from(`${answer.body.length.toString(16).toUpperCase()};name="value"\r\n`),
          answer.body,
          Buffer.from('\r\n0\r\nX-Sum: 1\r\n\r\n'),
        ]),
      ),
    ),
    grep: few,
    expect: unharmed(),
  },
];
