import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { expect, test } from '#test';
import { isStuck, killWorker, playwrightProblem, runnerEnvironment, watchRun } from './runner.ts';

const theirs = {
  PLAYWRIGHT_HTML_OUTPUT_DIR: 'site',
  PLAYWRIGHT_BLOB_OUTPUT_NAME: 'theirs.zip',
  PLAYWRIGHT_JSON_OUTPUT_NAME: 'theirs.json',
  PW_TEST_REPORTER: './theirs.ts',
  PWTEST_CACHE_DIR: 'cache',
  PWDEBUG: '1',
};

test('variables of Playwright do not reach the runner, and other variables do', () => {
  const others = {
    PATH: '/bin',
    PWD: '/',
    GV_OUT: 'out',
    PLAYWRIGHT_BROWSERS_PATH: 'browsers',
    NODE_OPTIONS: '--use-openssl-ca',
  };
  const env = runnerEnvironment({ ...theirs, ...others });
  for (const name of Object.keys(theirs)) expect(env).not.toHaveProperty(name);
  expect(env).toMatchObject(others);
  expect(env['PLAYWRIGHT_TRANSFORM_CACHE_DIR']).toMatch(/\.cache.playwright$/);
});

test('Playwright must be there, in a version of the range', () => {
  for (const version of ['1.60.0', '1.65.1', '1.100.0'])
    expect(playwrightProblem('^1.60.0', version), version).toBe(undefined);
  for (const version of ['1.59.1', '2.0.0'])
    expect(playwrightProblem('^1.60.0', version)).toBe(
      `A run needs @playwright/test ^1.60.0, and ${version} is installed.`,
    );
  expect(playwrightProblem('^1.60.0', undefined)).toContain('add @playwright/test@^1.60.0');
});

test('a worker that touches its heartbeat must end by the deadline', async () => {
  const heartbeat = test.info().outputPath('heartbeat');
  writeFileSync(heartbeat, '1');
  const cause = await new Promise(onStuck => watchRun({ heartbeat, endsAt: 0, onStuck }));
  expect(cause).toContain('GV_DEADLINE');
});

test('a worker that computes without a sign hangs, and a starved worker gets more time', () => {
  expect(isStuck(29, 29)).toBe(false);
  expect(isStuck(30, 15)).toBe(true);
  for (const cpuSeconds of [0, 14, NaN]) {
    expect(isStuck(119, cpuSeconds)).toBe(false);
    expect(isStuck(120, cpuSeconds)).toBe(true);
  }
});

test('only a child of the runner is killed, whatever process the heartbeat names', async () => {
  test.skip(process.platform === 'win32', 'the parent of a process is unknown');
  const heartbeat = test.info().outputPath('heartbeat');
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1e6)']);
  const exit = once(child, 'exit');
  writeFileSync(heartbeat, String(child.pid));
  for (const runner of [process.ppid, undefined]) killWorker(heartbeat, runner);
  killWorker(`${heartbeat}-that-is-not-there`, process.pid);
  // A process that was killed would end by SIGKILL.
  child.kill('SIGTERM');
  expect(await exit).toEqual([null, 'SIGTERM']);
  const own = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1e6)']);
  writeFileSync(heartbeat, String(own.pid));
  killWorker(heartbeat, process.pid);
  expect(await once(own, 'exit')).toEqual([null, 'SIGKILL']);
});
