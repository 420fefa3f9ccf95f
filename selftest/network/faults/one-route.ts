/** One route is down, and the others answer: it costs what the first requests to it do, and no more. */
import { setTimeout as sleep } from 'node:timers/promises';
import { borne, broken, type Expectation, type Fault, faults, onRoute } from '../fault.ts';
import { type Answer, headOf } from '../proxy/http.ts';
import type { Records } from '../proxy/proxy.ts';
import {
  changed,
  chunked,
  dripping,
  half,
  headLength,
  page,
  raw,
  rawAndClose,
  reset,
  silence,
  withHeader,
  written,
} from '../strikes.ts';

/** So many times the requests of a plain run, at most. */
const mostRequests = 1.1;

const few = ({ visits }: Records, plain: Records): string | undefined =>
  visits.length > mostRequests * plain.visits.length
    ? `${visits.length} requests, ${plain.visits.length} without the fault`
    : undefined;

const bounds: Partial<Expectation> = { timesPlain: 2, requests: few };
const onOrders = onRoute('GET', '/orders');
type Rows = Parameters<typeof faults>[2];
const down = (rows: Rows): Fault[] =>
  faults(
    onOrders,
    borne(60, { exits: [3], says: /GET \/orders failed \d+ times in a row: /, ...bounds }),
    rows,
  );
/** A body that always breaks off in one place, while others are whole, is how the target responds there: the first one is judged. */
const brokenOff = (rows: Rows): Fault[] =>
  faults(
    onOrders,
    broken(/^(orders|service|format|money|errors|lists|paging)\./, { exits: [1, 3], ...bounds }),
    rows,
  );
const twoLengths = ({ body, ...head }: Answer): Buffer => {
  const lengths = [body.length, body.length - 5].map(each => `Content-Length: ${each}`);
  return Buffer.concat([Buffer.from(headOf(head, lengths), 'latin1'), body]);
};

export const oneRoute: readonly Fault[] = [
  ...down({
    'one-route-reset': ['connections are reset', reset],
    'one-route-stall': ['responses stall in the middle of the body', written(half, silence)],
    'one-route-drip-head': ['a byte a second, from the status line on', dripping(() => 0, 1000)],
    'one-route-drip-body': ['headers at once, then a byte a second', dripping(headLength, 1000)],
    'one-route-garbage': [
      'binary garbage',
      rawAndClose(Buffer.alloc(4096, '\u00ff\u0000\r\n', 'latin1')),
    ],
    'one-route-two-lengths': ['Content-Length twice, with two values', written(twoLengths)],
    'one-route-http-0.9': [
      'a body without status line and headers',
      async visit => rawAndClose((await visit.forward()).body)(visit),
    ],
    'one-route-101': [
      'a 101 that nobody asked for',
      raw('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    ],
    'one-route-headers-100-kb': [
      'headers of 100 KB',
      changed(each => withHeader(each, 'X-Trace', 'a'.repeat(100_000))),
    ],
  }),
  ...brokenOff({
    'one-route-cut-body': [
      'connections are reset in the middle of the body',
      written(half, async visit => {
        await sleep(20);
        await reset(visit);
      }),
    ],
    'one-route-malformed-chunk': [
      'chunk sizes that are no numbers',
      written(each => chunked(each, Buffer.concat([Buffer.from('xyz\r\n'), each.body]))),
    ],
  }),
  // A status is an answer: it is judged.
  ...faults(onOrders, broken(/./, { exits: [1], ...bounds }), {
    'one-route-503': ['a page with 503', page(503, 'Service Unavailable')],
  }),
];
