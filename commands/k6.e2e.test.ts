/** Tests that an interrupted probe is not repeated, and that Node probes the limiters without k6. */
import { readFileSync, writeFileSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { everythingAllowed, test, ended, gv, start } from '../fixtures/testing/spawned.ts';
import { areaOf, requirementIds } from '../contract/statements.ts';
import { readResult } from '../reports/files.ts';

const killed = (starts: string): string => `#!/bin/sh
if [ "$1" = version ]; then echo 'k6 v2.2.0 (go1.25.0, linux/amd64)'; exit; fi
echo started >> '${starts}'
kill -KILL $$
`;

test('a killed k6 is not started again', async ({ cwd, reference, conformance }) => {
  test.skip(process.platform === 'win32', 'needs POSIX signals');
  const { settings } = await reference();
  const [k6, starts] = [join(cwd, 'k6'), join(cwd, 'starts')];
  writeFileSync(k6, killed(starts), { mode: 0o755 });
  const given = { ...settings, ...everythingAllowed, GV_K6: k6 };
  const { code, result } = await conformance(given, '--project=load');
  expect(readFileSync(starts, 'utf8')).toBe('started\n');
  const broken = result?.requirements.filter(({ verdict }) => verdict === 'error') ?? [];
  expect(broken.length).toBeGreaterThan(5);
  for (const { reason } of broken) expect(reason).toContain('SIGKILL');
  expect(code).toBe(3);
});

test('without k6, Node measures the limiters', async ({ cwd, reference }) => {
  test.skip(process.platform === 'win32', 'the command is a shell script in a clone');
  const limits = { limit: 10, windowSeconds: 2 };
  const { settings } = await reference({
    limits: { catalog: limits, webhooks: limits, wallet: limits },
  });
  const [out, PATH] = [join(cwd, 'out'), join(cwd, 'bin')];
  mkdirSync(PATH);
  symlinkSync(process.execPath, join(PATH, 'node'));
  // npm installs a command as a link.
  const linked = join(PATH, 'gv');
  symlinkSync(gv, linked);
  const given = { ...settings, ...everythingAllowed, PATH, GV_OUT: out };
  const run = await ended(
    start(linked, ['conformance', '--project=load'], { cwd, settings: given }),
  );
  const file = join(out, 'conformance.json');
  expect(existsSync(file), run.stderr).toBe(true);
  const result = readResult(file);
  expect(result.limiters).toEqual(
    ['catalog', 'webhooks', 'wallet'].map(name =>
      expect.objectContaining({ name, driver: 'node' }),
    ),
  );
  const judged = result.requirements.filter(({ id }) => areaOf(id) === 'limits');
  expect(judged.map(({ id }) => id).toSorted()).toEqual(
    requirementIds.filter(id => areaOf(id) === 'limits').toSorted(),
  );
  // On a busy machine, some measurements are inconclusive. None is missing because of k6.
  for (const { id, verdict, reason = '' } of judged) {
    expect(['passed', 'not-applicable', 'not-exercised'], `${id}: ${reason}`).toContain(verdict);
    expect(reason, id).not.toMatch(/k6|\bGo\b/);
  }
  const shown = judged.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id);
  expect(shown).toEqual(expect.arrayContaining(['limits.rejection', 'limits.retry-after']));
  expect(run.stdout).toContain('measured by Node');
});
