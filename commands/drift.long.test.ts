import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { faults } from '../reference/faults/index.ts';
import { latency } from '../reference/patches.ts';
import { variants } from '../reference/variants/index.ts';
import { command, everythingAllowed, test } from '../fixtures/testing/spawned.ts';

const all = [...faults.map(({ id, patch }) => ({ id, patches: [patch] })), ...variants];
const patchesOf = (id: string) => all.find(each => each.id === id)!.patches ?? [];

test('drift states what was changed, and nothing else', async ({ reference, conformance, cwd }) => {
  const run = async (patches: Parameters<typeof reference>[0] = {}) => {
    const { settings } = await reference(patches);
    return conformance({ ...settings, ...everythingAllowed }, '--project=contract');
  };
  const [first, second] = [await run(), await run()];
  const unchanged = await command('drift', [first.out, join(second.out, 'conformance.json')], {
    cwd,
  });
  const changed = unchanged.stdout.split('\n').filter(line => /^[A-Z][^.]*$/.test(line));
  // Other tests run at the same time, and may slow down only one of the runs.
  expect(changed.filter(kind => kind !== 'Latency')).toEqual([]);
  expect(unchanged.code).toBe(0);

  const planted = await run({
    patches: [
      ...patchesOf('auth-missing-key-text-full-stop'),
      ...patchesOf('order-statuses-of-other-words'),
      ...patchesOf('pages-of-10-clamped-at-20'),
      ...patchesOf('extra-fields-everywhere'),
      latency(300),
    ],
  });
  const summary = join(cwd, 'summary.md');
  writeFileSync(summary, 'before\n');
  const { stdout, code } = await command('drift', [first.out, planted.out], {
    cwd,
    settings: { GITHUB_STEP_SUMMARY: summary },
  });
  expect(code).toBe(1);
  const markdown = readFileSync(join(planted.out, 'drift.md'), 'utf8');
  expect(markdown).toContain('got worse');
  expect(readFileSync(summary, 'utf8')).toBe(`before\n${markdown}\n`);
  expect(stdout).toContain('auth.missing-key: passed -> failed');
  expect(stdout).toMatch(/orders\.statuses: /);
  expect(stdout).toMatch(/paging\.cap: .* -> .*20/);
  expect(stdout).toMatch(/Fields of responses/);
  expect(stdout).toMatch(/p95 \d+ ms -> p95 \d{3,} ms/);
  const verdicts = stdout.split('\n').filter(line => line.includes('-> failed'));
  expect(verdicts.map(line => /[\w.-]+/.exec(line)?.[0])).toEqual([
    'auth.missing-key',
    'auth.empty-key',
  ]);
});
