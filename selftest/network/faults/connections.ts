/** Connections that do not come about, carry nothing, or are closed, kept or counted in unexpected ways. */
import { spawn } from 'node:child_process';
import net from 'node:net';
import {
  always,
  borne,
  both,
  cutShort,
  type Fault,
  faults,
  from,
  never,
  oneIn,
  reads,
  refused,
  spendings,
  unharmed,
  type When,
  writes,
} from '../fault.ts';
import { framed } from '../proxy/http.ts';
import type { Proxy, Strike } from '../proxy/proxy.ts';
import { hangUp, honest, leave, reset, silence, withHeader, written } from '../strikes.ts';

const listener = `
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(String(server.address().port)));
  process.stdin.resume().on('end', () => process.exit());
`;

/** A process that is stopped accepts nothing; once its queue is full, the system drops what comes. */
async function blackHole(proxy: Proxy): Promise<string> {
  const child = spawn(process.execPath, ['-e', listener], { stdio: ['pipe', 'pipe', 'ignore'] });
  const port = await new Promise<number>(resolve =>
    child.stdout.once('data', (text: Buffer) => resolve(Number(text.toString()))),
  );
  child.kill('SIGSTOP');
  const waiting: net.Socket[] = [];
  for (let full = false; !full && waiting.length < 16;) full = !(await connects(port, waiting));
  proxy.onClose(() => {
    for (const socket of waiting) socket.destroy();
    child.kill('SIGKILL');
  });
  return `http://127.0.0.1:${port}`;
}

const connects = (port: number, waiting: net.Socket[]): Promise<boolean> =>
  new Promise(resolve => {
    const socket = net.connect(port, '127.0.0.1');
    waiting.push(socket);
    const timer = setTimeout(() => resolve(false), 300);
    socket
      .on('error', () => {})
      .once('connect', () => {
        clearTimeout(timer);
        resolve(true);
      });
  });

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

/** Strikes all but the first request of a connection. */
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
