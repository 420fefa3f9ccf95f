/** TLS that does not come about, or should not. */
import type { TlsOptions } from 'node:tls';
import { faults, refused, unharmed, type Fault } from '../fault.ts';
import { certificate, type Wanted } from '../proxy/certificate.ts';
import { always, never } from '../proxy/when.ts';
import { honest, reset, silence } from '../strikes.ts';

const asHttps = ({ origin }: { origin: string }) => origin.replace('http:', 'https:');
const local = 'IP:127.0.0.1,DNS:localhost';
const shown = { tls: () => certificate({ names: local }) };

/** Serves with a certificate that GV_CA_FILE names. */
const trusted = (wanted: Wanted = { names: local }) => ({
  tls: () => certificate(wanted),
  settings: () => ({ GV_CA_FILE: certificate.file(wanted) }),
});
/** Serves with a trusted certificate, and in another way than usual. */
const served = (more: TlsOptions) => ({
  ...trusted(),
  tls: () => ({ ...certificate({ names: local }), ...more }),
});

export const tls: readonly Fault[] = [
  ...faults(never, unharmed(), {
    'tls-own-authority': [
      'a certificate of an authority that GV_CA_FILE names (allowed)',
      honest,
      { ...trusted(), grep: 'wallet\\.' },
    ],
  }),
  ...faults(never, refused(/certificate|self.?signed|CA/i), {
    'tls-self-signed': ['a certificate that nobody vouches for', honest, shown],
  }),
  ...faults(never, refused(/expired/i), {
    'tls-expired': ['a certificate that expired', honest, trusted({ names: local, expired: true })],
  }),
  ...faults(never, refused(/name|ALTNAME|host/i), {
    'tls-other-name': [
      'a certificate for another host',
      honest,
      trusted({ names: 'DNS:other.example' }),
    ],
  }),
  ...faults(never, refused(/TLS|SSL|protocol|version|handshake/i), {
    'tls-old-version': [
      'TLS 1.0 only',
      honest,
      served({ minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }),
    ],
  }),
  ...faults(never, refused(/certificate/i), {
    'tls-client-certificate': [
      'the target demands a certificate of its callers',
      honest,
      served({ requestCert: true, rejectUnauthorized: true }),
    ],
  }),
  ...faults(never, refused(/TLS|https/i), {
    'tls-on-plain': [
      'the target speaks TLS, the address says http',
      honest,
      { ...shown, target: ({ origin }) => origin.replace('https:', 'http:') },
    ],
  }),
  ...faults(never, refused(/TLS|SSL|plain|http:/i), {
    'tls-plain-on-https': [
      'the target speaks plain HTTP, the address says https',
      honest,
      { target: asHttps },
    ],
  }),
  ...faults(always, refused(/no response|not answer|timed? ?out|within/i), {
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
        accept: socket => {
          socket.once('data', () => socket.resetAndDestroy());
          return false;
        },
        target: asHttps,
      },
    ],
  }),
];
