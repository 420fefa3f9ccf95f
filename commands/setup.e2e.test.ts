/** Tests init and doctor as a person types them. */
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { expect } from '#test';
import { command, test } from '../fixtures/testing/spawned.ts';

test('doctor sends one read for each key, and plans what a run shows and spends', async ({
  cwd,
  reference,
}) => {
  const methods: string[] = [];
  const { settings } = await reference({ onRequest: ({ method }) => methods.push(method) });
  const { GV_BASE_URL = '', GV_API_KEY = '', GV_KEY_OTHER_ACCOUNT = '' } = settings;
  const keys = { GV_API_KEY, GV_KEY_REVOKED: GV_KEY_OTHER_ACCOUNT };
  const lines = Object.entries({ GV_BASE_URL, ...keys });
  writeFileSync(join(cwd, '.env'), lines.map(([name, value]) => `${name}=${value}\n`).join(''));
  chmodSync(join(cwd, '.env'), 0o644);
  const args = ['--allow', 'spend', '--max-spend', '500 GBP'];
  const { code, stdout } = await command('doctor', args, { cwd });
  for (const text of [
    'look  others can read .env (mode 644)',
    'ok    GV_API_KEY: GET /wallet answers 200 (wallets in GBP, USD, EUR, NGN)',
    'look  GV_KEY_REVOKED: GET /wallet answers 200',
    'A run can start. It shows ',
    'With GV_ALLOW=write,spend,exhaust it shows ',
    'Then at most 2280 to the limiters',
    'Money about 134.24 GBP, at most 154.24 GBP. GV_MAX_SPEND="500 GBP" is enough for 3 runs in',
    'more requirements with GV_AUTOMATION_KEY (78), GV_KEY_OTHER_ACCOUNT (8)',
  ])
    expect(stdout.replace(/\s+/g, ' ')).toContain(text.replace(/\s+/g, ' '));
  const little = await command('doctor', ['--allow', 'spend', '--max-spend', '60 GBP'], { cwd });
  for (const text of ['GV_MAX_SPEND is too low for cases of', 'Set GV_MAX_SPEND="200 GBP"'])
    expect(little.stdout.replace(/\s+/g, ' ')).toContain(text);
  expect(stdout.split('\n').filter(line => line.length > 80)).toEqual([]);
  expect(Object.values(keys).filter(key => stdout.includes(key))).toEqual([]);
  expect(code).toBe(0);
  // Two keys, the catalog, and the wallets, for each of two caps.
  expect(methods).toEqual(Array(8).fill('GET'));
  expect(readdirSync(cwd)).toEqual(['.env']);
});

test('doctor names what the baseline demands and the run would not show', async ({
  cwd,
  reference,
}) => {
  const { GV_BASE_URL = '', GV_API_KEY = '' } = (await reference()).settings;
  const cases = ['wallet.fields / balance', 'wallet.fields / currency', 'auth.revoked-key'];
  writeFileSync(join(cwd, 'baseline.json'), JSON.stringify({ cases }));
  const { stdout } = await command('doctor', [], { cwd, settings: { GV_BASE_URL, GV_API_KEY } });
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'Baseline baseline.json demands 2 requirements. This run would end with 2, because it would not show auth.revoked-key',
  );
});

test('doctor prints the list of certify, and says that certify would send nothing', async ({
  cwd,
  reference,
}) => {
  const { GV_BASE_URL = '', GV_API_KEY = '' } = (await reference()).settings;
  const settings = { GV_BASE_URL, GV_API_KEY, GV_FEATURES: 'catalog,wallet' };
  const certified = await command('certify', [], { cwd, settings });
  const { code, stdout } = await command('doctor', ['--profile', 'certify'], { cwd, settings });
  expect(stdout).toContain(certified.stderr.trim());
  expect(stdout).not.toContain('A run can start');
  expect(stdout).toContain('  look  GV_CHALLENGE is not set');
  expect(stdout.match(/GV_\w+(?= {3})/g)).toEqual(certified.stderr.match(/GV_\w+(?= {3})/g));
  expect([certified.code, code]).toEqual([3, 3]);
});

