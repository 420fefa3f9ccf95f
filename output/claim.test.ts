import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect } from '#test';
import { projectFile, test } from '../fixtures/testing/spawned.ts';
import { claimVariable } from '../schemas/records/run.ts';
import { claimFile, claimOutput, expectFree } from './claim.ts';

const claim = (held: object): string =>
  JSON.stringify({ id: 'f00', pid: process.pid, host: hostname(), since: 'monday', ...held });

test('what this process or its parent holds is its own; it is gone when it is given up', async ({
  cwd,
}) => {
  const release = await claimOutput(cwd);
  const again = await claimOutput(cwd);
  again();
  expect(existsSync(join(cwd, claimFile))).toBe(true);
  release();
  expect(existsSync(join(cwd, claimFile))).toBe(false);
  expect(process.env[claimVariable]).toBeUndefined();
});

test('a second run is refused with the id, the process and the time of the first', async ({
  cwd,
}) => {
  const module = projectFile('output/claim.ts');
  const code = `const { claimOutput } = await import(${JSON.stringify(module)}); await claimOutput(${JSON.stringify(cwd)}); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', code],
    {
      cwd: projectFile(''),
    },
  );
  try {
    await once(child.stdout, 'data');
    const held = readFileSync(join(cwd, claimFile), 'utf8');
    const { id, since } = JSON.parse(held) as { id: string; since: string };
    const refusal = `run ${id} (process ${child.pid} on ${hostname()}, since ${since}) writes to ${cwd}`;
    await expect(claimOutput(cwd)).rejects.toThrow(refusal);
    await expect(expectFree(cwd)).rejects.toThrow(refusal);
    expect(readFileSync(join(cwd, claimFile), 'utf8')).toBe(held);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  // Killed, it could not remove its claim.
  (await claimOutput(cwd))();
});

for (const [of, held] of [
  ['whose number another process has', {}],
  ['on a machine that is gone', { host: 'elsewhere' }],
] as const)
  test(`a claim that was left by a process ${of} does not last`, async ({ cwd }) => {
    writeFileSync(join(cwd, claimFile), claim(held));
    (await claimOutput(cwd))();
    expect(existsSync(join(cwd, claimFile))).toBe(false);
  });
