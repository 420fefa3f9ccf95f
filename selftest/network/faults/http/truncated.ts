/** Less came than was announced, or more. */
import { setTimeout as sleep } from 'node:timers/promises';
import { borne, broken, cutShort, refused, type Fault } from '../../fault.ts';
import { framed, headOf, type Answer } from '../../proxy/answer.ts';
import { always, from, oneIn, onRoute } from '../../proxy/when.ts';
import { chunk, chunked, half, hangUp, rawAndClose, reset, written } from '../../strikes.ts';

const incomplete = /incomplete|complete|broke|cut|closed|reset|hang up|HPE|HTTP/i;

const withLength = (more: number) => (answer: Answer) =>
  Buffer.concat([
    Buffer.from(headOf(answer, [`Content-Length: ${answer.body.length + more}`]), 'latin1'),
    answer.body,
  ]);
const halfInChunks = (answer: Answer) =>
  chunked(answer, chunk(answer.body.subarray(0, answer.body.length / 2)));
const cutInHeader = (answer: Answer) => framed(answer).subarray(0, 40);
const twice = (answer: Answer) => Buffer.concat([framed(answer), framed(answer)]);

export const truncated: readonly Fault[] = [
  {
    id: 'truncated-length-too-large',
    what: 'Content-Length announces 50 bytes more than come, then the connection closes',
    when: always,
    strike: written(withLength(50), ({ socket }) => void socket.end()),
    expect: refused(incomplete),
  },
  {
    id: 'truncated-length-too-large-on-one-route',
    what: 'the same on one route',
    when: onRoute('GET', '/wallet'),
    strike: written(withLength(50), ({ socket }) => void socket.end()),
    grep: 'wallet\\.|catalog\\.',
    expect: broken(/^(wallet|service|format)\./, { exits: [1, 2, 3] }),
  },
  {
    id: 'truncated-length-too-small',
    what: 'Content-Length announces 10 bytes less than come',
    when: always,
    strike: written(withLength(-10)),
    expect: broken(/./, { exits: [1, 3], passedAtMost: 0 }),
  },
  {
    id: 'truncated-length-too-small-on-one-route',
    what: 'the same on one route: its JSON is cut, the rest precedes the next response',
    when: onRoute('GET', '/products/filters'),
    strike: written(withLength(-10)),
    grep: 'catalog\\.|wallet\\.',
    expect: broken(/^(service|catalog|search|format|errors)\./, { exits: [1, 2, 3] }),
  },
  {
    id: 'truncated-chunks',
    what: 'chunked bodies end without a last chunk',
    when: always,
    strike: written(halfInChunks, ({ socket }) => void socket.end()),
    expect: refused(incomplete),
  },
  {
    id: 'truncated-chunks-one-in-10',
    what: 'one chunked body in ten ends without a last chunk',
    when: oneIn(10),
    strike: written(halfInChunks, ({ socket }) => void socket.end()),
    expect: borne(),
  },
  {
    id: 'truncated-in-header',
    what: 'responses end within their headers',
    when: always,
    strike: written(cutInHeader, ({ socket }) => void socket.end()),
    expect: refused(incomplete),
  },
  {
    id: 'truncated-in-header-one-in-10',
    what: 'one response in ten ends within its headers',
    when: oneIn(10),
    strike: written(cutInHeader, ({ socket }) => void socket.end()),
    expect: borne(),
  },
  {
    id: 'truncated-status-line-only',
    what: 'a status line, then the connection closes',
    when: always,
    strike: rawAndClose('HTTP/1.1 200 OK\r\n'),
    expect: refused(incomplete),
  },
  {
    id: 'truncated-empty-from-100',
    what: 'connections close without a byte',
    when: from(100),
    strike: hangUp,
    expect: cutShort(),
  },
  {
    id: 'truncated-reset-in-body',
    what: 'a reset in the middle of every body',
    when: always,
    strike: written(half, async visit => {
      await sleep(20);
      await reset(visit);
    }),
    expect: refused(incomplete),
  },
  {
    id: 'truncated-reset-in-body-one-in-8',
    what: 'a reset in the middle of one body in eight',
    when: oneIn(8),
    strike: written(half, async visit => {
      await sleep(20);
      await reset(visit);
    }),
    expect: borne(),
  },
  {
    id: 'truncated-garbage-after-body',
    what: 'bytes that belong to no response follow every body',
    when: always,
    strike: written(answer => Buffer.concat([framed(answer), Buffer.from([0, 255, 13, 10, 7])])),
    expect: borne(),
  },
  {
    id: 'truncated-two-responses',
    what: 'every request gets its response twice',
    when: always,
    strike: written(twice),
    expect: borne(),
  },
  {
    id: 'truncated-two-responses-later',
    what: 'every request gets its response again 20 ms later',
    when: always,
    strike: written(framed, async visit => {
      const again = framed({
        status: 200,
        text: 'OK',
        headers: [['Content-Type', 'application/json']],
        body: Buffer.from('{"stale":true}'),
      });
      setTimeout(() => visit.socket.writable && visit.socket.write(again), 20);
    }),
    // It may come as the response to the next request: nothing shows that it is not.
    expect: broken(/./, { seconds: 60 }),
  },
];
