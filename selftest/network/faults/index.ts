/** Every fault, by family. */
import { bodies } from './http/bodies.ts';
import { connect } from './connect.ts';
import { death } from './death.ts';
import { gateway } from './gateway.ts';
import type { Fault } from '../fault.ts';
import { hostile } from './hostile.ts';
import { keepAlive } from './http/keep-alive.ts';
import { limiting } from './limiting.ts';
import { money } from './money.ts';
import { oneRoute } from './one-route.ts';
import { pretend } from './pretend.ts';
import { protocol } from './http/protocol.ts';
import { redirect } from './redirect.ts';
import { slow } from './slow.ts';
import { tls } from './tls.ts';
import { truncated } from './http/truncated.ts';
import { unusual } from './http/unusual.ts';

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
