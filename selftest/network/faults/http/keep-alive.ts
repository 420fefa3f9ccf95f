/** Connections that are closed, kept or counted in unexpected ways. */
import { borne, unharmed, type Fault } from '../../fault.ts';
import { framed } from '../../proxy/answer.ts';
import {
  always,
  both,
  never,
  oneIn,
  reads,
  writes,
  spendings,
  type When,
} from '../../proxy/when.ts';
import type { Strike } from '../../proxy/proxy.ts';
import { hangUp, honest, reset, withHeader, written } from '../../strikes.ts';

/** Not the first request of its connection. */
const onKept: When = {
  text: 'requests on a connection that was kept open',
  start: () => {
    const used = new Set<number>();
    return ({ connection }) => {
      const before = used.has(connection);
      used.add(connection);
      return before;
    };
  },
};
const everyNth = (count: number): When => ({
  text: `each ${count}. request of a connection`,
  start: () => {
    const used = new Map<number, number>();
    return ({ connection }) => {
      used.set(connection, (used.get(connection) ?? 0) + 1);
      return used.get(connection)! % count === 0;
    };
  },
});
const thenClose = (ms: number): Strike =>
  written(framed, ({ socket }) => void setTimeout(() => socket.end(), ms));

export const keepAlive: readonly Fault[] = [
  {
    id: 'keep-alive-closed-after-each',
    what: 'the connection closes after each response without saying so',
    when: always,
    strike: written(framed, ({ socket }) => void socket.end()),
    expect: unharmed(40),
  },
  {
    id: 'keep-alive-closed-after-5',
    what: 'the connection closes after five responses without saying so',
    when: everyNth(5),
    strike: written(framed, ({ socket }) => void socket.end()),
    expect: unharmed(40),
  },
  {
    id: 'keep-alive-connection-close',
    what: '`Connection: close` on every response',
    when: always,
    strike: written(
      answer =>
        framed(withHeader(answer, 'Connection', 'close'))
          .toString('latin1')
          .replace('Connection: keep-alive\r\n', ''),
      ({ socket }) => void socket.end(),
    ),
    expect: unharmed(40),
  },
  {
    id: 'keep-alive-idle-50-ms',
    what: 'idle connections close after 50 ms',
    when: always,
    strike: thenClose(50),
    expect: unharmed(40),
  },
  {
    id: 'keep-alive-idle-0-ms',
    what: 'idle connections close in the moment after the response',
    when: always,
    strike: thenClose(1),
    expect: unharmed(40),
  },
  {
    id: 'keep-alive-closed-under-reads',
    what: 'a kept connection closes just as the next read is sent, one in five times',
    when: both(reads, both(onKept, oneIn(5))),
    strike: hangUp,
    expect: unharmed(40),
  },
  {
    id: 'keep-alive-closed-under-posts',
    what: 'a kept connection closes just as the next POST is sent, one in five times',
    when: both(writes, both(onKept, oneIn(5))),
    strike: hangUp,
    expect: borne(40),
  },
  {
    id: 'keep-alive-reset-under-spending',
    what: 'a kept connection is reset just as an order or a voucher is sent over it',
    when: both(spendings, onKept),
    strike: reset,
    expect: unharmed(40),
  },
  {
    id: 'keep-alive-half-open',
    what: 'the target closes its side after a response and reads on',
    when: everyNth(3),
    strike: written(framed, async ({ socket }) => {
      socket.allowHalfOpen = true;
      socket.end();
    }),
    expect: unharmed(40),
  },
  {
    id: 'keep-alive-dead-connections',
    what: 'kept connections are forgotten by a firewall after five requests: nothing comes back over them',
    when: everyNth(5),
    strike: () => new Promise(() => {}),
    expect: borne(60),
  },
  {
    id: 'keep-alive-two-at-a-time',
    what: 'a gateway resets more than two connections at a time',
    when: never,
    strike: honest,
    accept: (socket, { open }) => {
      if (open() <= 2) return true;
      socket.resetAndDestroy();
      return false;
    },
    expect: borne(40),
  },
];
