import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { systemClock } from '../fixtures/client/clock.ts';
import { openLedger } from '../fixtures/client/ledger/ledger.ts';
import type { Target } from '../fixtures/config/target.ts';
import { targetWith } from '../fixtures/testing/fakes.ts';
import { everythingIn } from '../fixtures/testing/left-files.ts';
import { test } from '../fixtures/testing/spawned.ts';
import { limiter, result } from '../reports/testing/samples.ts';
import type { Plan } from '../schemas/records/diagnosis.ts';
import type { LimiterResult } from '../schemas/records/limiter.ts';
import { requirementIds } from '../contract/statements.ts';
import { runsIn } from '../schemas/profiles.ts';
import { route } from '../schemas/routes.ts';
import { planText } from './doctor-text.ts';
import { fundsOf, moneyFinding, planOf } from './doctor-plan.ts';
import { rehearse, type Rehearsal } from './doctor-rehearsal.ts';

const both = { GV_AUTOMATION_KEY: '6d1f0c52-1f0a-4b5e-9a55-0c8f2a3b4c5d' };

async function rehearsed(target: Target): Promise<Plan> {
  const plan = planOf(target, fundsOf(target).room, await rehearse(target));
  const wide = planText(plan)
    .split('\n')
    .filter(line => line.length > 80);
  expect(wide).toEqual([]);
  return plan;
}

/** A rehearsal that showed nothing and sent nothing. */
const empty = (target: Target): Rehearsal => ({
  target,
  outcomes: [],
  exchanges: [],
  discovered: {},
  spent: {},
});

test('a night stays within its budget, and nothing but its requirements is planned', async () => {
  const plan = await rehearsed(targetWith({ ...both, GV_PROFILE: 'smoke', GV_OUT: '/nowhere' }));
  expect(plan.requests.most).toBe(60);
  expect(plan.requests.total).toBeLessThanOrEqual(60);
  const planned = [...plan.exercised, ...plan.notExercised.map(({ id }) => id)];
  expect(planned.toSorted()).toEqual(requirementIds.filter(id => runsIn('smoke', id)).toSorted());
  expect(plan.time?.perSecond).toBe(2);
});

test('a plan spends what is left, writes nothing, and has the reasons of runs', async ({ cwd }) => {
  const env = { ...both, GV_ALLOW: 'spend', GV_MAX_SPEND: '60 GBP', GV_STATE: cwd };
  const target = targetWith({ ...env, GV_OUT: '/nowhere' });
  openLedger(target, 'an earlier run', systemClock).reserve(route.createOrder, [
    { currency: 'GBP', value: 45 },
  ]);
  const before = [...everythingIn(cwd)];
  const plan = await rehearsed(target);
  expect([...everythingIn(cwd)]).toEqual(before);
  expect(plan.spend['GBP']).toBeGreaterThan(0);
  expect(plan.spend['GBP']).toBeLessThanOrEqual(15);
  const reasons = plan.notExercised.map(({ reason }) => reason).join();
  expect(reasons).toContain(`--reset ${target.baseUrl}`);
  const unrecorded = 'what it could spend cannot be recorded';
  const without = planOf(target, {}, await rehearse(target, unrecorded));
  expect(without.spend).toEqual({});
  expect(without.notExercised.map(({ reason }) => reason)).toContain(unrecorded);
});

test('money: for how many runs it is enough, now and a day', () => {
  const target = targetWith({ GV_ALLOW: 'spend', GV_MAX_SPEND: '500 GBP', GV_OUT: '/nowhere' });
  const funds = { spent: { GBP: 45 }, room: { GBP: 455 } };
  const plan = planOf(target, {}, empty(target));
  const finding = (runsLeft: number) =>
    moneyFinding(target, funds, { ...plan, spend: { GBP: 200 }, runsLeft, runsADay: 2 });
  expect(finding(2)).toEqual({
    mark: 'ok',
    text: 'runs of the last 24 hours spent 45 GBP; GV_MAX_SPEND leaves 455 GBP, enough for 2 runs a day of about 200 GBP',
  });
  expect(finding(0)).toMatchObject({ mark: 'look', text: expect.stringContaining('./gv ledger') });
});

test('a business key that is a UUID is taken for one that serves for both', async () => {
  const env = { GV_PROFILE: 'gate', GV_OUT: '/nowhere' };
  const [plain, uuid] = [
    await rehearsed(targetWith(env)),
    await rehearsed(targetWith({ ...env, GV_API_KEY: both.GV_AUTOMATION_KEY })),
  ];
  expect(plain.assumption).toBeUndefined();
  expect(uuid.assumption).toBe('GV_API_KEY serves for automation routes as well');
  expect(uuid.exercised.length).toBeGreaterThan(plain.exercised.length);
});

test('the limiters are probed where that is permitted, and there is something to send', () => {
  const planned = (env: Record<string, string>, discovered = {}) => {
    const target = targetWith({ ...env, GV_OUT: '/nowhere' });
    const plan = planOf(target, {}, { ...empty(target), discovered });
    return [plan.probes.limiters.join(), plan.exercised.length];
  };
  expect(planned({})).toEqual(['', 0]);
  const exhaust = { GV_ALLOW: 'exhaust' };
  expect(planned(exhaust)).toEqual(['catalog,wallet', 8]);
  expect(planned({ ...exhaust, GV_PROBE: 'wallet' })[0]).toBe('wallet');
  const write = { GV_ALLOW: 'exhaust,write' };
  expect(planned(write)[0]).toBe('catalog,wallet');
  expect(planned(write, { GV_WEBHOOK_UNKNOWN: 'x' })[0]).toBe('catalog,webhooks,wallet');
});

/** A probe that took so long: from its first request to its last response. */
const probeOf = (took: number): LimiterResult => ({
  ...(limiter(60) as Extract<LimiterResult, { notes: unknown }>),
  notes: [{ phase: 'warm', status: 200, headers: {}, at: 0, took, body: '' }],
});

test('the last run of a target and profile counts: its time, and if it spent more', ({ cwd }) => {
  const env = { ...both, GV_OUT: cwd, GV_ALLOW: 'spend', GV_MAX_SPEND: '500 GBP' };
  const [target, night] = [targetWith(env), targetWith({ ...env, GV_PROFILE: 'smoke' })];
  const last = result({
    target: { baseUrl: target.baseUrl, origin: 'configured', keys: [], allow: [] },
    durationMs: 136_400,
    spend: { GBP: 217 },
    limiters: [probeOf(50_000), probeOf(64_600)],
  });
  writeFileSync(join(cwd, 'conformance.json'), JSON.stringify(last));
  const plan = planOf(target, { GBP: 300 }, { ...empty(target), spent: { GBP: 186.7 } });
  expect(plan).toMatchObject({
    lastRun: { seconds: 136, probeSeconds: 115 },
    spend: { GBP: 217 },
    runsLeft: 1,
    runsADay: 2,
  });
  expect(planText(plan)).toContain('in 2 minutes for 217 GBP');
  const other = planOf(night, {}, empty(night));
  expect([other.spend, other.lastRun]).toEqual([{}, undefined]);
});
