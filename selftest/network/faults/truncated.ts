/** Responses of fewer bytes than were announced, or of more. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  always,
  borne,
  broken,
  cutShort,
  type Fault,
  faults,
  from,
  oneIn,
  onRoute,
  refused,
} from '../fault.ts';
import { type Answer, framed, headOf } from '../proxy/http.ts';
import { chunk, chunked, half, hangUp, rawAndClose, reset, written } from '../strikes.ts';

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
  ...faults(always, refused(incomplete), {
    'truncated-length-too-large': [
      'Content-Length announces 50 bytes more than come, then the connection closes',
      written(withLength(50), ({ socket }) => void socket.end()),
    ],
    'truncated-chunks': [
      'chunked bodies end without a last chunk',
      written(halfInChunks, ({ socket }) => void socket.end()),
    ],
    'truncated-in-header': [
      'responses end within their headers',
      written(cutInHeader, ({ socket }) => void socket.end()),
    ],
    'truncated-status-line-only': [
      'a status line, then the connection closes',
      rawAndClose('HTTP/1.1 200 OK\r\n'),
    ],
    'truncated-reset-in-body': [
      'a reset in the middle of every body',
      written(half, async visit => {
        await sleep(20);
        await reset(visit);
      }),
    ],
  }),
  ...faults(onRoute('GET', '/wallet'), broken(/^(wallet|service|format)\./, { exits: [1, 2, 3] }), {
    'truncated-length-too-large-on-one-route': [
      'the same on one route',
      written(withLength(50), ({ socket }) => void socket.end()),
      { grep: 'wallet\\.|catalog\\.' },
    ],
  }),
  ...faults(always, broken(/./, { exits: [1, 3], passedAtMost: 0 }), {
    'truncated-length-too-small': [
      'Content-Length announces 10 bytes less than come',
      written(withLength(-10)),
    ],
  }),
  ...faults(
    onRoute('GET', '/products/filters'),
    broken(/^(service|catalog|search|format|errors)\./, { exits: [1, 2, 3] }),
    {
      'truncated-length-too-small-on-one-route': [
        'the same on one route: its JSON is cut, the rest precedes the next response',
        written(withLength(-10)),
        { grep: 'catalog\\.|wallet\\.' },
      ],
    },
  ),
  ...faults(oneIn(10), borne(), {
    'truncated-chunks-one-in-10': [
      'one chunked body in ten ends without a last chunk',
      written(halfInChunks, ({ socket }) => void socket.end()),
    ],
    'truncated-in-header-one-in-10': [
      'one response in ten ends within its headers',
      written(cutInHeader, ({ socket }) => void socket.end()),
    ],
  }),
  ...faults(from(100), cutShort(), {
    'truncated-empty-from-100': ['connections close without a byte', hangUp],
  }),
  ...faults(oneIn(8), borne(), {
    'truncated-reset-in-body-one-in-8': [
      'a reset in the middle of one body in eight',
      written(half, async visit => {
        await sleep(20);
        await reset(visit);
      }),
    ],
  }),
  ...faults(always, borne(), {
    'truncated-garbage-after-body': [
      'bytes that belong to no response follow every body',
      written(answer => Buffer.concat([framed(answer), Buffer.from([0, 255, 13, 10, 7])])),
    ],
    'truncated-two-responses': ['every request gets its response twice', written(twice)],
  }),
  // It may come as the response to the next request: nothing shows that it is not.
  ...faults(always, broken(/./, { seconds: 60 }), {
    'truncated-two-responses-later': [
      'every request gets its response again 20 ms later',
      written(framed, async visit => {
        const again = framed({
          status: 200,
          text: 'OK',
          headers: [['Content-Type', 'application/json']],
          body: Buffer.from('{"stale":true}'),
        });
        setTimeout(() => visit.socket.writable && visit.socket.write(again), 20);
      }),
    ],
  }),
];
