import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { command, test, type Ended } from '../fixtures/testing/spawned.ts';
import { requirement, result } from '../reports/testing/samples.ts';

const run = (name: string, cwd: string, ...args: string[]): Promise<Ended> =>
  command(name, args, { cwd });

const day = 24 * 60 * 60 * 1000;
const ago = (days: number) => new Date(Date.now() - days * day).toISOString();

test('a night: its result is kept, compared with the one before, and old ones are removed', async ({
  cwd,
}) => {
  const out = join(cwd, 'out');
  mkdirSync(out);
  const tonight = (days: number) =>
    writeFileSync(
      join(out, 'conformance.json'),
      JSON.stringify(
        result({
          startedAt: ago(days),
          verdict: 'passed',
          requirements: [requirement('wallet.fields', { verdict: 'passed' })],
        }),
      ),
    );
  for (const days of [100, 2]) {
    tonight(days);
    const { code, stdout, stderr } = await run('history', cwd, 'history', '--add', 'out');
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^added history\/\S+Z\.json\n/);
  }
  writeFileSync(join(cwd, 'history', 'mine.json'), '{}');
  tonight(1);
  const drift = await run('drift', cwd, 'history', 'out');
  expect(drift.stdout).toMatch(/no drift: nothing changed\n/);
  expect(drift.code).toBe(0);

  const { code, stdout } = await run('history', cwd, 'history', '--add', 'out', '--keep', '90d');
  expect(code).toBe(0);
  expect(stdout.match(/^removed .*$/gm)).toHaveLength(1);
  expect(stdout).toContain('left out: history/mine.json is not the conformance.json of a run.');
  expect(stdout).toMatch(/\npage: history\/history\.html\n$/);
  expect(readdirSync(join(cwd, 'history')).filter(name => name.endsWith('.json'))).toHaveLength(3);
  expect(readFileSync(join(cwd, 'history', 'history.html'), 'utf8')).toContain(
    '2 nights, the last one',
  );
});

test('usage: one folder with results, a number of days, and nothing is removed by a mistake', async ({
  cwd,
}) => {
  const old = JSON.stringify(result({ startedAt: ago(900) }));
  mkdirSync(join(cwd, 'history'));
  for (const name of ['a', 'b']) writeFileSync(join(cwd, 'history', `${name}.json`), old);
  for (const [args, message] of [
    [[], "Missing required argument 'folder'"],
    [['none'], 'none is no folder of results'],
    [['.'], '. has no result of a run.'],
    [['history', '--keep', '90'], '--keep 90 is no number of days, as in 90d.'],
    [['history', '--keep', '0d'], '--keep 0d is no number of days'],
    [['history', '--add', 'none', '--keep', '1d'], 'There is no file none.'],
    [['history', '--loud'], 'Unknown option --loud.'],
  ] as const) {
    const { code, stderr } = await run('history', cwd, ...args);
    expect(stderr).toContain(message);
    expect(code).toBe(3);
  }
  expect(readdirSync(join(cwd, 'history'))).toEqual(['a.json', 'b.json']);
  const first = await run('drift', cwd, 'history', join('history', 'a.json'));
  expect(first.stderr).toContain('on the first night there is nothing to compare');
  expect(first.code).toBe(3);
});
