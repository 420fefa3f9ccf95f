/** Responses that come late, and targets that die or lose a route while a run goes on. */
import {
  always,
  borne,
  both,
  cutShort,
  type Expectation,
  type Fault,
  faults,
  few,
  from,
  oneIn,
  onRoute,
  reads,
  refused,
  unharmed,
  type When,
  when,
} from '../fault.ts';
import type { Records } from '../proxy/proxy.ts';
import {
  announcing,
  dripping,
  half,
  headLength,
  jitter,
  largeHeaders,
  late,
  leave,
  malformedChunks,
  middle,
  page,
  raw,
  rawAndClose,
  reset,
  silence,
  switching,
  written,
} from '../strikes.ts';

const stalled = written(half, silence);
const dripHead = dripping(() => 0, 1000);
const dripBody = dripping(headLength, 1000);
const lastByte = dripping(answer => middle(answer) * 2 - headLength(answer) - 1, 60_000);

export const slow: readonly Fault[] = [
  ...faults(always, unharmed(60), { 'slow-latency': ['200 ms of latency', late(200)] }),
  ...faults(always, unharmed(75), {
    'slow-jitter': ['between 0 and 600 ms of latency', jitter(600)],
  }),
  ...faults(onRoute('GET', '/wallet'), unharmed(40), {
    'slow-just-in-time': [
      '1.5 s on one route, with a time-out of 2 s',
      late(1500),
      { grep: 'wallet\\.' },
    ],
  }),
  ...faults(onRoute('GET', '/orders'), unharmed(60), {
    'slow-route': ['one route takes a second, the others none', late(1000)],
  }),
  ...faults(onRoute('GET', '/products/filters'), borne(40, { exits: [2, 3] }), {
    'slow-route-times-out': [
      'one route takes 5 s, with a time-out of 2 s; the others answer',
      late(5000),
      { grep: 'catalog\\.|search\\.|wallet\\.' },
    ],
    'slow-last-byte': ['all but the last byte, then nothing', lastByte, few],
  }),
  ...faults(both(reads, oneIn(20)), borne(60), {
    'slow-one-in-20': ['one read in 20 takes 5 s, with a time-out of 2 s', late(5000)],
  }),
  ...faults(always, refused(/no response|timed? ?out|within|slow|stall/i), {
    'slow-headers': ['a byte a second, from the status line on', dripHead],
    'slow-body': ['headers at once, then a byte a second', dripBody],
    'slow-stall': ['every response stalls in the middle of its body', stalled],
  }),
  ...faults(from(100), cutShort(), {
    'slow-body-from-100': ['headers at once, then a byte a second', dripBody],
    'slow-after-status': ['a status line, then nothing', raw('HTTP/1.1 200 OK\r\n')],
  }),
  ...faults(onRoute('GET', '/products'), unharmed(30), {
    'slow-drip-in-time': [
      'the bodies of one route come in pieces over half a second',
      dripping(headLength, 50, 4001),
      { grep: 'catalog\\.' },
    ],
  }),
  ...faults(from(150), cutShort(), {
    'slow-stall-from-150': ['every response stalls in the middle of its body', stalled],
  }),
  ...faults(onRoute('GET', '/wallet/transactions'), borne(60, { exits: [2, 3] }), {
    'slow-stall-on-one-route': [
      'the responses of one route stall in the middle of the body',
      stalled,
      { grep: 'wallet\\.|catalog\\.' },
    ],
  }),
  ...faults(from(20), cutShort(35, { secondsAfter: 25, says: /deadline/i }), {
    'slow-past-the-deadline': [
      '1.5 s of latency, with a time-out of 2 s and a deadline of 15 s',
      late(1500),
      { settings: () => ({ GV_DEADLINE: '15' }) },
    ],
  }),
];

