/** No connection, or one that nothing comes over. */
import type { Fault } from '../fault.ts';
import { borne, cutShort, refused, unharmed } from '../fault.ts';
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
  {
    id: 'connect-refused',
    what: 'nothing listens',
    when: never,
    strike: leave,
    target: proxy => {
      proxy.leave();
      return proxy.origin;
    },
    expect: refused(/refused/i),
  },
  {
    id: 'connect-reset-at-accept',
    what: 'each connection is reset as soon as it is accepted',
    when: always,
    strike: reset,
    accept: socket => {
      socket.resetAndDestroy();
      return false;
    },
    expect: refused(/reset|closed|broke/i),
  },
  {
    id: 'connect-closed-at-accept',
    what: 'each connection is closed as soon as it is accepted',
    when: always,
    strike: reset,
    accept: socket => {
      socket.end();
      return false;
    },
    expect: refused(/reset|closed|broke|hang up/i),
  },
  {
    id: 'connect-black-hole',
    what: 'packets to the target are dropped: no connection comes about',
    when: never,
    strike: silence,
    target: blackHole,
    expect: refused(/no response|not answer|timed? ?out|within/i),
  },
  {
    id: 'connect-silent',
    what: 'connections are accepted, and nothing is ever said',
    when: always,
    strike: silence,
    expect: refused(/no response|not answer|timed? ?out|within/i),
  },
  {
    id: 'connect-silent-from-200',
    what: 'the target stops saying anything',
    when: from(200),
    strike: silence,
    expect: cutShort(),
  },
  {
    id: 'connect-back-after-3-s',
    what: 'nothing listens for three seconds, as in a restart',
    when: {
      text: 'at request 100',
      start:
        () =>
        ({ number }) =>
          number === 100,
    },
    strike: awayFor(3000),
    expect: borne(),
  },
  {
    id: 'connect-reset-one-in-10',
    what: 'a request in ten is reset before it reaches the server',
    when: oneIn(10),
    strike: reset,
    expect: borne(),
  },
  {
    id: 'connect-localhost',
    what: 'the host name has an IPv6 address, too, where nothing listens',
    when: never,
    strike: reset,
    target: ({ origin }) => origin.replace('127.0.0.1', 'localhost'),
    grep: 'wallet\\.',
    expect: unharmed(),
  },
];
