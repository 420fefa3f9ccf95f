/** Tests that Node probes the limiters without k6. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { everythingAllowed, test, ended, gv, start } from '../fixtures/testing/spawned.ts';
import { areaOf } from '../contract/statements.ts';
import { readResult } from '../reports/files.ts';

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
  await ended(start(linked, ['conformance', '--project=load'], { cwd, settings: given }));
  const result = readResult(join(out, 'conformance.json'));
  expect(result.limiters).toEqual(
    ['catalog', 'webhooks', 'wallet'].map(name =>
      expect.objectContaining({ name, driver: 'node' }),
    ),
  );
  const judged = result.requirements.filter(({ id }) => areaOf(id) === 'limits');
  // On a busy machine, some measurements are inconclusive. None is missing because of k6.
  for (const { id, verdict, reason = '' } of judged) {
    expect(['passed', 'not-applicable', 'not-exercised'], `${id}: ${reason}`).toContain(verdict);
    expect(reason, id).not.toMatch(/k6|\bGo\b/);
  }
  const shown = judged.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id);
  expect(shown).toEqual(expect.arrayContaining(['limits.rejection', 'limits.retry-after']));
});
