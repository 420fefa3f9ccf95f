/**
 * Probes the limiters in k6: `k6 run load/limiters.ts`. Needs GV_BASE_URL, GV_API_KEY and GV_ALLOW=exhaust. `.env.example` lists the other
 * settings.
 */
import { sleep } from 'k6';
import { Counter } from 'k6/metrics';
import { boundsOf, guard } from '../harness/client/guard.ts';
import { SuiteError } from '../harness/verdict.ts';
import {
  doubtfulClaims,
  type LimiterProbe,
  type Measured,
  type ProbeResponse,
} from '../schemas/records/limiter.ts';
import { out, target, tls } from './environment.ts';
import { joinLines, keep } from './limiters/evidence.ts';
import { probeEach } from './limiters/probe.ts';
import type { GuardedRequest } from './request.ts';
import { routeById } from '../schemas/routes.ts';
import { expectStatuses, sendTogether } from './wire.ts';

const decided = new Counter('limiter_claims');
const failed = new Counter('limiter_claims_failed');

export const options = {
  scenarios: { limiters: { executor: 'shared-iterations', vus: 1, iterations: 1 } },
  // A threshold without samples passes, so the first threshold catches a run that decided nothing.
  thresholds: { limiter_claims: ['count>0'], limiter_claims_failed: ['count<1'] },
  ...tls,
  setupTimeout: '2h',
  maxRedirects: 0,
  batch: 50,
  batchPerHost: 50,
};

expectStatuses({ min: 200, max: 499 });

/** Probes in setup, because an error here ends k6 with 107. In an iteration, k6 would end with 0. */
export function setup(): LimiterProbe[] {
  const probing = probeEach(target, Date.now, 'k6');
  let responses: readonly ProbeResponse[] = [];
  for (;;) {
    const { done, value } = probing.next(responses);
    if (done) return value;
    if ('waitMs' in value) sleep(value.waitMs / 1000);
    responses = 'send' in value ? sendAll(value.send) : [];
  }
}

/** Counts the claims of each limiter, and the failed claims without a doubt, for the thresholds. */
export default function count(probes: readonly LimiterProbe[]): void {
  for (const probe of probes) {
    const claims = 'findings' in probe ? probe.findings.claims : [];
    for (const { claim, verdict } of claims) {
      const tags = { limiter: probe.name, claim };
      decided.add(1, tags);
      failed.add(verdict === 'failed' && !doubtfulClaims.has(claim) ? 1 : 0, tags);
    }
  }
}

/** Returns the output of k6, and `limiters.json` if there is a folder. */
export function handleSummary({ setup_data: probes }: { setup_data?: LimiterProbe[] }) {
  if (!probes) return { stdout: 'The limiters were not probed: see the error above.\n' };
  return {
    ...(out ? { [`${out}/limiters.json`]: JSON.stringify(probes, null, 1) } : {}),
    stdout: `\n${probes.map(summarize).join('\n\n')}\n\n`,
  };
}

const key = target.values.GV_API_KEY ?? '';
const bounds = boundsOf(target);

/** Checks a request with the guard, as one that helps to drive a limiter to its 429. */
function check({ id, method, url }: GuardedRequest): void {
  const route = routeById(id);
  if (!route) throw new SuiteError(`${id} is not a route`);
  guard(bounds, route, { method, url }, true);
}

function sendAll(requests: readonly GuardedRequest[]): ProbeResponse[] {
  const paramsOf = ({ url, body }: GuardedRequest) => ({
    headers: {
      'X-API-Key': key,
      ...(body === null ? {} : { 'Content-Type': 'application/json' }),
    },
    tags: { name: url },
    timeout: target.timeoutMs,
  });
  for (const each of new Set(requests)) check(each);
  const sentAt = Date.now();
  const responses = sendTogether(requests, paramsOf);
  const receivedAt = Date.now();
  return responses.map(({ status, headers, body }) => {
    const text = typeof body === 'string' ? body : '';
    const lines = Object.entries(headers).flatMap(([name, value]) =>
      value.split(', ').map(line => [name, line] as const),
    );
    return keep({ sentAt, receivedAt, status, headers: joinLines(lines), body: text }, key);
  });
}

/** Formats a probe for people. Only claims that did not pass are shown. */
function summarize(probe: LimiterProbe): string {
  if ('skipped' in probe) return `${probe.name}: skipped, ${probe.skipped}`;
  const { algorithm, limit, windowSeconds, claims, observations, requests } = probe.findings;
  const passed = claims.filter(claim => claim.verdict === 'passed').length;
  return [
    `${probe.name}: ${requests} requests, ${passed} of ${claims.length} claims passed`,
    `  limit      ${show(limit, 'requests')}`,
    `  window     ${show(windowSeconds, 's')}`,
    `  algorithm  ${algorithm.name} (${algorithm.reason})`,
    ...claims
      .filter(claim => claim.verdict !== 'passed')
      .map(claim => {
        const why = claim.reason ?? `expected ${claim.expected}, actual ${claim.actual}`;
        return `  ${claim.verdict.padEnd(14)} ${claim.claim}: ${why}`;
      }),
    ...observations.map(({ id, value, marked }) => `  ${marked ? '!' : '-'} ${id}: ${value}`),
  ].join('\n');
}

function show(measured: Measured, unit: string): string {
  if ('inconclusive' in measured) return `inconclusive, ${measured.reason}`;
  const { value, low, high } = measured;
  return `${value} ${unit}` + (low === high ? '' : ` (${low} to ${high})`);
}
