/** The script as it stands, night after night. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { faults } from '../../reference/faults/index.ts';
import { ended, projectFile, start, test } from '../../fixtures/testing/spawned.ts';
import { nightSchema, type NightRecord } from '../../schemas/records/night.ts';

const ajv = new Ajv2020();
addFormats.default(ajv);
const isNight = ajv.compile<NightRecord>(nightSchema);

const text = (file: string) => readFileSync(file, 'utf8');

test('three nights, the third with a fault, and one without a network: quiet, or one line of JSON that is sent', async ({
  cwd,
  reference,
}) => {
  const sent: string[] = [];
  const hook = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (part: string) => sent.push(part));
    request.on('end', () => response.end());
  });
  await new Promise<void>(listening => hook.listen(0, '127.0.0.1', listening));
  const nights = join(cwd, 'nights');
  const metrics = join(cwd, 'textfile', 'gift-voucher.prom');
  mkdirSync(join(cwd, 'textfile'));
  const night = async (settings: Readonly<Record<string, string>>) =>
    ended(
      start('sh', [projectFile('recipes/night/night.sh'), nights], {
        cwd,
        settings: {
          GV_MAX_RPS: '1000',
          NIGHT_METRICS: metrics,
          NIGHT_WEBHOOK: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`,
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
  expect(JSON.parse(down.stdout)).toMatchObject({ outcome: 'error', verdict: 'error' });

  const broken = await night(bad);
  expect(broken).toMatchObject({ code: 1, stderr: '' });
  const record: unknown = JSON.parse(broken.stdout);
  expect(isNight(record), ajv.errorsText(isNight.errors)).toBe(true);
  expect(record).toMatchObject({
    outcome: 'worse',
    worse: [{ about: 'auth.missing-key', before: 'passed', after: 'failed' }],
    pages: [join(nights, 'out', 'drift.md'), join(nights, 'out', 'index.html')],
  });
  expect(sent).toEqual([down.stdout, broken.stdout]);
  expect(text(metrics)).toMatch(/verdict="non-conformant",\S* 1\n/);
  expect(readdirSync(join(nights, 'history')).filter(each => each.endsWith('.json'))).toHaveLength(
    4,
  );

  const misspelt = await night({ ...good, GV_BASE_URL: 'nonsense' });
  expect(misspelt.code).toBe(3);
  const noRun: unknown = JSON.parse(misspelt.stdout);
  expect(isNight(noRun), ajv.errorsText(isNight.errors)).toBe(true);
  expect(noRun).toMatchObject({
    outcome: 'not-run',
    reasons: expect.arrayContaining([
      expect.stringContaining('GV_BASE_URL: must be an http(s) URL'),
    ]),
  });
  hook.close();
});

test('a suite that cannot start has judged nothing, whatever it ends with', async ({ cwd }) => {
  writeFileSync(join(cwd, 'node'), '#!/bin/sh\necho tsx is missing >&2\nexit 1\n', { mode: 0o755 });
  const settings = { PATH: `${cwd}:${process.env['PATH']}` };
  const script = projectFile('recipes/night/night.sh');
  const { code, stdout, stderr } = await ended(start('sh', [script, cwd], { cwd, settings }));
  expect(code).toBe(3);
  expect(stderr).toContain('tsx is missing');
  const record: unknown = JSON.parse(stdout);
  expect(isNight(record), ajv.errorsText(isNight.errors)).toBe(true);
  expect(record).toMatchObject({ outcome: 'not-run' });
});
