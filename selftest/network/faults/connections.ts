/** Connections that do not come about, carry nothing, or are closed, kept or counted in unexpected ways, and TLS that should not come about. */
import { spawn } from 'node:child_process';
import { connect as connectTo, type Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import {
  always,
  borne,
  both,
  cutShort,
  type Fault,
  faults,
  from,
  type More,
  never,
  oneIn,
  reads,
  refused,
  spendings,
  unharmed,
  type When,
  when,
  writes,
} from '../fault.ts';
import { certificate, type Wanted, framed } from '../proxy/http.ts';
import type { Proxy, Strike } from '../proxy/proxy.ts';
import { end, hangUp, honest, leave, reset, silence, withHeader, written } from '../strikes.ts';

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
  const waiting: Socket[] = [];
  for (let full = false; !full && waiting.length < 16;) full = !(await connects(port, waiting));
  proxy.onClose(() => {
    for (const socket of waiting) socket.destroy();
    child.kill('SIGKILL');
  });
  return `http://127.0.0.1:${port}`;
}

const connects = (port: number, waiting: Socket[]): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connectTo(port, '127.0.0.1');
    waiting.push(socket);
    const timer = setTimeout(() => resolve(false), 300);
    socket
      .on('error', () => {})
      .once('connect', () => {
        clearTimeout(timer);
        resolve(true);
      });
  });

function gone(proxy: Proxy): string {
  proxy.leave();
  return proxy.origin;
}

/** Serves no connection, and does this to each. */
const unserved = (drop: (socket: Socket) => unknown) => ({
  accept: (socket: Socket) => {
    drop(socket);
    return false;
  },
});

const awayFor =
  (ms: number): Strike =>
  ({ proxy }) => {
    proxy.leave();
    setTimeout(proxy.comeBack, ms);
  };

const nothingSaid = refused(/no response|not answer|timed? ?out|within/i);
const asHttps = ({ origin }: Proxy) => origin.replace('http:', 'https:');

export const connect: readonly Fault[] = [
  ...faults(never, refused(/refused/i), {
    'connect-refused': ['nothing listens', leave, { target: gone }],
  }),
  ...faults(always, refused(/reset|closed|broke/i), {
    'connect-reset-at-accept': [
      'each connection is reset as soon as it is accepted',
      reset,
      unserved(socket => socket.resetAndDestroy()),
    ],
    'connect-closed-at-accept': [
      'each connection is closed as soon as it is accepted',
      reset,
      unserved(socket => socket.end()),
    ],
  }),
  ...faults(never, nothingSaid, {
    'connect-black-hole': [
      'packets to the target are dropped: no connection comes about',
      silence,
      { target: blackHole },
    ],
  }),
  ...faults(always, nothingSaid, {
    'connect-silent': ['connections are accepted, and nothing is ever said', silence],
  }),
  ...faults(from(200), cutShort(), {
    'connect-silent-from-200': ['the target stops saying anything', silence],
  }),
  ...faults(
    when('at request 100', ({ number }) => number === 100),
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

/** Counts the requests of each connection. */
const byConnection = (text: string, holds: (count: number) => boolean): When => ({
  text,
  start: () => {
    const counts = new Map<number, number>();
    return ({ connection }) => {
      const count = (counts.get(connection) ?? 0) + 1;
      counts.set(connection, count);
      return holds(count);
    };
  },
});
const onKept = byConnection('requests on a connection that was kept open', count => count > 1);
const everyNth = (n: number): When =>
  byConnection(`each ${n}. request of a connection`, count => count % n === 0);
const thenClose = (ms: number): Strike =>
  written(framed, ({ socket }) => void setTimeout(() => socket.end(), ms));
const halfClosed: Strike = written(framed, ({ socket }) => {
  socket.allowHalfOpen = true;
  socket.end();
});
const sayingClose: Strike = written(
  answer =>
    framed(withHeader(answer, 'Connection', 'close'))
      .toString('latin1')
      .replace('Connection: keep-alive\r\n', ''),
  end,
);

export const keepAlive: readonly Fault[] = [
  ...faults(always, unharmed(40), {
    'keep-alive-closed-after-each': [
      'the connection closes after each response without saying so',
      written(framed, end),
    ],
    'keep-alive-connection-close': ['`Connection: close` on every response', sayingClose],
    'keep-alive-idle-50-ms': ['idle connections close after 50 ms', thenClose(50)],
    'keep-alive-idle-0-ms': [
      'idle connections close in the moment after the response',
      thenClose(1),
    ],
  }),
  ...faults(everyNth(5), unharmed(40), {
    'keep-alive-closed-after-5': [
      'the connection closes after five responses without saying so',
      written(framed, end),
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
      halfClosed,
    ],
  }),
  ...faults(everyNth(5), borne(60), {
    'keep-alive-dead-connections': [
      'kept connections are forgotten by a firewall after five requests: nothing comes back over them',
      silence,
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

const local = 'IP:127.0.0.1,DNS:localhost';
const shown = { tls: () => certificate({ names: local }) };

/** Serves with a certificate that GV_CA_FILE names, and perhaps in another way than usual. */
const trusted = (wanted: Wanted = { names: local }, more: TlsOptions = {}) => ({
  tls: () => ({ ...certificate(wanted), ...more }),
  settings: () => ({ GV_CA_FILE: certificate(wanted).file }),
});
const oldest = { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;

/** Handshakes that do not come about: id -> what happens, what the run says of it, and how the target serves. */
const handshakes: Readonly<Record<string, [what: string, says: RegExp, more: More]>> = {
  'self-signed': ['a certificate that nobody vouches for', /certificate|self.?signed|CA/i, shown],
  expired: ['a certificate that expired', /expired/i, trusted({ names: local, expired: true })],
  'other-name': [
    'a certificate for another host',
    /name|ALTNAME|host/i,
    trusted({ names: 'DNS:other.example' }),
  ],
  'old-version': [
    'TLS 1.0 only',
    /TLS|SSL|protocol|version|handshake/i,
    trusted(undefined, oldest),
  ],
  'client-certificate': [
    'the target demands a certificate of its callers',
    /certificate/i,
    trusted(undefined, { requestCert: true, rejectUnauthorized: true }),
  ],
  'on-plain': [
    'the target speaks TLS, the address says http',
    /TLS|https/i,
    { ...shown, target: ({ origin }) => origin.replace('https:', 'http:') },
  ],
  'plain-on-https': [
    'the target speaks plain HTTP, the address says https',
    /TLS|SSL|plain|http:/i,
    { target: asHttps },
  ],
};

export const tls: readonly Fault[] = [
  ...faults(never, unharmed(), {
    'tls-own-authority': [
      'a certificate of an authority that GV_CA_FILE names (allowed)',
      honest,
      { ...trusted(), grep: 'wallet\\.' },
    ],
  }),
  ...Object.entries(handshakes).flatMap(([id, [what, says, more]]) =>
    faults(never, refused(says), { [`tls-${id}`]: [what, honest, more] }),
  ),
  ...faults(always, nothingSaid, {
    'tls-silent-handshake': [
      'a handshake that is never answered',
      silence,
      { accept: () => false, target: asHttps },
    ],
  }),
  ...faults(always, refused(/reset|closed|handshake|disconnected/i), {
    'tls-reset-handshake': [
      'a handshake that is reset',
      reset,
      {
        ...unserved(socket => socket.once('data', () => socket.resetAndDestroy())),
        target: asHttps,
      },
    ],
  }),
];
