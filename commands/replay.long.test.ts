import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { at, onReply } from '../reference/patches.ts';
import { command, everythingAllowed, test, type Ended } from '../fixtures/testing/spawned.ts';
import { version } from '../reports/files.ts';
import { result } from '../reports/testing/samples.ts';
import type { ConformanceResult } from '../schemas/records/result.ts';

const replay = (cwd: string, ...args: string[]): Promise<Ended> => command('replay', args, { cwd });

test('a whole gate run is judged again: every verdict is the same, and nothing is sent', async ({
  cwd,
  conformance,
}) => {
  const run = await conformance({}, '--project=contract');
  expect(run.code, run.stderr).toBe(0);
  // Its reference is gone: whatever were sent would fail.
  const again = await replay(cwd, join(run.out, 'conformance.json'));
  expect(again.stdout).toMatch(/^Judged again: 1\d\d requirements from 5\d\d exchanges/);
  expect(again.stderr).toBe('');
  expect(again.code).toBe(0);

  const file = join(cwd, 'less-spent.json');
  writeFileSync(file, JSON.stringify({ ...run.result, spend: { ...run.result?.spend, GBP: 1 } }));
  const edited = await replay(cwd, file);
  expect(edited.stdout).toContain(
    'the result states that 1 GBP were spent, and its exchanges show',
  );
  expect(edited.code).toBe(1);
});

test('failures are judged again as well; an edit is named', async ({
  cwd,
  reference,
  conformance,
}) => {
  const patch = onReply(at.wallet, reply => (reply.status = 500));
  const { settings } = await reference({ patches: [patch] });
  const run = await conformance({ ...settings, ...everythingAllowed }, '--grep=wallet\\.');
  expect(run.code, run.stderr).toBe(1);
  const file = join(run.out, 'conformance.json');
  expect(await replay(cwd, file)).toMatchObject({ code: 0, stderr: '' });

  const edited = JSON.parse(readFileSync(file, 'utf8')) as {
    requirements: ConformanceResult['requirements'][number][];
  };
  const at0 = edited.requirements.findIndex(({ verdict }) => verdict === 'failed');
  const { id } = edited.requirements[at0]!;
  edited.requirements[at0] = { ...edited.requirements[at0]!, verdict: 'passed' };
  edited.requirements.push({ ...edited.requirements[at0], id: 'x\nJudged again: 1 requirements' });
  writeFileSync(file, JSON.stringify(edited));
  const { code, stdout } = await replay(cwd, file);
  expect(stdout).toContain(`${id} is stated as passed, and is failed when it is judged again`);
  expect(stdout).toContain('\n  x Judged again: 1 requirements is another statement');
  expect(code).toBe(1);
});

test('what cannot be judged again is refused with the reason', async ({ cwd }) => {
  const file = join(cwd, 'conformance.json');
  const refused = async (changed: Partial<ConformanceResult>, reason: string) => {
    const suite = { version: version(), spec: '1.0.0' } as const;
    writeFileSync(file, JSON.stringify(result({ suite, ...changed })));
    const { code, stderr } = await replay(cwd, file);
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(reason)]);
    expect(code).toBe(3);
  };
  await refused({ suite: { version: '0.0.1', spec: '1.0.0' } }, 'is of version 0.0.1 of the suite');
  await refused({ shards: 4 }, 'is merged of 4 shards, and each of them has its own record');
  await refused({}, 'does not record what its run was given');
});
