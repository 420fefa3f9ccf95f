import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect } from '#test';
import { claimVariable } from '../../schemas/records/run.ts';
import { test } from '../../fixtures/testing/spawned.ts';
import { expectOurs, mark, claimFile, claimOutput } from './folder.ts';

test('a run does not write into a folder with files of another program', ({ cwd }) => {
  expect(() => expectOurs(cwd)).not.toThrow();
  expect(() => expectOurs(join(cwd, 'missing'))).not.toThrow();
  mkdirSync(join(cwd, 'html'));
  expect(() => expectOurs(cwd)).toThrow(`${cwd} has html, which a run would remove`);
  mark(cwd);
  expect(() => expectOurs(cwd)).not.toThrow();
});

test('old results are recognised, and a run.json of another program is not overwritten', ({
  cwd,
}) => {
  writeFileSync(join(cwd, 'run.json'), '{"target":"es2023"}');
  expect(() => expectOurs(cwd)).toThrow('has run.json');
  const ours = { target: { origin: 'configured' }, profile: 'gate' };
  writeFileSync(join(cwd, 'run.json'), JSON.stringify(ours));
  expect(() => expectOurs(cwd)).not.toThrow();
});

const claim = (held: object): string =>
  JSON.stringify({ id: 'f00', pid: process.pid, host: hostname(), since: 'monday', ...held });

test('an output folder stays claimed until the run releases it', async ({ cwd }) => {
  const release = await claimOutput(cwd);
  const again = await claimOutput(cwd);
  again();
  expect(existsSync(join(cwd, claimFile))).toBe(true);
  release();
  expect(existsSync(join(cwd, claimFile))).toBe(false);
  expect(process.env[claimVariable]).toBeUndefined();
});

for (const [of, held] of [
  ['whose id was given to another process', {}],
  ['on another machine', { host: 'elsewhere' }],
] as const)
  test(`an old claim by a process ${of} expires`, async ({ cwd }) => {
    writeFileSync(join(cwd, claimFile), claim(held));
    (await claimOutput(cwd))();
    expect(existsSync(join(cwd, claimFile))).toBe(false);
  });

test('the mark is not written through a link, and a folder of another user is refused', async ({
  cwd,
}) => {
  test.skip(process.platform === 'win32', 'only POSIX has these links and owners');
  const [victim, out] = [join(cwd, 'victim'), join(cwd, 'out')];
  writeFileSync(victim, 'theirs');
  mkdirSync(out);
  symlinkSync('../victim', join(out, '.conformance-results'));
  await expect(claimOutput(out)).rejects.toThrow('a link stands where a file belongs');
  expect(readFileSync(victim, 'utf8')).toBe('theirs');

  test.skip(process.geteuid?.() !== 0, 'only root can give a folder away');
  const foreign = join(cwd, 'foreign');
  mkdirSync(foreign);
  chownSync(foreign, 65534, 65534);
  await expect(claimOutput(foreign)).rejects.toThrow('belongs to another user (uid 65534)');
});
