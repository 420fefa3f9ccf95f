import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from '#test';
import { systemClock } from '../../../fixtures/client/clock.ts';
import { openLedger } from '../../../fixtures/client/ledger/open.ts';
import type { Target } from '../../../fixtures/config/target.ts';
import { startReference } from '../../../reference/server.ts';
import { minimal, targetWith } from '../../../fixtures/testing/fakes.ts';
import { planSchema } from '../../../schemas/records/plan.ts';
import type { Plan } from '../../../schemas/records/plan.ts';
import type { ConformanceResult } from '../../../schemas/records/result.ts';
import { route } from '../../../schemas/routes.ts';
import { limiterOutcomes, plannedProbes } from './limiters.ts';
import { planLines } from './lines.ts';
import { makePlan } from './make-plan.ts';
import { plannedTime } from './time.ts';

const ajv = new Ajv2020();
addFormats.default(ajv);
const isPlan = ajv.compile(planSchema);

const both = { GV_AUTOMATION_KEY: '6d1f0c52-1f0a-4b5e-9a55-0c8f2a3b4c5d' };

async function planOf(target: Target): Promise<Plan> {
  const plan = await makePlan(target);
  expect(isPlan(plan), JSON.stringify(isPlan.errors)).toBe(true);
  expect(planLines(plan).filter(line => line.length > 80)).toEqual([]);
  return plan;
}

const shown = ({ requirements }: Plan) => requirements.filter(each => each.prospect === 'runs');

test('the target gets nothing, and the plan has requests of each limiter', async () => {
  const requests: string[] = [];
  const reference = await startReference({ onRequest: ({ url }) => void requests.push(url) });
  const { GV_BASE_URL = '', GV_API_KEY = '' } = reference.settings;
  const plan = await planOf(targetWith({ GV_BASE_URL, GV_API_KEY, GV_OUT: '/nowhere' }));
  await reference.close();
  expect(requests).toEqual([]);
  const { total, byLimiter } = plan.requests;
  expect(byLimiter.catalog + byLimiter.wallet + byLimiter.other).toBe(total);
  expect(Math.min(byLimiter.catalog, byLimiter.wallet, byLimiter.other)).toBeGreaterThan(0);
  expect(byLimiter.webhooks).toBe(0);
  const [first] = plan.remedies;
  expect(first?.setting).toBe('GV_AUTOMATION_KEY');
  expect(first!.opens).toBeLessThan(first!.requirements.length);
  expect(plan.money).toEqual([]);
  expect(plan.time).toEqual({ perSecond: 20, seconds: Math.ceil(total / 20), maxWait: 300 });
});

test('a night stays within its budget, and nothing but its requirements is planned', async () => {
  const plan = await planOf(targetWith({ ...both, GV_PROFILE: 'smoke', GV_OUT: '/nowhere' }));
  expect(plan.requests.most).toBe(60);
  expect(plan.requests.total).toBeLessThanOrEqual(60);
  expect(plan.requirements).toHaveLength(20);
  expect(plan.time.perSecond).toBe(2);
});

test('money that was spent is not there, and a plan spends none', async () => {
  const state = mkdtempSync(join(tmpdir(), 'plan-'));
  const env = { ...both, GV_ALLOW: 'spend', GV_MAX_SPEND: '60 GBP', GV_STATE: state };
  const target = targetWith({ ...env, GV_OUT: '/nowhere' });
  openLedger(target, 'an earlier run', systemClock).reserve(route.createOrder, [
    { currency: 'GBP', value: 45 },
  ]);
  const kept = () =>
    readdirSync(state, { recursive: true, withFileTypes: true })
      .filter(each => each.isFile())
      .map(each => readFileSync(join(each.parentPath, each.name), 'utf8'));
  const before = kept();
  const plan = await planOf(target);
  expect(kept()).toEqual(before);
  rmSync(state, { recursive: true });
  const [gbp] = plan.money;
  expect(gbp).toMatchObject({ currency: 'GBP', cap: 60, spentEarlier: 45, most: 15 });
  expect(gbp!.rehearsed).toBeGreaterThan(0);
  expect(gbp!.rehearsed).toBeLessThanOrEqual(15);
  // Reasons are those that the run will give.
  const reasons = plan.requirements.map(({ reason = '' }) => reason);
  expect(reasons.some(each => each.includes(`--reset ${target.baseUrl}`))).toBe(true);
});

test('a business key that is a UUID is taken for one that serves for both', async () => {
  const env = { GV_PROFILE: 'gate', GV_OUT: '/nowhere' };
  const [plain, uuid] = [
    await planOf(targetWith(env)),
    await planOf(targetWith({ ...env, GV_API_KEY: both.GV_AUTOMATION_KEY })),
  ];
  expect(plain.assumptions).toEqual([]);
  expect(uuid.assumptions).toEqual(['GV_API_KEY serves for business and automation routes']);
  expect(shown(uuid).length).toBeGreaterThan(shown(plain).length);
});

test('the limiters are probed where that is permitted, and there is something to send', () => {
  const known = { discovered: {}, last: undefined };
  const skipped = (env: Record<string, string>, more = {}) =>
    plannedProbes({ ...known, ...more, target: targetWith(env) }).map(each => each.skipped);
  expect(skipped({})).toEqual(Array(3).fill('GV_ALLOW does not permit to exhaust'));
  const exhaust = { GV_ALLOW: 'exhaust' };
  expect(skipped(exhaust)).toEqual([undefined, 'GV_ALLOW does not permit to write', undefined]);
  expect(skipped({ ...exhaust, GV_PROBE: 'wallet' })[0]).toBe('GV_PROBE does not name it');
  const write = { GV_ALLOW: 'exhaust,write' };
  expect(skipped(write)[1]).toContain('GV_WEBHOOK_UNKNOWN is not set');
  expect(skipped(write, { discovered: { GV_WEBHOOK_UNKNOWN: 'x' } })[1]).toBeUndefined();
  const verdicts = (env: Record<string, string>) =>
    limiterOutcomes({ ...known, target: targetWith(env) }).filter(each => each.verdict === 'passed')
      .length;
  expect([verdicts({}), verdicts(exhaust)]).toEqual([0, 9]);
});

test('a run takes as long as its rate and the longest of the limits that were measured', () => {
  const requests = { catalog: 130, webhooks: 0, wallet: 61, other: 9 };
  const limiter = (name: string, limit: object, seconds = 60) => ({
    name,
    limit,
    windowSeconds: { value: seconds, low: seconds, high: seconds },
  });
  const last = (...limiters: object[]) => ({
    file: 'out/conformance.json',
    result: { startedAt: '2026-01-01T00:00:00.000Z', limiters } as unknown as ConformanceResult,
  });
  const value = (limit: number) => ({ value: limit, low: limit, high: limit });
  const at = (...limiters: object[]) =>
    plannedTime(targetWith({ ...minimal, GV_MAX_RPS: '10' }), requests, last(...limiters));
  expect(at()).toEqual({ perSecond: 10, seconds: 20, maxWait: 300 });
  const slow = at(limiter('catalog', value(60)), limiter('wallet', value(60), 30)).limited;
  expect(slow).toMatchObject({ seconds: 120, limits: [{ waits: 2 }, { waits: 1 }] });
  expect(at(limiter('catalog', value(1000))).limited?.seconds).toBe(20);
  const unknown = { inconclusive: true, reason: 'too little evidence' };
  expect(
    at(limiter('catalog', unknown), { name: 'wallet', skipped: 'why' }).limited,
  ).toBeUndefined();
});
