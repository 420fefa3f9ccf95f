/** No connection, or one that nothing comes over. */
import { borne, cutShort, refused, unharmed, type Fault, faults } from '../fault.ts';
import { always, from, never, oneIn } from '../proxy/when.ts';
import { blackHole } from '../proxy/black-hole.ts';
import { leave, reset, silence } from '../strikes.ts';
import type { Strike } from '../proxy/proxy.ts';

const awayFor =
  (ms: number): Strike =>
  ({ proxy }) => {
    proxy.leave();
    setTimeout(proxy.comeBack, ms);
  };

export const connect: readonly Fault[] = [
  ...faults(never, refused(/refused/i), {
    'connect-refused': [
      'nothing listens',
      leave,
      {
        target: proxy => {
          proxy.leave();
          return proxy.origin;
        },
      },
    ],
  }),
  ...faults(always, refused(/reset|closed|broke/i), {
    'connect-reset-at-accept': [
      'each connection is reset as soon as it is accepted',
      reset,
      {
        accept: socket => {
          socket.resetAndDestroy();
          return false;
        },
      },
    ],
  }),
  ...faults(always, refused(/reset|closed|broke|hang up/i), {
    'connect-closed-at-accept': [
      'each connection is closed as soon as it is accepted',
      reset,
      {
        accept: socket => {
          socket.end();
          return false;
        },
      },
    ],
  }),
  ...faults(never, refused(/no response|not answer|timed? ?out|within/i), {
    'connect-black-hole': [
      'packets to the target are dropped: no connection comes about',
      silence,
      { target: blackHole },
    ],
  }),
  ...faults(always, refused(/no response|not answer|timed? ?out|within/i), {
    'connect-silent': ['connections are accepted, and nothing is ever said', silence],
  }),
  ...faults(from(200), cutShort(), {
    'connect-silent-from-200': ['the target stops saying anything', silence],
  }),
  ...faults(
    {
      text: 'at request 100',
      start:
        () =>
        ({ number }) =>
          number === 100,
    },
    borne(),
    {
      'connect-back-after-3-s': [
        'nothing listens for three seconds, as in a restart',
        awayFor(3000),
      ],
    },
  ),
  ...faults(oneIn(10), borne(), {
    'connect-reset-one-in-10': ['a request in ten is reset before it reaches the server', reset],
  }),
  ...faults(never, unharmed(), {
    'connect-localhost': [
      'the host name has an IPv6 address, too, where nothing listens',
      reset,
      { target: ({ origin }) => origin.replace('127.0.0.1', 'localhost'), grep: 'wallet\\.' },
    ],
  }),
];
