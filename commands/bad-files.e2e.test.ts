/** Files that a person edited or a disk cut: exit code 3, one message that names the file, no stack, nothing of their content. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { command, test, type Ended } from '../fixtures/testing/spawned.ts';

function expectMessage({ code, stdout, stderr }: Ended, message: string): void {
  const printed = stdout + stderr;
  expect(code, printed).toBe(3);
  expect(printed).toContain(message);
  expect(printed).not.toMatch(/^\s+at |sk_live/m);
}

const broken = '{"schemaVersion":1,"key": sk_live_abcdef';

test('baseline of a result that is damaged', async ({ cwd }) => {
  mkdirSync(join(cwd, 'out'));
  const settings = { GV_OUT: 'out' };
  expectMessage(await command('baseline', [], { cwd, settings }), 'There is no file out/');
  writeFileSync(join(cwd, 'out/conformance.json'), broken);
  expectMessage(await command('baseline', [], { cwd, settings }), 'cannot be read as JSON');
});

test('merge of a shard, and judge of a log, that somebody edited', async ({ cwd }) => {
  mkdirSync(join(cwd, 'one'));
  writeFileSync(join(cwd, 'one/run.json'), '{"shard":{"current":"sk_live_abcdef"}}');
  const settings = { GV_OUT: 'out' };
  const merged = await command('merge', ['one'], { cwd, settings });
  expectMessage(merged, "one/run.json is damaged: it must have required property 'target'");
  writeFileSync(
    join(cwd, 'one/log'),
    '{"attempts":1,"limited":"sk_live_abcdef","resource":"once"}\n',
  );
  const judged = await command('judge', ['one/log'], { cwd, settings });
  expectMessage(judged, 'one/log is damaged: it/limited must be integer');
});

test('a bundle that is none, or of files that are none: refused, and nothing is read beyond it', async ({
  cwd,
}) => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeFileSync(join(cwd, 'key'), publicKey.export({ type: 'spki', format: 'pem' }));
  const verify = (bundle: string) => command('verify', [bundle, '--key', 'key'], { cwd });
  expectMessage(await verify('nowhere'), 'There is no folder nowhere');
  mkdirSync(join(cwd, 'b'));
  writeFileSync(join(cwd, 'b/result.json'), '{}');
  // Read to its end, it takes all memory.
  symlinkSync('/dev/zero', join(cwd, 'b/attestation.json'));
  const { code, stdout } = await verify('b');
  expect(stdout).toContain('REFUSED  b/attestation.json is no regular file');
  expect(code).toBe(1);
});

test('a history that cannot be written, a recording that cannot be read', async ({ cwd }) => {
  test.skip(process.platform !== 'linux', 'unreadable to root, too: a file of /proc');
  writeFileSync(join(cwd, 'file'), '');
  expectMessage(await command('history', ['file'], { cwd }), 'file is no folder of results (ENOT');
  const settings = { GV_OUT: 'out' };
  const judged = await command('judge', ['/proc/self/mem'], { cwd, settings });
  expectMessage(judged, '/proc/self/mem cannot be read (EIO)');
});

test('a gate whose baseline is damaged does not start', async ({ cwd, conformance }) => {
  writeFileSync(join(cwd, 'baseline.json'), broken);
  expectMessage(await conformance({}), 'baseline.json cannot be read as JSON');
  writeFileSync(join(cwd, 'baseline.json'), '{"cases":[1]}');
  expectMessage(await conformance({}), 'baseline.json is no list of cases');
});

test('a key that is pasted into another setting is not printed', async ({ cwd, conformance }) => {
  const out = '-----BEGIN PRIVATE KEY-----\nsk_live_1\n::error::x';
  expectMessage(await conformance({ GV_OUT: out }), 'GV_OUT: must be a path');
  const port = await command('reference', ['--port', '99999'], { cwd });
  expectMessage(port, '--port 99999: expected a port');
});
