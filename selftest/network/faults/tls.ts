/** TLS that does not come about, or should not. */
import { refused, unharmed, type Fault } from '../fault.ts';
import { certificate } from '../proxy/certificate.ts';
import { always, never } from '../proxy/when.ts';
import { honest, reset, silence } from '../strikes.ts';

const few = 'wallet\\.';
const asHttps = ({ origin }: { origin: string }) => origin.replace('http:', 'https:');
const local = 'IP:127.0.0.1,DNS:localhost';

export const tls: readonly Fault[] = [
  {
    id: 'tls-own-authority',
    what: 'a certificate of an authority that GV_CA_FILE names (allowed)',
    when: never,
    strike: honest,
    tls: () => certificate({ names: local }),
    settings: () => ({ GV_CA_FILE: certificate.file({ names: local }) }),
    grep: few,
    expect: unharmed(),
  },
  {
    id: 'tls-self-signed',
    what: 'a certificate that nobody vouches for',
    when: never,
    strike: honest,
    tls: () => certificate({ names: local }),
    expect: refused(/certificate|self.?signed|CA/i),
  },
  {
    id: 'tls-expired',
    what: 'a certificate that expired',
    when: never,
    strike: honest,
    tls: () => certificate({ names: local, expired: true }),
    settings: () => ({ GV_CA_FILE: certificate.file({ names: local, expired: true }) }),
    expect: refused(/expired/i),
  },
  {
    id: 'tls-other-name',
    what: 'a certificate for another host',
    when: never,
    strike: honest,
    tls: () => certificate({ names: 'DNS:other.example' }),
    settings: () => ({ GV_CA_FILE: certificate.file({ names: 'DNS:other.example' }) }),
    expect: refused(/name|ALTNAME|host/i),
  },
  {
    id: 'tls-old-version',
    what: 'TLS 1.0 only',
    when: never,
    strike: honest,
    tls: () => ({
      ...certificate({ names: local }),
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    }),
    settings: () => ({ GV_CA_FILE: certificate.file({ names: local }) }),
    expect: refused(/TLS|SSL|protocol|version|handshake/i),
  },
  {
    id: 'tls-client-certificate',
    what: 'the target demands a certificate of its callers',
    when: never,
    strike: honest,
    tls: () => ({ ...certificate({ names: local }), requestCert: true, rejectUnauthorized: true }),
    settings: () => ({ GV_CA_FILE: certificate.file({ names: local }) }),
    expect: refused(/certificate/i),
  },
  {
    id: 'tls-on-plain',
    what: 'the target speaks TLS, the address says http',
    when: never,
    strike: honest,
    tls: () => certificate({ names: local }),
    target: ({ origin }) => origin.replace('https:', 'http:'),
    expect: refused(/TLS|https/i),
  },
  {
    id: 'tls-plain-on-https',
    what: 'the target speaks plain HTTP, the address says https',
    when: never,
    strike: honest,
    target: asHttps,
    expect: refused(/TLS|SSL|plain|http:/i),
  },
  {
    id: 'tls-silent-handshake',
    what: 'a handshake that is never answered',
    when: always,
    strike: silence,
    accept: () => false,
    target: asHttps,
    expect: refused(/no response|not answer|timed? ?out|within/i),
  },
  {
    id: 'tls-reset-handshake',
    what: 'a handshake that is reset',
    when: always,
    strike: reset,
    accept: socket => {
      socket.once('data', () => socket.resetAndDestroy());
      return false;
    },
    target: asHttps,
    expect: refused(/reset|closed|handshake|disconnected/i),
  },
];
