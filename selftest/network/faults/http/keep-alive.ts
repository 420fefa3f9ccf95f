/** Connections that are closed, kept or counted in unexpected ways. */
import { borne, unharmed, type Fault, faults } from '../../fault.ts';
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
  ...faults(always, unharmed(40), {
    'keep-alive-closed-after-each': [
      'the connection closes after each response without saying so',
      written(framed, ({ socket }) => void socket.end()),
    ],
    'keep-alive-connection-close': [
      '`Connection: close` on every response',
      written(
        answer =>
          framed(withHeader(answer, 'Connection', 'close'))
            .toString('latin1')
            .replace('Connection: keep-alive\r\n', ''),
        ({ socket }) => void socket.end(),
      ),
    ],
    'keep-alive-idle-50-ms': ['idle connections close after 50 ms', thenClose(50)],
    'keep-alive-idle-0-ms': [
      'idle connections close in the moment after the response',
      thenClose(1),
    ],
  }),
  ...faults(everyNth(5), unharmed(40), {
    'keep-alive-closed-after-5': [
      'the connection closes after five responses without saying so',
      written(framed, ({ socket }) => void socket.end()),
    ],
  }),
  ...faults(both(reads, both(onKept, oneIn(5))), unharmed(40), {
    'keep-alive-closed-under-reads': [
      'a kept connection closes just as the next read is sent, one in five times',
      hangUp,
    ],
  }),
  ...faults(both(writes, both(onKept, oneIn(5))), borne(40), {
    'keep-alive-closed-under-posts': [
      'a kept connection closes just as the next POST is sent, one in five times',
      hangUp,
    ],
  }),
  ...faults(both(spendings, onKept), unharmed(40), {
    'keep-alive-reset-under-spending': [
      'a kept connection is reset just as an order or a voucher is sent over it',
      reset,
    ],
  }),
  ...faults(everyNth(3), unharmed(40), {
    'keep-alive-half-open': [
      'the target closes its side after a response and reads on',
      written(framed, async ({ socket }) => {
        socket.allowHalfOpen = true;
        socket.end();
      }),
    ],
  }),
  ...faults(everyNth(5), borne(60), {
    'keep-alive-dead-connections': [
      'kept connections are forgotten by a firewall after five requests: nothing comes back over them',
      () => new Promise(() => {}),
    ],
  }),
  ...faults(never, borne(40), {
    'keep-alive-two-at-a-time': [
      'a gateway resets more than two connections at a time',
      honest,
      {
        accept: (socket, { open }) => {
          if (open() <= 2) return true;
          socket.resetAndDestroy();
          return false;
        },
      },
    ],
  }),
];
