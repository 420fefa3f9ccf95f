/** Tests commands from outside: refusals, help, the order of settings, and the served reference. */
import { mkdirSync, writeFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { expect } from '#test';
import {
  command,
  ended,
  gv,
  projectFile,
  start,
  test,
  type Ended,
} from '../fixtures/testing/spawned.ts';
import { keySettings } from '../harness/config/keys.ts';
import { newKeyPair } from '../reports/certificate/signature.ts';
import { result } from '../reports/testing/samples.ts';

test('a misspelt name is refused, and the message suggests the right name', async ({
  cwd,
  reference,
}) => {
  let sent = 0;
  const { settings } = await reference({ onRequest: () => sent++ });
  for (const [name, args, ...messages] of [
    ['conformence', [], 'Unknown command conformence. Did you mean conformance?'],
    ['conformance', ['--gerp', 'auth'], 'Unknown option --gerp. Did you mean --grep?'],
    ['conformance', ['--base-url', '--out', 'x'], '--base-url needs a value, and --out is an'],
    ['conformance', ['auth.mising-key'], 'Did you mean auth.missing-key?'],
    ['conformance', ['--shard', '5/4'], '--shard 5/4: expected a part and a total, like 1/4'],
    ['conformance', ['--last-failed'], 'no check failed in the last run in '],
    ['conformance', ['--api-key=not-for-eyes'], 'Set GV_API_KEY in .env (mode 600)'],
    ['conformance', ['--api-kye=not-for-eyes'], 'Set GV_API_KEY in .env (mode 600)'],
    ['conformance', ['--timeout', 'soon', '--allow', 'all'], 'GV_TIMEOUT: ', 'GV_ALLOW: '],
    ['reference', ['--port', '99999'], '--port 99999: expected a port'],
    ['reference', ['--variant', 'misspelt'], '--variant misspelt: there is no such variant.'],
  ] as const) {
    const { code, stdout, stderr } = await command(name, args, { cwd, settings });
    for (const message of messages) expect(stderr).toContain(message);
    expect(stdout + stderr).not.toContain('not-for-eyes');
    expect(code).toBe(3);
  }
  expect(sent).toBe(0);
});

test('help and the versions end with 0, and no command ends with 3', async ({ cwd }) => {
  const none = await ended(start(gv, [], { cwd }));
  expect(none).toMatchObject({ code: 3, stderr: expect.stringContaining('Name a command') });
  for (const [args, text] of [
    [['--help'], 'Judge a deployment:\n  conformance'],
    [['help', 'drift'], 'Usage: ./gv drift [options] <old> <new>'],
    [['--version'], 'spec 1.0.0'],
  ] as const) {
    const { code, stdout } = await ended(start(gv, args, { cwd }));
    expect(stdout).toContain(text);
    expect(stdout.split('\n').filter(line => line.length > 80)).toEqual([]);
    expect(code).toBe(0);
  }
});

test('a reader that closes the pipe early is not an error', async ({ cwd }) => {
  const { code, stderr } = await ended(
    start('bash', ['-c', `${gv} certify --help | head -1; exit $PIPESTATUS`], { cwd }),
  );
  expect(stderr).toBe('');
  expect(code).toBe(0);
});

test('an option wins over the environment, which wins over .env', async ({ cwd }) => {
  writeFileSync(join(cwd, '.env'), 'GV_STATE=of-env-file\n');
  mkdirSync(join(cwd, 'elsewhere'));
  const settings = { GV_STATE: 'of-environment' };
  const shown = async (...args: Parameters<typeof command>) => (await command(...args)).stdout;
  expect(await shown('ledger', [], { cwd })).toContain('of-env-file');
  expect(await shown('ledger', [], { cwd, settings })).toContain('of-environment');
  expect(await shown('ledger', ['--state', 'given'], { cwd, settings })).toContain('(given/');
});

test('npm run passes options on, and starts in the folder of the project', async () => {
  const listed = await ended(
    start('npm', ['run', '--silent', 'conformance', '--', '--list', 'wallet.fields'], {
      cwd: projectFile(''),
    }),
  );
  expect(listed.stdout).toContain('wallet.fields');
  expect(listed.stdout).toContain('Total: 1 test in 1 file');
  expect(listed.code).toBe(0);
});

// For damaged files: exit code 3, one message that names the file, no stack, and no content of the file.

function expectMessage({ code, stdout, stderr }: Ended, message: string): void {
  const printed = stdout + stderr;
  expect(code, printed).toBe(3);
  expect(printed.split(message), printed).toHaveLength(2);
  expect(printed).not.toMatch(/^\s+at |sk_live/m);
}

const { public: publicKey } = newKeyPair('ecdsa');
const noRun = JSON.stringify(result({ verdict: 'error' }));
const oneShard = JSON.stringify(result({ shard: { current: 1, total: 2 } }));
const broken = '{"schemaVersion":1,"key": sk_live_abcdef';

for (const [name, args, file, content, message] of [
  ['baseline', [], '', '', 'There is no file out/'],
  ['baseline', [], 'out/conformance.json', broken, 'cannot be read as JSON'],
  ['baseline', [], 'out/conformance.json', noRun, 'ended in an error and may have shown less'],
  ['baseline', [], 'out/conformance.json', oneShard, 'is shard 1 of 2'],
  ['conformance', [], 'baseline.json', broken, 'baseline.json cannot be read as JSON'],
  ['conformance', [], 'baseline.json', '{"cases":[1]}', 'baseline.json is not a list of cases'],
  ['merge', ['out'], 'out/run.json', '{"shard":"sk_live_abcdef"}', 'run.json is damaged: it must'],
  ['merge', [], '', '', 'folders'],
  ['merge', ['nowhere'], '', '', 'do not exist: nowhere'],
  ['merge', ['out', '--out=out'], '', '', 'one of the given folders'],
  ['judge', ['none.har'], '', '', 'There is no file'],
  ['judge', ['out/a'], 'out/a', broken, 'is neither a HAR file nor an exchanges.jsonl'],
  ['judge', ['out/a', '--base-url=a'], 'out/a', '{}', '--base-url must be an http(s) URL like'],
  ['judge', ['out/a', '--out=out'], 'out/a', '{}', 'Set GV_OUT to another folder'],
  ['judge', ['out/a'], '.env', 'GV_TIMEOUT=soon', 'GV_TIMEOUT: '],
  ['judge', ['out/log'], 'out/log', '{"attempts":"sk_live_abcdef"}\n', 'out/log is damaged: it'],
  ['verify', ['nowhere', '--key', 'key.pub'], 'key.pub', publicKey, 'There is no folder nowhere'],
] as const)
  test(`${name} of ${file || 'nothing'}: ${message}`, async ({ cwd }) => {
    mkdirSync(join(cwd, 'out'));
    if (file) writeFileSync(join(cwd, file), content);
    const settings = { GV_OUT: name === 'baseline' ? 'out' : 'results' };
    expectMessage(await command(name, args, { cwd, settings }), message);
  });

test('a bundle whose file is a link is refused, and the link is not followed', async ({ cwd }) => {
  writeFileSync(join(cwd, 'key.pub'), publicKey);
  mkdirSync(join(cwd, 'b'));
  writeFileSync(join(cwd, 'b/result.json'), '{}');
  // Reading this file to its end would take all memory.
  symlinkSync('/dev/zero', join(cwd, 'b/attestation.json'));
  const { code, stdout } = await command('verify', ['b', '--key', 'key.pub'], { cwd });
  expect(stdout).toContain('REFUSED  b/attestation.json is not a regular file');
  expect(code).toBe(1);
});

test('an unreadable recording is named', async ({ cwd }) => {
  test.skip(process.platform !== 'linux', 'only /proc has a file that root cannot read');
  const judged = await command('judge', ['/proc/self/mem'], { cwd, settings: { GV_OUT: 'out' } });
  expectMessage(judged, '/proc/self/mem cannot be read (EIO)');
});

test('a key in a wrong setting is not printed', async ({ conformance }) => {
  const out = '-----BEGIN PRIVATE KEY-----\nsk_live_1\n::error::x';
  expectMessage(await conformance({ GV_OUT: out }), 'GV_OUT: must be a path');
});

test('a target that does not answer gives one message, and a result', async ({
  reference,
  conformance,
}) => {
  const gone = await reference();
  await gone.close();
  const run = await conformance(gone.settings);
  expectMessage(run, `: nothing listens at ${new URL(gone.baseUrl).host}. Is GV_BASE_URL right`);
  expect(run.result?.verdict).toBe('error');
});

test('a rejected key gives one message, without the key', async ({ reference, conformance }) => {
  const { baseUrl } = await reference();
  const run = await conformance({ GV_BASE_URL: baseUrl, GV_API_KEY: 'sk_live_abcdef' });
  expectMessage(run, `${baseUrl} rejects GV_API_KEY with 401 (Invalid API key)`);
});

test('the reference serves a variant, with its path and its settings', async ({ cwd }) => {
  for (const [variant, path, isSet] of [
    ['mounted-under-a-path', /:\d+\/.+$/, true],
    ['nothing-set', /:\d+$/, false],
  ] as const) {
    const child = start(gv, ['reference', '--port=0', `--variant=${variant}`], { cwd });
    const end = ended(child);
    let printed = '';
    child.stdout?.on('data', (text: string) => (printed += text));
    while (!/\n\n[^]*\n\n$/.test(printed)) await once(child.stdout!, 'data');
    child.kill('SIGTERM');
    expect((await end).code).toBe(0);
    expect(/^GV_BASE_URL=(.*)$/m.exec(printed)?.[1]).toMatch(path);
    expect(printed.includes('GV_ORDER_BODY=')).toBe(isSet);
  }
});

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  test(`the reference prints its requests, and ends on ${signal} with 0`, async ({ cwd }) => {
    const args = ['reference', '--port=0', '--prefix=/gateway/v2'];
    const child = start(gv, args, { cwd });
    const end = ended(child);
    try {
      // The output comes in several pieces. A blank line follows the last setting.
      let printed = '';
      child.stdout?.on('data', (text: string) => (printed += text));
      while (!/\n\n[^]*\n\n$/.test(printed)) await once(child.stdout!, 'data');
      const settings = Object.fromEntries(
        [...printed.matchAll(/^(GV_\w+)='?(.*?)'?$/gm)].map(([, name, value]) => [name, value]),
      ) as Record<string, string>;
      const baseUrl = settings['GV_BASE_URL'];
      expect(printed).toContain(`Reference at ${baseUrl}\n`);
      expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/gateway\/v2$/);

      const response = await fetch(`${baseUrl}/api/v1/business/wallet?x=1`, {
        headers: { 'X-API-Key': settings['GV_API_KEY'] ?? '' },
      });
      expect(response.status).toBe(200);
      await response.text();
      while (!printed.includes('/wallet')) await once(child.stdout!, 'data');
      child.kill(signal);
      const { code, stdout, stderr } = await end;
      const log = stdout.slice(stdout.lastIndexOf('\n\n') + 2);
      expect(log).toBe('200 GET /gateway/v2/api/v1/business/wallet?x=1 (business)\n');
      for (const name of Object.values(keySettings)) {
        expect(settings[name], name).toMatch(/.{8}/);
        expect(log).not.toContain(settings[name]);
      }
      expect(stderr).toBe('');
      expect(code).toBe(0);
    } finally {
      child.kill('SIGKILL');
    }
  });
