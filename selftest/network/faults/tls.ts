/** TLS that does not come about, or should not. */
import { refused, unharmed, type Fault, faults } from '../fault.ts';
import { certificate } from '../proxy/certificate.ts';
import { always, never } from '../proxy/when.ts';
import { honest, reset, silence } from '../strikes.ts';

const few = 'wallet\\.';
const asHttps = ({ origin }: { origin: string }) => origin.replace('http:', 'https:');
const local = 'IP:127.0.0.1,DNS:localhost';

export const tls: readonly Fault[] = [
  ...faults(never, unharmed(), {
    'tls-own-authority': [
      'a certificate of an authority that GV_CA_FILE names (allowed)',
      honest,
      {
        tls: () => certificate({ names: local }),
        settings: () => ({ GV_CA_FILE: certificate.file({ names: local }) }),
        grep: few,
      },
    ],
  }),
  ...faults(never, refused(/certificate|self.?signed|CA/i), {
    'tls-self-signed': [
      'a certificate that nobody vouches for',
      honest,
      { tls: () => certificate({ names: local }) },
    ],
  }),
  ...faults(never, refused(/expired/i), {
    'tls-expired': [
      'a certificate that expired',
      honest,
      {
        tls: () => certificate({ names: local, expired: true }),
        settings: () => ({ GV_CA_FILE: certificate.file({ names: local, expired: true }) }),
      },
    ],
  }),
  ...faults(never, refused(/name|ALTNAME|host/i), {
    'tls-other-name': [
      'a certificate for another host',
      honest,
      {
        tls: () => certificate({ names: 'DNS:other.example' }),
        settings: () => ({ GV_CA_FILE: certificate.file({ names: 'DNS:other.example' }) }),
      },
    ],
  }),
  ...faults(never, refused(/TLS|SSL|protocol|version|handshake/i), {
    'tls-old-version': [
      'TLS 1.0 only',
      honest,
      {
        tls: () => ({
          ...certificate({ names: local }),
          minVersion: 'TLSv1',
          maxVersion: 'TLSv1',
          ciphers: 'DEFAULT@SECLEVEL=0',
        }),
        settings: () => ({ GV_CA_FILE: certificate.file({ names: local }) }),
      },
    ],
  }),
  ...faults(never, refused(/certificate/i), {
    'tls-client-certificate': [
      'the target demands a certificate of its callers',
      honest,
      {
        tls: () => ({
          ...certificate({ names: local }),
          requestCert: true,
          rejectUnauthorized: true,
        }),
        settings: () => ({ GV_CA_FILE: certificate.file({ names: local }) }),
      },
    ],
  }),
  ...faults(never, refused(/TLS|https/i), {
    'tls-on-plain': [
      'the target speaks TLS, the address says http',
      honest,
      {
        tls: () => certificate({ names: local }),
        target: ({ origin }) => origin.replace('https:', 'http:'),
      },
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
