/** Every fault, by family. */
import { bodies, hostile } from './bodies.ts';
import { connect, keepAlive } from './connections.ts';
import { death, slow } from './slow.ts';
import { gateway, limiting } from './gateways.ts';
import type { Fault } from '../fault.ts';
import { money } from './money.ts';
import { oneRoute } from './one-route.ts';
import { pretend, redirect, tls } from './elsewhere.ts';
import { protocol, unusual } from './protocol.ts';
import { truncated } from './truncated.ts';

export const families: Readonly<Record<string, readonly Fault[]>> = {
  'No connection': connect,
  Slow: slow,
  'One route': oneRoute,
  Truncated: truncated,
  Protocol: protocol,
  'Unusual, and no fault': unusual,
  Bodies: bodies,
  Gateways: gateway,
  'Limits and lockouts': limiting,
  'Kept connections': keepAlive,
  Money: money,
  Death: death,
  Redirects: redirect,
  'Something else answers': pretend,
  TLS: tls,
  'Hostile texts': hostile,
};