/** The time-out that a run has by default. */
const byDefault = { settings: () => ({ GV_TIMEOUT: '', GV_ASYNC_TIMEOUT: '', GV_MAX_WAIT: '' }) };
const ofTwenty = { limit: 20, windowSeconds: 3 };
const probing = { probes: { catalog: ofTwenty, webhooks: ofTwenty, wallet: ofTwenty } };

/** Complains about more than 60 requests to a target that is known to be gone. */
function atMostSixty({ visits }: Records): string | undefined {
  const after = visits.filter(({ struck }) => struck).length;
  return after > 60 ? `${after} requests were sent after it` : undefined;
}

const afterLimit: When = {
  text: 'from the first 429 on',
  start:
    () =>
    (seen, { visits }) =>
      visits.some(({ reached }) => reached.includes(429)) || seen.struck,
};
const eachThird = when('each third request', ({ number }) => number > 5 && number % 3 === 0);

export const death: readonly Fault[] = [
  ...[50, 200, 435].flatMap(number =>
    faults(
      from(number),
      number > 400 ? borne(40, { secondsAfter: 15 }) : cutShort(),
      { [`death-at-${number}`]: ['the target is gone', leave] },
      byDefault,
    ),
  ),
  // A read has three time-outs, of ten seconds each.
  ...faults(from(50), cutShort(60, { secondsAfter: 45, requests: atMostSixty }), {
    'death-silent-at-50': [
      'the machine of the target is gone: nothing is said any more',
      silence,
      byDefault,
    ],
  }),
  ...faults(from(200), cutShort(40, { requests: atMostSixty }), {
    'death-resets-at-200': [
      'a load balancer without a target resets every request',
      reset,
      byDefault,
    ],
  }),
  ...faults(
    afterLimit,
    cutShort(60),
    {
      'death-in-probe': ['the target is gone during the measurement of a limiter', leave],
      'death-silent-in-probe': [
        'the target says nothing any more during the measurement of a limiter',
        silence,
      ],
    },
    probing,
  ),
  ...faults(eachThird, borne(90), {
    'death-resets-in-probe': [
      'every third request of the measurement of the limiters is reset',
      reset,
      probing,
    ],
  }),
];

/** Complains about more than 1.1 times the requests of a plain run. */
const notMany = ({ visits }: Records, plain: Records): string | undefined =>
  visits.length > 1.1 * plain.visits.length
    ? `${visits.length} requests, ${plain.visits.length} without the fault`
    : undefined;

const bounds: Partial<Expectation> = { timesPlain: 2, requests: notMany };
const onOrders = onRoute('GET', '/orders');
const down = /GET \/orders failed \d+ times in a row: /;

/** One route is down, and the others answer: it costs what the first requests to it do, and no more. */
export const oneRoute: readonly Fault[] = [
  ...faults(onOrders, borne(60, { exits: [3], says: down, ...bounds }), {
    'one-route-reset': ['connections are reset', reset],
    'one-route-stall': ['responses stall in the middle of the body', stalled],
    'one-route-drip-head': ['a byte a second, from the status line on', dripHead],
    'one-route-drip-body': ['headers at once, then a byte a second', dripBody],
    'one-route-garbage': [
      'binary garbage',
      rawAndClose(Buffer.alloc(4096, '\u00ff\u0000\r\n', 'latin1')),
    ],
    'one-route-two-lengths': ['Content-Length twice, with two values', written(announcing(0, -5))],
    'one-route-http-0.9': [
      'a body without status line and headers',
      async visit => rawAndClose((await visit.forward()).body)(visit),
    ],
    'one-route-101': ['a 101 that nobody asked for', switching],
    'one-route-headers-100-kb': ['headers of 100 KB', largeHeaders],
    'one-route-cut-body': [
      'connections are reset in the middle of the body',
      written(half, late(20, reset)),
    ],
    'one-route-malformed-chunk': ['chunk sizes that are no numbers', malformedChunks],
    'one-route-503': ['a page with 503', page(503, 'Service Unavailable')],
  }),
];
