/** Runs the unchanged script night after night. */
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { asRecord } from '../../harness/output/files.ts';
import { latency } from '../../reference/patches.ts';
import { faults } from '../../reference/faults/index.ts';
import { ended, projectFile, start, test } from '../../fixtures/testing/spawned.ts';
import { nightSchema, type NightRecord } from '../../schemas/records/night.ts';

const text = (file: string) => readFileSync(file, 'utf8');
const script = projectFile('recipes/night/night.sh');

const recordOf = (stdout: string): NightRecord =>
  asRecord(JSON.parse(stdout), nightSchema, 'the night');

test('a night prints nothing, or sends one line', async ({ cwd, reference, serving }) => {
  const sent: string[] = [];
  const address = await serving((request, response) => {
    request.setEncoding('utf8').on('data', (part: string) => sent.push(part));
    request.on('end', () => response.end());
  });
  const nights = join(cwd, 'nights');
  const metrics = join(cwd, 'textfile', 'gift-voucher.prom');
  mkdirSync(join(cwd, 'textfile'));
  const night = async (settings: Readonly<Record<string, string>>) =>
    ended(
      start('sh', [script, nights], {
        cwd,
        settings: {
          GV_MAX_RPS: '1000',
          NIGHT_METRICS: metrics,
          NIGHT_WEBHOOK: `http://${address}/`,
          ...settings,
        },
      }),
    );
  const patch = faults.find(({ id }) => id === 'auth-missing-key-text-full-stop')?.patch;
  const keyOf = (from: Awaited<ReturnType<typeof reference>>) => ({
    GV_BASE_URL: from.baseUrl,
    GV_API_KEY: from.settings['GV_API_KEY'] ?? '',
  });
  const good = keyOf(await reference());
  const bad = keyOf(await reference(patch ? { patches: [patch] } : {}));

  for (const _ of ['first', 'second'])
    expect(await night(good)).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(existsSync(join(nights, 'night.json'))).toBe(false);
  expect(text(metrics)).toContain('gift_voucher_run_verdict{verdict="passed"');

  const down = await night({ ...good, GV_BASE_URL: 'http://127.0.0.1:9' });
  expect(down).toMatchObject({ code: 3, stderr: '' });
  expect(JSON.parse(down.stdout)).toMatchObject({
    outcome: 'error',
    verdict: 'error',
    text: expect.stringContaining(': not judged: '),
  });

  const broken = await night(bad);
  expect(broken).toMatchObject({ code: 1, stderr: '' });
  expect(recordOf(broken.stdout)).toMatchObject({
    outcome: 'worse',
    worse: [{ about: 'auth.missing-key', before: 'passed', after: 'failed' }],
    pages: [join(nights, 'out', 'drift.md'), join(nights, 'out', 'index.html')],
  });
  // Nothing failed, but the night must not be quiet.
  const elsewhere = join(cwd, 'no folder', '"a\\b".prom');
  const unkept = await night({ ...good, NIGHT_METRICS: elsewhere });
  expect(unkept.code).toBe(3);
  expect(recordOf(unkept.stdout)).toMatchObject({
    outcome: 'error',
    text: expect.stringContaining(`but ${elsewhere} could not be written`),
  });
  expect(sent).toEqual([down.stdout, broken.stdout, unkept.stdout]);
  expect(text(metrics)).toMatch(/verdict="non-conformant",\S* 1\n/);
  expect(readdirSync(join(nights, 'history')).filter(each => each.endsWith('.json'))).toHaveLength(
    5,
  );

  const misspelt = await night({ ...good, GV_BASE_URL: 'nonsense' });
  expect(misspelt.code).toBe(3);
  expect(recordOf(misspelt.stdout)).toMatchObject({
    outcome: 'not-run',
    reasons: expect.arrayContaining([
      expect.stringContaining('GV_BASE_URL: must be an http(s) URL'),
    ]),
  });
});

