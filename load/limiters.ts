/** Probes the limiters in k6, for a run that starts k6 with its settings. */
import { sleep } from 'k6';
import { boundsOf, guard } from '../harness/client/guard.ts';
import { SuiteError } from '../harness/verdict.ts';
import type { LimiterProbe, ProbeResponse } from '../schemas/records/limiter.ts';
import { out, target, tls } from './environment.ts';
import { joinLines, keep } from './limiters/evidence.ts';
import { probeEach } from './limiters/probe.ts';
import type { GuardedRequest } from './request.ts';
import { routeById } from '../schemas/routes.ts';
import { sendTogether } from './wire.ts';

export const options = {
  scenarios: { limiters: { executor: 'shared-iterations', vus: 1, iterations: 1 } },
  ...tls,
  setupTimeout: '2h',
  maxRedirects: 0,
  batch: 50,
  batchPerHost: 50,
};

/** Probes in setup, because an error here ends k6 with 107. In an iteration, k6 would end with 0. */
export function setup(): LimiterProbe[] {
  const probing = probeEach(target, Date.now, 'k6');
  let responses: readonly ProbeResponse[] = [];
  for (;;) {
    const { done, value } = probing.next(responses);
    if (done) return value;
    if ('waitMs' in value) sleep(value.waitMs / 1000);
    // A line of k6's log, which the run reads.
    if ('probing' in value) console.log(JSON.stringify(value));
    responses = 'send' in value ? sendAll(value.send) : [];
  }
}

/** Does nothing, because the probe is over. k6 needs an iteration. */
export default function end(): void {}

/** Writes `limiters.json`. */
export const handleSummary = ({ setup_data: probes }: { setup_data?: LimiterProbe[] }) =>
  probes && out ? { [`${out}/limiters.json`]: JSON.stringify(probes, null, 1) } : {};

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
      ...target.values.GV_HEADERS,
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
