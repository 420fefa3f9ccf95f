/** Tests the output of a run in a terminal, which `script` provides. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { expect } from '#test';
import { stripVTControlCharacters } from 'node:util';
import { latency } from '../reference/patches.ts';
import { everythingAllowed, gv, test } from '../fixtures/testing/spawned.ts';

const columns = 64;
/** True if `script` of util-linux is installed. */
const script = '/usr/bin/script';

/** Runs a command in a terminal. Presses Ctrl-C when the text `interrupt` was printed. */
async function watched(
  args: string,
  { cwd, settings, interrupt }: { cwd: string; settings: object; interrupt?: RegExp },
) {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, GV_K6: 'none', GV_OUT: join(cwd, 'out'), GV_STATE: cwd, ...settings };
  const line = `stty cols ${columns} rows 40; exec '${gv}' ${args}`;
  const child = spawn(script, ['-qefc', line, '/dev/null'], {
    cwd,
    env: { ...env, TERM: 'xterm', SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let all = '';
  let interrupted = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    all += text;
    if (interrupted || !interrupt?.test(all)) return;
    interrupted = true;
    child.stdin.write('\u0003');
  });
  const code = await new Promise<number | null>(resolve => child.once('close', resolve));
  return { code, all, shown: shownOf(all) };
}

/** Returns the lines that stay on the screen, without erased lines. */
const shownOf = (all: string): string[] =>
  all
    .split(/\r?\n/)
    .map(line => stripVTControlCharacters(line.slice(line.lastIndexOf('\u001B[2K') + 1)))
    .map(line => line.replace(/^\[2K/, ''));

test.beforeEach(() => {
  test.skip(
    process.platform !== 'linux' || !existsSync(script),
    'needs script(1) of util-linux for a terminal',
  );
});

test('a run shows a status line, and erases it at the end', async ({ cwd, reference }) => {
  const { settings } = await reference({ patches: [latency(60)] });
  const { code, all, shown } = await watched('conformance wallet catalog', {
    cwd,
    settings: { ...settings, ...everythingAllowed },
  });
  expect(code, all).toBe(0);
  expect(stripVTControlCharacters(all)).toMatch(/\r {2}(\w+: )?\d+ of \d+ checks, \d+ requests/);
  expect(shown.join('\n')).toMatch(/PASSED {2}(\d+) of \1 /);
  expect(shown.filter(line => / of \d+ checks, /.test(line))).toEqual([]);
  expect(shown.filter(line => line.length > columns && line.trim().includes(' '))).toEqual([]);
});

test('Ctrl-C leaves the result, and erases the status line', async ({ cwd, reference }) => {
  const { settings } = await reference({ patches: [latency(150)] });
  const { code, all, shown } = await watched('conformance', {
    cwd,
    settings: { ...settings, ...everythingAllowed },
    interrupt: /\d\d of \d+ checks/,
  });
  expect(code, all).toBe(3);
  expect(shown.join(' ')).toMatch(/ERROR +.*the run was interrupted by SIGINT/);
  expect(shown.filter(line => / of \d+ checks, /.test(line))).toEqual([]);
});
