/** Responses that come late, and targets that die while a run goes on. */
import {
  always,
  borne,
  both,
  cutShort,
  type Fault,
  faults,
  from,
  oneIn,
  onRoute,
  reads,
  refused,
  unharmed,
  type When,
} from '../fault.ts';
import type { Records } from '../proxy/proxy.ts';
import {
  dripping,
  half,
  headLength,
  jitter,
  late,
  leave,
  middle,
  raw,
  reset,
  silence,
  written,
} from '../strikes.ts';

const tooLate = /no response|timed? ?out|within|slow|stall/i;

export const slow: readonly Fault[] = [
  ...faults(always, unharmed(60), {
    'slow-latency': ['200 ms of latency', late(200)],
  }),
  ...faults(always, unharmed(75), {
    'slow-jitter': ['between 0 and 600 ms of latency', jitter(0, 600)],
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
    'slow-last-byte': [
      'all but the last byte, then nothing',
      dripping(answer => middle(answer) * 2 - headLength(answer) - 1, 60_000),
      { grep: 'catalog\\.|wallet\\.' },
    ],
  }),
  ...faults(both(reads, oneIn(20)), borne(60), {
    'slow-one-in-20': ['one read in 20 takes 5 s, with a time-out of 2 s', late(5000)],
  }),
  ...faults(always, refused(tooLate), {
    'slow-headers': ['a byte a second, from the status line on', dripping(() => 0, 1000)],
    'slow-body': ['headers at once, then a byte a second', dripping(headLength, 1000)],
    'slow-stall': ['every response stalls in the middle of its body', written(half, silence)],
  }),
  ...faults(from(100), cutShort(), {
    'slow-body-from-100': ['headers at once, then a byte a second', dripping(headLength, 1000)],
    'slow-after-status': ['a status line, then nothing', raw('HTTP/1.1 200 OK\r\n')],
  }),
  ...faults(onRoute('GET', '/products'), unharmed(30), {
    'slow-drip-in-time': [
      'the bodies of one route come in pieces over half a second',
      visit => dripping(headLength, 50, 1 + Math.ceil(40_000 / 10))(visit),
      { grep: 'catalog\\.' },
    ],
  }),
  ...faults(from(150), cutShort(), {
    'slow-stall-from-150': [
      'every response stalls in the middle of its body',
      written(half, silence),
    ],
  }),
  ...faults(onRoute('GET', '/wallet/transactions'), borne(60, { exits: [2, 3] }), {
    'slow-stall-on-one-route': [
      'the responses of one route stall in the middle of the body',
      written(half, silence),
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
const byDefault = { GV_TIMEOUT: '', GV_ASYNC_TIMEOUT: '', GV_MAX_WAIT: '' };
const few = { limit: 20, windowSeconds: 3 };
const limits = { catalog: few, webhooks: few, wallet: few };

/** Complains about more than `count` requests to a target that is known to be gone. */
const atMost =
  (count: number) =>
  ({ visits }: Records): string | undefined => {
    const after = visits.filter(({ struck }) => struck).length;
    return after > count ? `${after} requests were sent after it` : undefined;
  };

const afterLimit: When = {
  text: 'from the first 429 on',
  start:
    () =>
    (seen, { visits }) =>
      visits.some(({ reached }) => reached.includes(429)) || seen.struck,
};

export const death: readonly Fault[] = [
  ...[50, 200, 435].map((number): Fault => ({
    id: `death-at-${number}`,
    what: 'the target is gone',
    when: from(number),
    strike: leave,
    settings: () => byDefault,
    expect: number > 400 ? borne(40, { secondsAfter: 15 }) : cutShort(),
  })),
  ...faults(from(50), cutShort(30, { requests: atMost(60) }), {
    'death-silent-at-50': [
      'the machine of the target is gone: nothing is said any more',
      silence,
      { settings: () => byDefault },
    ],
  }),
  ...faults(from(200), cutShort(30, { requests: atMost(60) }), {
    'death-resets-at-200': [
      'a load balancer without a target resets every request',
      reset,
      { settings: () => byDefault },
    ],
  }),
  ...faults(afterLimit, cutShort(60), {
    'death-in-probe': [
      'the target is gone during the measurement of a limiter',
      leave,
      { probes: limits },
    ],
    'death-silent-in-probe': [
      'the target says nothing any more during the measurement of a limiter',
      silence,
      { probes: limits },
    ],
  }),
  ...faults(
    {
      text: 'each third request',
      start:
        () =>
        ({ number }) =>
          number > 5 && number % 3 === 0,
    },
    borne(90),
    {
      'death-resets-in-probe': [
        'every third request of the measurement of the limiters is reset',
        reset,
        { probes: limits },
      ],
    },
  ),
];
