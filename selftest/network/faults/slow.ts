/** It comes, late. */
import { borne, cutShort, refused, unharmed, type Fault, faults } from '../fault.ts';
import { always, both, from, oneIn, onRoute, reads } from '../proxy/when.ts';
import {
  dripping,
  half,
  headLength,
  jitter,
  late,
  middle,
  raw,
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
