/** The commands before a run, as a person types them. */
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { expect } from '#test';
import { asRecord } from '../fixtures/output/files.ts';
import { command, ended, gv, test } from '../fixtures/testing/spawned.ts';
import { diagnosisSchema } from '../schemas/records/diagnosis.ts';

const diagnosisIn = (json: string) => asRecord(JSON.parse(json), diagnosisSchema, 'the diagnosis');

test('doctor: keys and files that need a look; a run can start', async ({ cwd, reference }) => {
  const asked: string[] = [];
  const { settings } = await reference({ onRequest: ({ url }) => void asked.push(url) });
  const { GV_BASE_URL = '', GV_API_KEY = '', GV_KEY_OTHER_ACCOUNT = '' } = settings;
  const keys = { GV_API_KEY, GV_KEY_REVOKED: GV_KEY_OTHER_ACCOUNT };
  const lines = Object.entries({ GV_BASE_URL, ...keys, GV_PROFILE: 'smoke' });
  writeFileSync(join(cwd, '.env'), lines.map(([name, value]) => `${name}=${value}\n`).join(''));
  chmodSync(join(cwd, '.env'), 0o644);
  const waiver = { requirement: 'auth.missing-key', reason: 'known', owner: 'us' };
  const waivers = { waivers: [{ ...waiver, expires: '2020-01-31' }] };
  writeFileSync(join(cwd, 'waivers.json'), JSON.stringify(waivers));
  writeFileSync(join(cwd, 'baseline.json'), JSON.stringify({ cases: ['auth.of-old / all'] }));
  const { code, stdout } = await command('doctor', [], { cwd });
  for (const text of [
    'look  others on this machine can read .env (mode 644)',
    'look  baseline.json demands what this version does not have (auth.of-old)',
    'look  waivers.json: the waiver of auth.missing-key by us expired on 2020-01-31',
    'ok    GV_API_KEY: it works; wallets in GBP, USD, EUR, NGN of account',
    'look  GV_KEY_REVOKED is accepted (GET /wallet answers 200)',
    '28 of 35 requirements',
    'A run can start; 4 things are worth a look.',
  ])
    expect(stdout.replace(/\s+/g, ' ')).toContain(text.replace(/\s+/g, ' '));
  expect(stdout.split('\n').filter(line => line.length > 80)).toEqual([]);
  expect(Object.values(keys).filter(key => stdout.includes(key))).toEqual([]);
  expect(asked).toHaveLength(2);
  expect(code).toBe(0);
});

test('doctor: a target that is gone, and settings that are wrong, stop a run', async ({ cwd }) => {
  const keys = { GV_API_KEY: 'not-for-eyes', GV_KEY_REVOKED: 'another' };
  const settings = { GV_BASE_URL: 'http://127.0.0.1:1', ...keys };
  const gone = await command('doctor', ['--json'], { cwd, settings });
  const diagnosis = diagnosisIn(gone.stdout);
  const found = diagnosis.sections.flatMap(({ name, findings }) =>
    findings.map(({ mark, text }) => `${mark} ${name}: ${text}`),
  );
  expect(found.filter(each => each.startsWith('stop'))).toEqual([
    expect.stringMatching(/^stop target: .*nothing listens at 127\.0\.0\.1:1/),
  ]);
  // After a target that does not answer, no other key is tried.
  expect(found).toContainEqual(expect.stringMatching(/^look keys: not read, .*GV_KEY_REVOKED$/));
  expect(diagnosis).toMatchObject({ canStart: false });
  expect(gone.stdout).not.toContain('not-for-eyes');
  writeFileSync(join(cwd, 'taken'), 'a file');
  const wrong = { ...settings, GV_MAX_RPS: 'many', GV_ALLOW: 'spend', GV_OUT: join(cwd, 'taken') };
  const { code, stdout } = await command('doctor', [], { cwd, settings: wrong });
  expect(stdout.split('\n').filter(line => line.startsWith('  stop'))).toEqual([
    expect.stringContaining('GV_MAX_RPS: must be'),
    expect.stringContaining('GV_MAX_SPEND: missing'),
    expect.stringContaining('GV_OUT: '),
  ]);
  expect(stdout).toContain('A run cannot start: 3 things stop it');
  expect([gone.code, code]).toEqual([3, 3]);
});

test('doctor: permissions are tried with one read a key', async ({ cwd, reference }) => {
  let requests = 0;
  const { settings } = await reference({ onRequest: () => requests++ });
  const { GV_BASE_URL = '', GV_API_KEY = '' } = settings;
  const args = ['--json', '--allow', 'spend', '--max-spend', '500 GBP', '--base-url', GV_BASE_URL];
  const { code, stdout } = await command('doctor', args, { cwd, settings: { GV_API_KEY } });
  const { plan } = diagnosisIn(stdout);
  expect(plan?.spend['GBP']).toBeGreaterThan(0);
  expect(plan?.runsLeft).toBeGreaterThan(0);
  expect(stdout).not.toContain(GV_API_KEY);
  expect([code, requests]).toEqual([0, 1]);
  expect(readdirSync(cwd)).toEqual([]);
});

test('init: keys from standard input, into a file of their owner', async ({ cwd, reference }) => {
  let requests = 0;
  const { settings } = await reference({ onRequest: () => requests++ });
  const { GV_BASE_URL = '', GV_API_KEY = '' } = settings;
  const init = (input: string, ...args: string[]) => {
    const child = spawn(gv, ['init', ...args], { cwd, env: { PATH: process.env['PATH'] } });
    child.stdin.end(input);
    return ended(child);
  };
  const args = ['--stdin', '--base-url', `${GV_BASE_URL}/api/v1/business/wallet`];
  const none = await init('', '--base-url', GV_BASE_URL);
  expect(none).toMatchObject({ code: 3, stderr: expect.stringContaining('Missing: GV_API_KEY') });
  const wrong = await init('GV_API_KEY=no-key-of-this-service\n', ...args);
  expect(wrong).toMatchObject({ code: 3, stdout: expect.stringContaining('rejects GV_API_KEY') });
  const file = join(cwd, '.env');
  expect(existsSync(file)).toBe(false);
  requests = 0;
  const { code, stdout } = await init(`GV_API_KEY=${GV_API_KEY}\n`, ...args);
  expect(stdout).toContain('/api/v1/business/wallet was left out');
  expect(stdout).toContain('.env was written');
  expect(stdout).toContain('GV_AUTOMATION_KEY  ');
  expect(stdout).toContain('A run can start.');
  expect(requests).toBe(1);
  expect(stdout).not.toContain(GV_API_KEY);
  expect(parse(readFileSync(file))).toEqual({ GV_BASE_URL, GV_API_KEY });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(code).toBe(0);
  const again = await init('', '--update', '--allow', 'write');
  expect(again.code).toBe(0);
  expect(parse(readFileSync(file))).toEqual({ GV_BASE_URL, GV_API_KEY, GV_ALLOW: 'write' });
});
