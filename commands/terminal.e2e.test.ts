/** Tests the output of a run in a terminal, which `script` provides. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { expect } from '#test';
import { stripVTControlCharacters } from 'node:util';
import { latency } from '../reference/patches.ts';
import { everythingAllowed, gv, test } from '../fixtures/testing/spawned.ts';

const columns = 64;
/** Program of util-linux that provides a terminal. */
const script = '/usr/bin/script';
const statusLine = / of \d+ checks, /;

test('a run shows a status line, and Ctrl-C erases it and leaves the result', async ({
  cwd,
  reference,
}) => {
  test.skip(!existsSync(script), 'needs script(1) of util-linux for a terminal');
  const { settings } = await reference({ patches: [latency(150)] });
  const { PATH, HOME } = process.env;
  const own = { PATH, HOME, GV_K6: 'none', GV_OUT: join(cwd, 'out'), GV_STATE: cwd };
  const line = `stty cols ${columns} rows 40; exec '${gv}' conformance`;
  const child = spawn(script, ['-qefc', line, '/dev/null'], {
    cwd,
    env: { ...own, ...settings, ...everythingAllowed, TERM: 'xterm', SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let all = '';
  let isPressed = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    all += text;
    if (isPressed || !/\d\d of \d+ checks/.test(all)) return;
    isPressed = true;
    child.stdin.write('\u0003');
  });
  const code = await new Promise<number | null>(resolve => child.once('close', resolve));
  expect(code, all).toBe(3);
  expect(stripVTControlCharacters(all)).toMatch(/\r {2}(\w+: )?\d+ of \d+ checks, \d+ requests/);
  // What stays on the screen.
  const shown = all
    .split(/\r?\n/)
    .map(each => stripVTControlCharacters(each.split('\u001B[2K').at(-1)!));
  expect(shown.join(' ')).toMatch(/ERROR +.*the run was interrupted by SIGINT/);
  expect(shown.filter(each => statusLine.test(each))).toEqual([]);
  expect(shown.filter(each => each.length > columns && each.trim().includes(' '))).toEqual([]);
});
