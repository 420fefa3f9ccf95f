/** Tests, from the requests that the target counts, that a run sends no forbidden request, and never exceeds its cap. */
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from '#test';
import type { Incoming, Patch } from '../reference/types.ts';
import { readResult } from '../reports/files.ts';
import type { World } from '../reference/world.ts';
import { command, gv, start, test } from '../fixtures/testing/spawned.ts';

interface Lie {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Mode in which the target makes orders. */
  readonly mode: 'sync' | 'async';
}

/** Responses of a target that took the money. */
const lies: Readonly<Record<string, Lie>> = {
  'a 429 without a wait': { status: 429, headers: { 'retry-after': '0' }, mode: 'sync' },
  'a 429 with a wait': { status: 429, headers: { 'retry-after': '1' }, mode: 'async' },
  'a rejection': { status: 400, mode: 'async' },
  'an unexpected failure': { status: 500, mode: 'sync' },
};

/** Counts requests and purchases at the target. */
function recorder(onSpent: (spent: number) => void = () => {}, lie?: Lie) {
  const seen: { route: string; at: number }[] = [];
  let bought = 0;
  let isFirst = true;
  const spentIn = ({ ledger }: World) =>
    ledger
      .filter(each => each.transactionType === 'purchase' && each.currency === 'GBP')
      .reduce((sum, each) => sum + Math.abs(each.transactionValue), 0);
  let seeded = 0;
  const patch: Patch = {
    request({ route }: Incoming, world: World) {
      if (isFirst) seeded = spentIn(world);
      isFirst = false;
      seen.push({ route, at: Date.now() });
    },
    response(reply, { route }, world) {
      bought = spentIn(world) - seeded;
      if (lie && reply.status < 300 && spends.test(route)) {
        reply.status = lie.status;
        Object.assign(reply.headers, lie.headers);
        reply.body = { error: 'An error occurred' };
      }
      onSpent(bought);
    },
  };
  return { patch, seen, bought: () => bought };
}

const spends = /POST \/api\/v1\/(business\/orders|automation\/actions\/send_)/;
const reads = /^GET |POST \/api\/v1\/automation\/actions\/get_/;

type Reference = Parameters<Parameters<typeof test>[2]>[0]['reference'];

/** Kills a run as soon as it has spent this amount. `bought` continues to count. */
async function killedRun(
  { cwd, reference }: { cwd: string; reference: Reference },
  { after, cap, lie }: { after: number; cap: number; lie?: Lie },
) {
  let kill: (() => void) | undefined;
  const { patch, bought } = recorder(spent => void (spent >= after && kill?.()), lie);
  const orders: Patch = {
    rules: rules => void (rules.orders.mode = lie?.mode ?? rules.orders.mode),
  };
  const { settings } = await reference({ patches: [orders, patch] });
  const spending = {
    ...settings,
    GV_ALLOW: 'write,spend',
    GV_MAX_SPEND: `${cap} GBP`,
    GV_MAX_RPS: '1000',
    GV_OUT: join(cwd, 'out'),
  };
  const args = ['--project=contract', '--grep', 'vouchers|buying|orders'];
  const child = start(gv, ['conformance', ...args], { cwd, settings: spending, detached: true });
  kill = () => {
    kill = undefined;
    process.kill(-child.pid!, 'SIGKILL');
  };
  expect((await once(child, 'exit'))[1]).toBe('SIGKILL');
  return { bought, settings, spending, args };
}

test('a killed run and the next stay below one cap', async ({ cwd, reference, conformance }) => {
  const cap = 30;
  const given = await killedRun({ cwd, reference }, { after: cap / 4, cap });
  const { bought, settings, spending, args } = given;
  const before = bought();
  expect(before).toBeGreaterThanOrEqual(cap / 4);

  const next = await conformance(spending, ...args);
  expect(bought(), next.stdout).toBeLessThanOrEqual(cap);
  expect(next.stdout).toContain(
    'of the 30 GBP that GV_MAX_SPEND permits in 24 hours, over all runs',
  );
  expect(next.stderr + next.stdout).toContain('left no result. It left behind:');
  const { spentEarlier, left } = readResult(join(spending.GV_OUT, 'conformance.json'));
  expect(spentEarlier?.['GBP']).toBeGreaterThanOrEqual(before);
  expect(next.stdout).toContain(`; earlier runs in 24 hours ${spentEarlier?.['GBP']} GBP`);
  if (bought() > before) expect(left?.length).toBeGreaterThan(0);

  const shown = await command('ledger', [], { cwd });
  expect(shown.stdout).toContain(settings['GV_BASE_URL']);
  expect(shown.stdout + shown.stderr).not.toContain(settings['GV_AUTOMATION_KEY']);
  const reset = await command('ledger', ['--reset', settings['GV_BASE_URL']!], { cwd });
  expect(reset.stdout).toContain('no longer counts');
  expect((await command('ledger', [], { cwd })).stdout).toContain('nothing was spent');
});

for (const [name, lie] of Object.entries(lies))
  test(`a killed run and the next stay below one cap if orders get ${name}`, async ({
    cwd,
    reference,
    conformance,
  }) => {
    const given = { after: 0.005, cap: 30, lie };
    const { bought, spending, args } = await killedRun({ cwd, reference }, given);
    await conformance(spending, ...args);
    const shown = await command('ledger', [], { cwd });
    expect(bought(), shown.stdout).toBeGreaterThan(0);
    expect(bought(), shown.stdout).toBeLessThanOrEqual(30);
  });

test('smoke sends at most 60 reads, 2 a second', async ({ cwd, reference, conformance }) => {
  const { patch, seen } = recorder();
  const { settings } = await reference({ patches: [patch] });
  const smoke = {
    ...settings,
    GV_PROFILE: 'smoke',
    GV_ALLOW: 'write,spend,exhaust',
    GV_MAX_SPEND: '1000 GBP',
    GV_MAX_RPS: '50',
    GV_MAX_REQUESTS: '1000',
  };
  const load = await command('traffic', [], {
    cwd,
    settings: { ...smoke, GV_OUT: join(cwd, 'load') },
  });
  expect(load, load.stderr).toMatchObject({ code: 3 });
  expect(seen).toEqual([]);
  const { code, stdout } = await conformance(smoke);
  expect([0, 2], stdout).toContain(code);
  expect(seen.filter(({ route }) => !reads.test(route))).toEqual([]);
  expect(seen.length).toBeGreaterThan(5);
  expect(seen.length).toBeLessThanOrEqual(60);
  // The first and the last of three requests are a second apart, of which a pause may give half a second back.
  const gaps = seen.slice(2).map(({ at }, index) => at - seen[index]!.at);
  expect(Math.min(...gaps)).toBeGreaterThan(450);
});

test('without permission, no request is sent that would spend', async ({
  reference,
  conformance,
}) => {
  const { patch, seen } = recorder();
  const { settings } = await reference({ patches: [patch] });
  const writer = { ...settings, GV_ALLOW: 'write', GV_MAX_RPS: '1000' };
  await conformance(writer, '--project=contract', '--grep', 'auth\\.|orders\\.|vouchers');
  expect(seen.length).toBeGreaterThan(20);
  expect(seen.filter(({ route }) => spends.test(route))).toEqual([]);
});
