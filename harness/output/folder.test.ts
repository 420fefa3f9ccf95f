import { mkdirSync, writeFileSync, existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect } from '#test';
import { claimVariable } from '../../schemas/records/run.ts';
import { test } from '../../fixtures/testing/spawned.ts';
import { expectOurs, mark, claimFile, claimOutput } from './folder.ts';

test('a folder with other people’s html is refused; a marked, empty or missing folder is accepted', ({
  cwd,
}) => {
  expect(() => expectOurs(cwd)).not.toThrow();
  expect(() => expectOurs(join(cwd, 'missing'))).not.toThrow();
  mkdirSync(join(cwd, 'html'));
  expect(() => expectOurs(cwd)).toThrow(`${cwd} has html, which a run would remove`);
  mark(cwd);
  expect(() => expectOurs(cwd)).not.toThrow();
});

test('results without a mark are recognised, but not a run.json of another program', ({ cwd }) => {
  writeFileSync(join(cwd, 'run.json'), '{"target":"es2023"}');
  expect(() => expectOurs(cwd)).toThrow('has run.json');
  const ours = { target: { origin: 'configured' }, profile: 'gate' };
  writeFileSync(join(cwd, 'run.json'), JSON.stringify(ours));
  expect(() => expectOurs(cwd)).not.toThrow();
});

const claim = (held: object): string =>
  JSON.stringify({ id: 'f00', pid: process.pid, host: hostname(), since: 'monday', ...held });

test('a claim of this process or its parent is accepted until it is released', async ({ cwd }) => {
  const release = await claimOutput(cwd);
  const again = await claimOutput(cwd);
  again();
  expect(existsSync(join(cwd, claimFile))).toBe(true);
  release();
  expect(existsSync(join(cwd, claimFile))).toBe(false);
  expect(process.env[claimVariable]).toBeUndefined();
});

for (const [of, held] of [
  ['whose id another process has', {}],
  ['on a machine that is gone', { host: 'elsewhere' }],
] as const)
  test(`a claim of a process ${of} expires`, async ({ cwd }) => {
    writeFileSync(join(cwd, claimFile), claim(held));
    (await claimOutput(cwd))();
    expect(existsSync(join(cwd, claimFile))).toBe(false);
  });
