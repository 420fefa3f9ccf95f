import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '#test';
import { test } from '../fixtures/testing/spawned.ts';
import { fixedWindow } from '../fixtures/testing/simulated-limiters.ts';
import type { LimiterProbe } from '../schemas/records/limiter.ts';
import { ownK6, runScript } from './k6/testing.ts';

test.setTimeout(600_000);

const ourKey = 'key-that-must-not-show';
const script = fileURLToPath(new URL('limiters.ts', import.meta.url));

let host: string;
let seen: string[];
/** Returns the lines of `retry-after`. */
let linesOf: (seconds: string) => string[];
let k6: string;

test.beforeAll(async () => {
  k6 = await ownK6();
});

/** Serves a thin target with a window of two seconds and 20 requests for each of the three limiters. */
test.beforeEach(async ({ serving }) => {
  seen = [];
  linesOf = seconds => [seconds];
  const limiters = new Map(
    ['products', 'webhooks', 'wallet'].map(name => [name, fixedWindow(20, 2000, false)]),
  );
  host = await serving((request, response) => {
    const [, , , , area = '', id] = request.url?.split('?')[0]?.split('/') ?? [];
    const now = Date.now();
    const decision = limiters.get(area)?.(now);
    seen.push(`${request.method} ${area} ${id ?? ''}`);
    if (!decision || request.headers['x-api-key'] !== ourKey) return response.writeHead(401).end();
    const headers = {
      'content-type': 'application/json',
      'ratelimit-limit': `${decision.limit}`,
      'ratelimit-remaining': `${decision.remaining}`,
      'ratelimit-reset': `${Math.ceil(decision.resetAt / 1000)}`,
    };
    if (!decision.admitted) {
      const retryAfter = Math.ceil((decision.retryAt - now) / 1000);
      response.setHeader('retry-after', linesOf(`${retryAfter}`));
      response.writeHead(429, headers);
      return response.end('{"error":"Too many requests"}');
    }
    response.writeHead(area === 'webhooks' ? 404 : 200, headers);
    return response.end(area === 'webhooks' ? '{"error":"Webhook not found"}' : '[]');
  });
});

async function run(settings: Record<string, string>) {
  const { code, text, out } = await runScript(k6, script, {
    GV_BASE_URL: `http://${host}/`,
    GV_API_KEY: ourKey,
    GV_ALLOW: 'exhaust,write',
    GV_WEBHOOK_UNKNOWN: 'nobody',
    ...settings,
  });
  const file = join(out, 'limiters.json');
  const json = existsSync(file) ? readFileSync(file, 'utf8') : '[]';
  expect(text + json).not.toContain(ourKey);
  const probes = JSON.parse(json) as LimiterProbe[];
  return { code, text, probes };
}

test('k6 probes three separate limiters and ends with 0', async () => {
  const { code, text, probes } = await run({});
  expect(code, text).toBe(0);
  expect(probes.map(({ name }) => name)).toEqual(['catalog', 'webhooks', 'wallet']);
  const findings = probes.flatMap(probe => ('findings' in probe ? [probe.findings] : []));
  expect(findings).toHaveLength(3);
  for (const { algorithm, limit, claims } of findings) {
    // On a busy machine, findings stay open, but none is wrong.
    expect(['fixed-window', 'inconclusive']).toContain(algorithm.name);
    if ('value' in limit) expect(limit).toEqual({ value: 20, low: 20, high: 20 });
    expect(claims.filter(claim => claim.verdict === 'failed')).toEqual([]);
  }
  expect(findings.some(({ limit }) => 'value' in limit)).toBe(true);
  expect(new Set(seen)).toEqual(
    new Set([
      'GET products filters',
      'GET products ',
      'GET products search',
      'DELETE webhooks nobody',
      'PATCH webhooks nobody',
      'POST webhooks ',
      'GET wallet ',
      'GET wallet transactions',
      'GET wallet balance',
      // These are behind no limiter of §8. If they are rejected as well, a gateway limits them.
      'GET mcp tools',
    ]),
  );
});

test('a header sent twice is a list only if its values differ', async () => {
  const failedClaims = async (settings: Record<string, string>) => {
    const { probes } = await run({ GV_PROBE: 'wallet', ...settings });
    const claims = probes.flatMap(probe => ('findings' in probe ? probe.findings.claims : []));
    expect(claims).not.toEqual([]);
    return claims.flatMap(({ claim, verdict }) => (verdict === 'failed' ? [claim] : []));
  };
  linesOf = seconds => [seconds, seconds];
  expect(await failedClaims({})).toEqual([]);
  linesOf = seconds => [seconds, '30'];
  expect(await failedClaims({ GV_PROBE_MAX_WAIT: '2' })).toContain('retry-after-integer');
});
