import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { faults } from '../fixtures/reference/faults/index.ts';
import { latency } from '../fixtures/reference/latency.ts';
import { variants } from '../fixtures/reference/variants/index.ts';
import {
  ended,
  everythingAllowed,
  projectFile,
  start,
  test,
  tsx,
} from '../fixtures/testing/spawned.ts';

const patchesOf = (id: string) => {
  const found = [
    ...faults.map(({ patch, ...rest }) => ({ ...rest, patches: [patch] })),
    ...variants,
  ];
  return found.find(each => each.id === id)?.patches ?? [];
};

const drift = (cwd: string, ...args: string[]) =>
  ended(start(tsx, [projectFile('commands/drift.ts'), ...args], { cwd }));

test('two runs on an unchanged target are no drift; what was changed is found, and nothing else', async ({
  reference,
  conformance,
  cwd,
}) => {
  const run = async (patches: Parameters<typeof reference>[0] = {}) => {
    const { settings } = await reference(patches);
    return conformance({ ...settings, ...everythingAllowed }, '--project=contract');
  };
  const [first, second] = [await run(), await run()];
  const unchanged = await drift(cwd, first.out, join(second.out, 'conformance.json'));
  expect(unchanged.stdout).toMatch(/\n\nno drift\n$/);
  expect(unchanged.code).toBe(0);

  const planted = await run({
    patches: [
      ...patchesOf('auth-missing-key-text-full-stop'),
      ...patchesOf('order-statuses-of-other-words'),
      ...patchesOf('pages-of-10-clamped-at-20'),
      ...patchesOf('extra-fields-beside-known-ones'),
      latency(300),
    ],
  });
  const { stdout, code } = await drift(cwd, first.out, planted.out);
  expect(code).toBe(1);
  expect(stdout).toContain('auth.missing-key: passed -> failed');
  expect(stdout).toMatch(/orders\.statuses: /);
  expect(stdout).toMatch(/paging\.cap: .* -> .*20/);
  expect(stdout).toMatch(/Fields of responses/);
  expect(stdout).toMatch(/p95 \d+ ms -> p95 \d{3,} ms/);
  const verdicts = stdout.split('\n').filter(line => line.includes('-> failed'));
  expect(verdicts.map(line => /[\w.-]+/.exec(line)?.[0])).toEqual([
    'auth.missing-key',
    'auth.key-elsewhere',
    'auth.key-before-request',
    'auth.empty-key',
  ]);
});

test('what is no result is refused with its name', async ({ cwd }) => {
  const file = join(cwd, 'other.json');
  writeFileSync(file, '{"schemaVersion": 7}');
  for (const [args, message] of [
    [[file, file], 'other.json has schemaVersion 7; this version of the suite reads 1.'],
    [[join(cwd, 'none'), file], `There is no file ${join(cwd, 'none')}.`],
    [[file], 'Name two results'],
    [['--loud'], "Unknown option '--loud'"],
  ] as const) {
    const { code, stderr } = await drift(cwd, ...args);
    expect(stderr).toContain(message);
    expect(code).toBe(3);
  }
});
