/** A plan predicts what a run with the same settings exercises, on the reference that it was rehearsed on. */
import { expect } from '#test';
import { loadTarget } from '../fixtures/config/load-target.ts';
import { test } from '../fixtures/testing/spawned.ts';
import { routes } from '../schemas/routes.ts';
import { areaOf } from '../contract/statements.ts';
import { fundsOf, planOf } from './doctor-plan.ts';
import { rehearse } from './doctor-rehearsal.ts';

test('a plan names the requirements that the run shows, and about as many requests', async ({
  reference,
  conformance,
  cwd,
}) => {
  const { settings } = await reference();
  const names = ['GV_BASE_URL', 'GV_API_KEY', 'GV_AUTOMATION_KEY', 'GV_KEY_OTHER_ACCOUNT'];
  const env = {
    ...Object.fromEntries(names.map(name => [name, settings[name] ?? ''])),
    GV_ALLOW: 'spend',
    GV_MAX_SPEND: '400 GBP',
    GV_MAX_RPS: '1000',
  };
  const target = loadTarget({ ...env, GV_STATE: cwd, GV_OUT: cwd }, undefined);
  const plan = planOf(target, fundsOf(target).room, await rehearse(target));
  const { result, stdout } = await conformance(env, '--project=contract');
  const exercised = (result?.requirements ?? [])
    .filter(({ verdict, id }) => verdict !== 'not-exercised' && areaOf(id) !== 'limits')
    .map(({ id }) => id);
  const planned = plan.exercised.filter(id => areaOf(id as never) !== 'limits');
  expect(planned, stdout).toEqual(exercised);
  // Polls of what is queued differ in number with the pace of the machine: they are what no limiter counts.
  const { byRoute = {} } = result?.requests ?? {};
  for (const name of ['catalog', 'webhooks', 'wallet'] as const) {
    const ids = routes.all.filter(({ limiter }) => limiter === name).map(({ id }) => id);
    const counts = ids.flatMap(id => Object.values(byRoute[id] ?? {}));
    const sent = counts.reduce((sum, count) => sum + count, 0);
    expect(sent, name).toBeGreaterThan(0);
    // A list has more pages, and a balance more readings, when what others buy is paid for between them: which check
    // comes first differs with the pace of the machine.
    const planned = plan.requests.byLimiter[name];
    expect(Math.abs(planned - sent), `${name}: ${planned}, ${sent}`).toBeLessThanOrEqual(sent / 4);
  }
  expect(plan.spend['GBP']).toBe(result?.spend['GBP']);
});
