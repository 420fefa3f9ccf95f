import http from 'k6/http';
import { sleep } from 'k6';
import { Counter } from 'k6/metrics';
import { judge, settlingMs } from './limiter/findings.ts';
import { keep, type Answer, type Note } from './probe/note.ts';
import { reconcile } from './limiter/reconcile.ts';
import { next, type PlanSettings } from './probe/plan.ts';
import {
  limiterNames,
  namesOf,
  routeOf,
  type LimiterName,
  type ProbeRoute,
} from './probe/routes.ts';
import { summarize, type LimiterResult } from './limiter/summary.ts';

type Results = Record<string, LimiterResult>;

const judged = new Counter('limiter_claims_judged');
const failed = new Counter('limiter_claims_failed');

export const options = {
  scenarios: { limiters: { executor: 'shared-iterations', vus: 1, iterations: 1 } },
  // Without samples a threshold passes: the first one catches a run that judged nothing.
  thresholds: { limiter_claims_judged: ['count>0'], limiter_claims_failed: ['count<1'] },
  setupTimeout: '2h',
  maxRedirects: 0,
  batch: 50,
  batchPerHost: 50,
};

http.setResponseCallback(http.expectedStatuses({ min: 200, max: 499 }));

/** Measures in setup: an exception here ends k6 with 107, in an iteration it would end with 0. */
export function setup(): Results {
  const env = readEnvironment();
  const skipped = (name: LimiterName) =>
    name === 'webhooks' && !env.allow.includes('write')
      ? 'GV_ALLOW does not contain write'
      : name === 'webhooks' && env.webhook === ''
        ? 'GV_WEBHOOK_UNKNOWN is not set'
        : undefined;
  const usable = limiterNames.filter(name => skipped(name) === undefined);
  const results: Results = {};
  for (const name of env.probe) {
    const reason = skipped(name);
    if (reason !== undefined) results[name] = { skipped: reason };
    else {
      const others = namesOf(usable.filter(other => other !== name));
      const settings = { ...env.bounds, others };
      const notes = measure(settings, asked =>
        batch(
          env,
          asked.map(to => routeOf(name, to)),
        ),
      );
      const findings = judge(notes, settings);
      results[name] = { settings, notes, findings };
      if (name !== env.probe.at(-1)) sleep(settlingMs(findings, settings) / 1000);
    }
  }
  return reconcile(results);
}

export default function count(results: Results): void {
  for (const [limiter, result] of Object.entries(results)) {
    const claims = 'findings' in result ? result.findings.claims : [];
    for (const { claim, verdict } of claims) {
      judged.add(1, { limiter, claim });
      failed.add(verdict === 'failed' ? 1 : 0, { limiter, claim });
    }
  }
}

export function handleSummary({ setup_data: results }: { setup_data?: Results }) {
  if (!results) return { stdout: 'The limiters were not measured: see the error above.\n' };
  const lines = Object.entries(results).map(([name, result]) => summarize(name, result));
  const out = __ENV['GV_OUT'];
  return {
    // k6 makes no folder, and ends with 0 where one is missing: a file is written only where it was asked for.
    ...(out ? { [`${out}/limiters.json`]: JSON.stringify(results, null, 1) } : {}),
    stdout: `\n${lines.join('\n\n')}\n\n`,
  };
}

function measure(
  settings: PlanSettings,
  send: (asked: readonly (string | undefined)[]) => Answer[],
): Note[] {
  const notes: Note[] = [];
  for (;;) {
    const step = next(notes, settings, Date.now());
    if ('done' in step) return notes;
    if ('wait' in step) sleep(step.wait / 1000);
    else {
      const { phase } = step;
      const asked = 'ask' in step ? step.ask : Array.from({ length: step.send }, () => undefined);
      for (const [index, answer] of send(asked).entries()) {
        const to = asked[index];
        notes.push({ ...answer, phase, ...(to === undefined ? {} : { to }) });
      }
    }
  }
}

function batch(env: Environment, routes: readonly ProbeRoute[]): Answer[] {
  const requests = routes.map(({ method, path, body }) => ({
    method,
    url: env.baseUrl + path.replace('{unknownWebhook}', encodeURIComponent(env.webhook)),
    body: body ?? null,
    params: {
      headers: {
        'X-API-Key': env.key,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      tags: { name: path },
      timeout: '30s',
    },
  }));
  const sentAt = Date.now();
  const responses = http.batch(requests);
  const receivedAt = Date.now();
  return responses.map(({ status, headers, body }) => {
    const text = typeof body === 'string' ? body : '';
    return keep({ sentAt, receivedAt, status, headers: once(headers), body: text }, env.key);
  });
}

/** k6 joins the lines of a header; those that say the same are no list. What they say over the wire is judged in Node. */
function once(headers: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => {
    const lines = new Set(value.split(', '));
    const [line = ''] = lines;
    return [name, lines.size === 1 ? line : value];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

type Environment = ReturnType<typeof readEnvironment>;

function readEnvironment() {
  const list = (name: string) =>
    (__ENV[name] ?? '')
      .split(',')
      .map(word => word.trim())
      .filter(word => word !== '');
  const positive = (name: string, fallback: number) => {
    const value = Number(__ENV[name] || fallback);
    if (!(value > 0)) throw new Error(`${name} is not a positive number`);
    return value;
  };
  const baseUrl = (__ENV['GV_BASE_URL'] ?? '').replace(/\/+$/, '');
  const key = __ENV['GV_API_KEY'] ?? '';
  if (baseUrl === '' || key === '') throw new Error('GV_BASE_URL and GV_API_KEY are needed');
  const allow = list('GV_ALLOW');
  if (!allow.includes('exhaust')) throw new Error('GV_ALLOW does not contain exhaust');
  const wanted = list('GV_PROBE');
  const unknown = wanted.filter(name => !limiterNames.some(known => known === name));
  if (unknown.length > 0) throw new Error(`GV_PROBE names no limiter: ${unknown.join(', ')}`);
  return {
    baseUrl,
    key,
    allow,
    webhook: __ENV['GV_WEBHOOK_UNKNOWN'] ?? '',
    probe: limiterNames.filter(name => wanted.length === 0 || wanted.includes(name)),
    bounds: {
      maxRequests: positive('GV_PROBE_MAX_REQUESTS', 1000),
      maxWaitMs: positive('GV_PROBE_MAX_WAIT', 60) * 1000,
    },
  };
}
