/** All shards but the first only read: their checks run here where nothing else is permitted. */
import { expect, test } from '#test';
import { judgeTarget, collectFrom, definitions } from '../fixtures/run/hosts/in-process.ts';
import { startReference } from '../reference/server.ts';
import { loadTarget } from '../fixtures/config/load-target.ts';
import { createWire } from '../fixtures/client/wire/wire.ts';
import { shareOut } from '../reports/result/shards.ts';
import { areaOf, observationIds, requirementIds } from '../contract/statements.ts';

const ids: readonly string[] = [...requirementIds, ...observationIds];
const generous = { limit: 100_000, windowSeconds: 1 };

test('the checks of the other shards reach the same verdicts with permission to read only', async () => {
  await collectFrom(new URL('../contract/', import.meta.url));
  const limits = { catalog: generous, webhooks: generous, wallet: generous };
  const { settings, close } = await startReference({ limits });
  const transport = createWire();
  const shards = shareOut(ids, 2);
  const checks = definitions.filter(({ id }) => shards.get(areaOf(id)) === 2);
  expect(checks.length).toBeGreaterThan(50);
  const judge = async (shard?: { current: number; total: number }) => {
    const target = loadTarget({}, settings, shard);
    const parts = { transport: transport.send, limiters: () => Promise.resolve([]) };
    const { outcomes } = await judgeTarget(target, checks, parts);
    return outcomes.flatMap(({ id, cases }) => cases.map(each => [id, each.id, each.verdict]));
  };
  expect(await judge({ current: 2, total: 2 })).toEqual(await judge());
  transport.close();
  await close();
});

test('budget and rate are divided by the number of shards, and permissions are for the first', () => {
  const env = {
    GV_BASE_URL: 'http://localhost',
    GV_API_KEY: 'key',
    GV_ALLOW: 'spend,exhaust',
    GV_MAX_SPEND: '5 GBP',
    GV_MAX_REQUESTS: '1000',
    GV_MAX_RPS: '10',
  };
  const target = (current: number) => loadTarget(env, undefined, { current, total: 4 });
  expect(target(1)).toMatchObject({ maxRequests: 250, maxRps: 2.5 });
  expect([...target(1).allow].toSorted()).toEqual(['exhaust', 'read', 'spend', 'write']);
  expect([...target(2).allow]).toEqual(['read']);
  expect(
    loadTarget({ ...env, GV_MAX_REQUESTS: '2' }, undefined, { current: 1, total: 4 }),
  ).toMatchObject({
    maxRequests: 1,
  });
});