test('a suite that cannot start has judged nothing, with any exit code', async ({ cwd }) => {
  writeFileSync(join(cwd, 'node'), '#!/bin/sh\necho tsx is missing >&2\nexit 1\n', { mode: 0o755 });
  const settings = { PATH: `${cwd}:${process.env['PATH']}` };
  const { code, stdout, stderr } = await ended(start('sh', [script, cwd], { cwd, settings }));
  expect(code).toBe(3);
  expect(stderr).toContain('tsx is missing');
  expect(recordOf(stdout)).toMatchObject({
    outcome: 'not-run',
    text: expect.stringContaining('the suite could not start (tsx is missing)'),
  });
});

test('SIGTERM ends the run as well, and the night says so', async ({ cwd, reference }) => {
  let got = 0;
  const { settings } = await reference({ patches: [latency(300)], onRequest: () => got++ });
  const child = start('sh', [script, 'nights'], { cwd, settings });
  const end = ended(child);
  await expect.poll(() => got, { timeout: 60_000 }).toBeGreaterThan(9);
  child.kill('SIGTERM');
  const { code, stdout } = await end;
  expect(code).toBe(3);
  expect(recordOf(stdout)).toMatchObject({
    outcome: 'error',
    reasons: [expect.stringContaining('interrupted by SIGTERM')],
  });
  const kept = readdirSync(join(cwd, 'nights', 'history'));
  expect(kept.filter(each => each.endsWith('.json'))).toHaveLength(1);
});

test('the second of two simultaneous nights does nothing', async ({ cwd }) => {
  test.skip(!(await ended(start('sh', ['-c', 'command -v flock'], { cwd }))).stdout, 'needs flock');
  const stub = '#!/bin/sh\necho at work\n[ -f go ] || exec sleep 600\n';
  writeFileSync(join(cwd, 'node'), stub, { mode: 0o755 });
  const nights = join(cwd, 'nights');
  const settings = { PATH: `${cwd}:${process.env['PATH']}` };
  const night = () => start('sh', [script, nights], { cwd, settings, detached: true });
  const log = join(nights, 'run.log');
  const first = night();
  await expect.poll(() => existsSync(log) && text(log)).toBe('at work\n');
  const second = await ended(night());
  expect(second.code).toBe(3);
  expect(recordOf(second.stdout)).toMatchObject({
    outcome: 'not-run',
    text: expect.stringContaining(`another night of ${nights} is at work`),
  });
  expect(text(log)).toBe('at work\n');
  const gone = once(first, 'close');
  process.kill(-Number(first.pid), 'SIGKILL');
  await gone;
  writeFileSync(join(cwd, 'go'), '');
  const third = await ended(night());
  expect(recordOf(third.stdout).text).toContain('the suite could not start');
});

for (const [when, size, filled] of [
  ['from the start', '100k', true],
  ['in the middle of a run', '250k', false],
] as const)
  test(`a disk that is full ${when} is named`, async ({ cwd }) => {
    const own = process.getuid?.() === 0 ? ['--mount'] : ['--map-root-user', '--mount'];
    const options = { cwd, settings: { GV_MAX_RPS: '1000' } };
    mkdirSync(join(cwd, 'nights'));
    const mount = `mount -t tmpfs -o size=${size} tmpfs nights`;
    const tried = await ended(start('unshare', [...own, 'sh', '-c', mount], options));
    test.skip(tried.code !== 0, `no file system can be mounted here: ${tried.stderr}`);
    const fill = filled ? '; cat /dev/zero >nights/fill 2>/dev/null' : '';
    const command = `${mount}${fill}; exec sh ${script} nights`;
    const { code, stdout } = await ended(start('unshare', [...own, 'sh', '-c', command], options));
    expect(code).toBe(3);
    const { outcome, text: said } = recordOf(stdout);
    expect(outcome).toBe('not-run');
    expect(said).toContain('could not be written');
    expect(said).toMatch(filled ? /is its disk full\?/ : /ENOSPC/);
  });
