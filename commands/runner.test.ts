import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '#test';
import {
  killWorker,
  playwrightProblem,
  runnerEnvironment,
  watchRun,
  type Watched,
} from './runner.ts';

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
    NODE_OPTIONS: '--use-openssl-ca',
    PLAYWRIGHT_BROWSERS_PATH: 'browsers',
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

const quick = { lookMs: 20, mostLooks: 5 };
const file = () => test.info().outputPath('heartbeat');

/** Returns the cause that the watch reports within half a second, or undefined. */
function causeIn(watched: Pick<Watched, 'heartbeat' | 'endsAt'>): Promise<string | undefined> {
  return new Promise(resolve => {
    const end = watchRun({ ...quick, ...watched, onStuck: resolve });
    setTimeout(() => {
      end();
      resolve(undefined);
    }, 500);
  });
}

test('a worker without a heartbeat hangs, and a run without a worker does not', async () => {
  const heartbeat = file();
  const endsAt = Infinity;
  expect(await causeIn({ heartbeat, endsAt })).toBeUndefined();

  writeFileSync(heartbeat, '1');
  const beat = setInterval(() => utimesSync(heartbeat, new Date(), new Date()), 10);
  expect(await causeIn({ heartbeat, endsAt })).toBeUndefined();
  clearInterval(beat);
  expect(await causeIn({ heartbeat, endsAt })).toBe('a worker that gave no sign for 0.1 s');
});

test('a worker must end by the deadline, and the reports may take longer', async () => {
  const over = { heartbeat: file(), endsAt: Date.now() };
  expect(await causeIn(over)).toBeUndefined();
  writeFileSync(over.heartbeat, '1');
  expect(await causeIn(over)).toContain('GV_DEADLINE');
});

test('killWorker kills the worker, and accepts an ended or missing worker', async () => {
  const child = spawn(process.execPath, ['-e', 'for (;;);']);
  const ended = once(child, 'exit');
  await sleep(50);
  writeFileSync(file(), String(child.pid));
  killWorker(file());
  expect(await ended).toEqual([null, 'SIGKILL']);
  killWorker(file());
  killWorker(test.info().outputPath('none'));
});
