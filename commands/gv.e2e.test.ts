/** Tests commands from outside: refusals, help, the order of settings, and the served reference. */
import { existsSync, mkdirSync, writeFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { expect } from '#test';
import { command, ended, gv, start, test, type Ended } from '../fixtures/testing/spawned.ts';
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
    ['conformance', ['--shard', '5/4'], '--shard is not an option, because one target limits'],
    ['conformance', ['--api-key=not-for-eyes'], 'Set GV_API_KEY in .env (mode 600)'],
    ['conformance', ['--api-kye=not-for-eyes'], 'Set GV_API_KEY in .env (mode 600)'],
    ['conformance', ['--timeout', 'soon', '--allow', 'all'], 'GV_TIMEOUT: ', 'GV_ALLOW: '],
    ['openapi', ['--env'], '--env needs GV_BASE_URL'],
    ['reference', ['--variant', 'misspelt'], '--variant misspelt: there is no such variant.'],
  ] as const) {
    const given = name === 'openapi' ? {} : settings;
    const { code, stdout, stderr } = await command(name, args, { cwd, settings: given });
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

// For damaged files: exit code 3, one message that names the file, no stack, and no content of the file.

function expectMessage({ code, stdout, stderr }: Ended, message: string): void {
  const printed = stdout + stderr;
  expect(code, printed).toBe(3);
  expect(printed.split(message), printed).toHaveLength(2);
  expect(printed).not.toMatch(/^\s+at |sk_live/m);
}

const { public: publicKey } = newKeyPair('ecdsa');
const noRun = JSON.stringify(result({ verdict: 'error' }));
const broken = '{"schemaVersion":1,"key": sk_live_abcdef';

for (const [name, args, file, content, message] of [
  ['baseline', [], '', '', 'There is no file out/'],
  ['baseline', [], 'out/conformance.json', noRun, 'ended in an error and may have shown less'],
  ['conformance', [], 'baseline.json', broken, 'baseline.json cannot be read as JSON'],
  ['judge', ['out/a'], 'out/a', broken, 'is neither a HAR file nor an exchanges.jsonl'],
  ['judge', ['out/a', '--out=out'], 'out/a', '{}', 'Set GV_OUT to another folder'],
  ['judge', ['out/a'], '.env', 'GV_TIMEOUT=soon', 'GV_TIMEOUT: '],
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

test('a target that does not answer, or rejects the key, gives one message and a result', async ({
  reference,
  conformance,
}) => {
  const { baseUrl, close } = await reference();
  const rejected = await conformance({ GV_BASE_URL: baseUrl, GV_API_KEY: 'sk_live_abcdef' });
  expectMessage(rejected, `${baseUrl} rejects GV_API_KEY with 401 (Invalid API key)`);
  await close();
  const gone = await conformance({ GV_BASE_URL: baseUrl, GV_API_KEY: 'sk_live_abcdef' });
  expectMessage(gone, `: nothing listens at ${new URL(baseUrl).host}. Is GV_BASE_URL right`);
  for (const { result } of [rejected, gone]) expect(result?.verdict).toBe('error');
});

for (const [signal, variant, path] of [
  ['SIGINT', 'mounted-under-a-path', '/gateway/v2'],
  ['SIGTERM', 'nothing-set', ''],
] as const)
  test(`the reference serves the variant ${variant}, and ends on ${signal} with 0`, async ({
    cwd,
  }) => {
    const child = start(gv, ['reference', '--port=0', `--variant=${variant}`], { cwd });
    const end = ended(child);
    try {
      // The output comes in several pieces. A blank line follows the last setting.
      let printed = '';
      child.stdout?.on('data', (text: string) => (printed += text));
      while (!/\n\n[^]*\n\n$/.test(printed)) await once(child.stdout!, 'data');
      const settings = Object.fromEntries(
        [...printed.matchAll(/^(GV_\w+)='?(.*?)'?$/gm)].map(([, name, value]) => [name, value]),
      ) as Record<string, string>;
      const { GV_BASE_URL = '', GV_API_KEY = '' } = settings;
      expect(printed).toContain(`Reference at ${GV_BASE_URL}\n`);
      expect(GV_BASE_URL).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+${path}$`));
      expect('GV_ORDER_BODY' in settings).toBe(variant !== 'nothing-set');

      const headers = { 'X-API-Key': GV_API_KEY };
      await (await fetch(`${GV_BASE_URL}/api/v1/business/wallet?x=1`, { headers })).text();
      while (!printed.includes('/wallet')) await once(child.stdout!, 'data');
      child.kill(signal);
      const { code, stdout, stderr } = await end;
      const log = stdout.slice(stdout.lastIndexOf('\n\n') + 2);
      expect(log).toBe(`200 GET ${path}/api/v1/business/wallet?x=1 (business)\n`);
      expect([code, stderr]).toEqual([0, '']);
    } finally {
      child.kill('SIGKILL');
    }
  });

test('without a browser for --ui, one sentence says which serve', async ({ cwd }) => {
  const others = ['/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge'];
  test.skip(others.some(existsSync), 'a browser of the system serves');
  const env = { PLAYWRIGHT_BROWSERS_PATH: cwd };
  const { code, stderr } = await command('conformance', ['--ui'], { cwd, settings: env });
  expect(stderr).toMatch(/^--ui needs a browser that Playwright knows/);
  expect(stderr).not.toContain('    at ');
  expect(code).toBe(3);
});