test('doctor says what GV_MAX_SPEND must be, without permissions and without GV_MAX_SPEND', async ({
  cwd,
  reference,
}) => {
  const { GV_BASE_URL = '', GV_API_KEY = '' } = (await reference()).settings;
  const settings = { GV_BASE_URL, GV_API_KEY };
  const examined = async (...args: string[]) => {
    const { code, stdout } = await command('doctor', args, { cwd, settings });
    return { code, text: stdout.replace(/\s+/g, ' ') };
  };
  const line = 'Set GV_MAX_SPEND="200 GBP"';
  const none = await examined();
  expect(none).toMatchObject({ code: 0, text: expect.stringContaining(line) });
  const spending = await examined('--allow', 'spend');
  expect(spending).toMatchObject({ code: 3, text: expect.stringContaining(line) });
  expect(spending.text).toContain('stop GV_MAX_SPEND: missing');
  expect(spending.text).toContain('ok GV_API_KEY: GET /wallet answers 200');
});

test('doctor says that a certificate would be refused if GV_MAX_SPEND is too low', async ({
  cwd,
  reference,
}) => {
  const { settings } = await reference();
  const { code: made } = await command('signing-key', [join(cwd, 'key.pem')], { cwd });
  const examined = (money: string) => {
    const args = ['--profile', 'certify', '--features', 'orders', '--max-spend', money];
    const given = { ...settings, GV_ALLOW: 'spend', GV_SIGNING_KEY: join(cwd, 'key.pem') };
    return command('doctor', args, { cwd, settings: given });
  };
  const little = await examined('10 GBP, 10 USD');
  expect(little.stdout).toContain('A certificate would be refused.');
  const [, line = ''] =
    little.stdout.replace(/\s+/g, ' ').match(/Set GV_MAX_SPEND="([^"]+)"/) ?? [];
  const enough = await examined(line);
  expect(enough.stdout).toContain(' needs no more settings.');
  expect([made, little.code, enough.code]).toEqual([0, 3, 0]);
});

test('doctor marks a dead target and wrong settings, and a run cannot start', async ({ cwd }) => {
  const settings = { GV_BASE_URL: 'http://127.0.0.1:1', GV_API_KEY: 'not-for-eyes' };
  const gone = await command('doctor', [], { cwd, settings });
  expect(gone.stdout.replace(/\s+/g, ' ')).toContain('nothing listens at 127.0.0.1:1');
  expect(gone.stdout).toContain('A run cannot start: 1 thing stops it');
  expect(gone.stdout).not.toContain('not-for-eyes');
  const wrong = { ...settings, GV_MAX_RPS: 'many', GV_ALLOW: 'spend' };
  const { code, stdout } = await command('doctor', [], { cwd, settings: wrong });
  expect(stdout.split('\n').filter(line => line.startsWith('  stop'))).toEqual([
    expect.stringContaining('GV_MAX_RPS: must be'),
    expect.stringContaining('GV_MAX_SPEND: missing'),
  ]);
  expect([gone.code, code]).toEqual([3, 3]);
});

test('init writes a file that only its owner can read, and asks nothing without a terminal', async ({
  cwd,
  reference,
}) => {
  let requests = 0;
  const { settings } = await reference({ onRequest: () => requests++ });
  const { GV_BASE_URL = '', GV_API_KEY = '' } = settings;
  const init = (keys: Readonly<Record<string, string>>, ...args: string[]) =>
    command('init', args, { cwd, settings: keys });
  const address = ['--base-url', `${GV_BASE_URL}/api/v1/business/wallet`];
  const none = await init({}, ...address);
  expect(none).toMatchObject({ code: 3, stderr: expect.stringContaining('Missing: GV_API_KEY') });
  const wrong = await init({ GV_API_KEY: 'no-key-of-this-service' }, ...address);
  expect(wrong).toMatchObject({ code: 3, stdout: expect.stringContaining('rejects GV_API_KEY') });
  const file = join(cwd, '.env');
  expect(existsSync(file)).toBe(false);
  requests = 0;
  const { code, stdout } = await init({ GV_API_KEY }, ...address);
  expect(stdout).toContain(`Uses the address ${GV_BASE_URL}.`);
  expect(stdout).toContain('  ok    GV_API_KEY: ');
  expect(stdout).not.toContain('GV_ALLOW');
  expect(stdout).toMatch(/^Next: \.\/gv conformance, .* \.\/gv doctor --profile certify\n$/m);
  expect(requests).toBe(1);
  expect(stdout).not.toContain(GV_API_KEY);
  expect(parse(readFileSync(file))).toEqual({ GV_BASE_URL, GV_API_KEY });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(code).toBe(0);
  expect(await init({}, '--update', '--allow', 'write')).toMatchObject({ code: 0 });
  expect(parse(readFileSync(file))).toEqual({ GV_BASE_URL, GV_API_KEY, GV_ALLOW: 'write' });
});
