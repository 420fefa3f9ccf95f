import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { command, ended, gv, start, test } from '../fixtures/testing/spawned.ts';
import type { Patch } from '../reference/types.ts';

test('a case that failed is sent again alone, with what it needs, until the server is mended', async ({
  reference,
  conformance,
  cwd,
}) => {
  let isMended = false;
  const asked: string[] = [];
  const fullStop: Patch = {
    response(reply) {
      if (!isMended && reply.status === 401) reply.body = { error: 'Missing API key.' };
    },
  };
  const { settings } = await reference({
    patches: [fullStop],
    onRequest: ({ url }) => void asked.push(url.replace(/\?.*/, '')),
  });
  const run = await conformance(settings, '--project=contract', 'auth.missing-key');
  expect(run.stdout).toContain(`  repeat: ./gv repeat auth.missing-key --base-url `);
  asked.length = 0;

  const { GV_BASE_URL = '', GV_API_KEY = '' } = settings;
  writeFileSync(join(cwd, '.env'), `GV_BASE_URL=${GV_BASE_URL}\nGV_API_KEY=${GV_API_KEY}\n`);
  const repeat = (...what: string[]) =>
    command('repeat', what, { cwd, settings: { GV_OUT: run.out } });

  const again = await repeat('GET /wallet, no key');
  expect(again.code, again.stderr).toBe(1);
  expect(again.stdout).toContain('still fails  case GET /wallet, no key\n');
  expect(again.stdout).toMatch(
    / > GET \S+\/wallet\n[^]* < 401 in \d+ ms\n[^]* < \{"error":"Missing/,
  );
  expect(again.stdout).not.toContain(GV_API_KEY);
  expect(new Set(asked)).toEqual(new Set(['/api/v1/business/wallet']));

  isMended = true;
  const mended = await repeat();
  expect(mended.stdout).toMatch(/\nOf \d+ cases: \d+ passed\.\n$/);
  expect(mended.code).toBe(0);
});

test('a repetition never sends keys to an address that only the result names', async ({
  reference,
  conformance,
  cwd,
}) => {
  const wrong: Patch = {
    response(reply) {
      if (reply.status === 401) reply.body = {};
    },
  };
  const { settings } = await reference({ patches: [wrong] });
  const run = await conformance(settings, '--project=contract', 'auth.missing-key');
  const { code, stderr } = await command('repeat', [], {
    cwd,
    settings: { ...settings, GV_BASE_URL: 'http://127.0.0.1:9', GV_OUT: run.out },
  });
  expect(stderr).toContain(`The last run was on ${settings['GV_BASE_URL']}, and GV_BASE_URL is `);
  // Nothing follows the line, so that it can be pasted.
  const line = stderr.trimEnd().split('\n').at(-1)!;
  expect(line.startsWith(`  ./gv repeat --base-url ${settings['GV_BASE_URL']} `), line).toBe(true);
  expect(line.endsWith(` --out ${run.out}`), line).toBe(true);
  expect(code).toBe(3);
});

test('the line that a run prints has its address, permissions and money, and works in another shell', async ({
  reference,
  conformance,
  cwd,
}) => {
  const bought: string[] = [];
  const refusing: Patch = {
    response(reply, { method, path }) {
      if (method === 'POST' && path.endsWith('/orders')) {
        bought.push(path);
        Object.assign(reply, { status: 422, body: { error: 'No' } });
      }
    },
  };
  const { settings } = await reference({ patches: [refusing] });
  const { GV_BASE_URL = '', ...others } = settings;
  const lines = Object.entries(others).map(([name, value]) => `${name}='${value}'\n`);
  writeFileSync(join(cwd, 'my.env'), lines.join(''));
  const given = { GV_BASE_URL, GV_ALLOW: 'write,spend', GV_MAX_SPEND: '100 GBP' };
  const run = await conformance({ ...given, GV_ENV_FILE: 'my.env' }, 'orders.accepted');
  const [, line = ''] = /^ {2}repeat: (.*)$/m.exec(run.stdout) ?? [];
  expect(line).toBe(
    `GV_ENV_FILE=my.env ./gv repeat orders.accepted --base-url ${GV_BASE_URL} --allow write,spend --max-spend '100 GBP' --out ${run.out}`,
  );
  bought.length = 0;

  const paste = (text: string) =>
    ended(start('/bin/sh', ['-c', text.replace('./gv', gv)], { cwd }));
  const again = await paste(line);
  expect(again.stdout, again.stderr).toContain('still warns  case single');
  expect(again.code).toBe(1);
  expect(bought.length).toBeGreaterThan(0);
  bought.length = 0;

  // Without permission, nothing is bought. Each refusal has one line with everything.
  const denied = await paste(line.replace(/--allow .*' /, ''));
  expect(denied.stdout).toContain('was not exercised  case single: GV_ALLOW does not permit');
  expect(denied.stdout).not.toContain('planned:');
  expect(denied.stdout).toContain(`To permit it, too:\n  ${line}\n`);
  expect(denied.code, denied.stderr).toBe(2);
  const nowhere = await paste(`./gv repeat orders.accepted --out ${run.out}`);
  expect(nowhere.stderr).toContain(`  ${line}\nThe run also had GV_API_KEY, `);
  expect(nowhere.code).toBe(3);
  expect(bought).toEqual([]);
});
