/** It comes, late. */
import { borne, cutShort, refused, unharmed, type Fault } from './fault.ts';
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
} from './strikes.ts';

const tooLate = /no response|timed? ?out|within|slow|stall/i;

export const slow: readonly Fault[] = [
  {
    id: 'slow-latency',
    what: '200 ms of latency',
    when: always,
    strike: late(200),
    expect: unharmed(60),
  },
  {
    id: 'slow-jitter',
    what: 'between 0 and 600 ms of latency',
    when: always,
    strike: jitter(0, 600),
    expect: unharmed(75),
  },
  {
    id: 'slow-just-in-time',
    what: '1.5 s on one route, with a time-out of 2 s',
    when: onRoute('GET', '/wallet'),
    strike: late(1500),
    grep: 'wallet\\.',
    expect: unharmed(40),
  },
  {
    id: 'slow-route',
    what: 'one route takes a second, the others none',
    when: onRoute('GET', '/orders'),
    strike: late(1000),
    expect: unharmed(60),
  },
  {
    id: 'slow-route-times-out',
    what: 'one route takes 5 s, with a time-out of 2 s; the others answer',
    when: onRoute('GET', '/products/filters'),
    strike: late(5000),
    grep: 'catalog\\.|search\\.|wallet\\.',
    expect: borne(40, { exits: [2, 3] }),
  },
  {
    id: 'slow-one-in-20',
    what: 'one read in 20 takes 5 s, with a time-out of 2 s',
    when: both(reads, oneIn(20)),
    strike: late(5000),
    expect: borne(60),
  },
  {
    id: 'slow-headers',
    what: 'a byte a second, from the status line on',
    when: always,
    strike: dripping(() => 0, 1000),
    expect: refused(tooLate),
  },
  {
    id: 'slow-body',
    what: 'headers at once, then a byte a second',
    when: always,
    strike: dripping(headLength, 1000),
    expect: refused(tooLate),
  },
  {
    id: 'slow-body-from-100',
    what: 'headers at once, then a byte a second',
    when: from(100),
    strike: dripping(headLength, 1000),
    expect: cutShort(),
  },
  {
    id: 'slow-drip-in-time',
    what: 'the bodies of one route come in pieces over half a second',
    when: onRoute('GET', '/products'),
    strike: visit => dripping(headLength, 50, 1 + Math.ceil(40_000 / 10))(visit),
    grep: 'catalog\\.',
    expect: unharmed(30),
  },
  {
    id: 'slow-stall',
    what: 'every response stalls in the middle of its body',
    when: always,
    strike: written(half, silence),
    expect: refused(tooLate),
  },
  {
    id: 'slow-stall-from-150',
    what: 'every response stalls in the middle of its body',
    when: from(150),
    strike: written(half, silence),
    expect: cutShort(),
  },
  {
    id: 'slow-stall-on-one-route',
    what: 'the responses of one route stall in the middle of the body',
    when: onRoute('GET', '/wallet/transactions'),
    strike: written(half, silence),
    grep: 'wallet\\.|catalog\\.',
    expect: borne(60, { exits: [2, 3] }),
  },
  {
    id: 'slow-after-status',
    what: 'a status line, then nothing',
    when: from(100),
    strike: raw('HTTP/1.1 200 OK\r\n'),
    expect: cutShort(),
  },
  {
    id: 'slow-last-byte',
    what: 'all but the last byte, then nothing',
    when: onRoute('GET', '/products/filters'),
    strike: dripping(answer => middle(answer) * 2 - headLength(answer) - 1, 60_000),
    grep: 'catalog\\.|wallet\\.',
    expect: borne(40, { exits: [2, 3] }),
  },
];
