import { existsSync, mkdirSync, readFileSync, writeFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { result } from '../reports/testing/samples.ts';
import { command, test, type Ended } from '../fixtures/testing/spawned.ts';
import { reports } from '../reports/write-reports.ts';

const report = (cwd: string, ...args: string[]): Promise<Ended> => command('report', args, { cwd });

test('a run writes every report, and report writes them again', async ({ cwd, conformance }) => {
  const { out, code } = await conformance({}, '--grep=tools.fields');
  expect(code).toBe(0);
  const again = join(cwd, 'again');
  const {
    code: made,
    stdout,
    stderr,
  } = await report(cwd, join(out, 'conformance.json'), '--out', again);
  expect(made, stderr).toBe(0);
  for (const name of Object.keys(reports)) {
    expect(stdout).toContain(name);
    expect(readFileSync(join(again, name), 'utf8')).toBe(readFileSync(join(out, name), 'utf8'));
  }
});

test('report ends with 3 if the file is not a result, or a report cannot be written', async ({
  cwd,
}) => {
  const refused = async (file: string, sentence: string) => {
    const { code, stdout, stderr } = await report(cwd, file, '--out', join(cwd, 'none'));
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(sentence)]);
    expect(existsSync(join(cwd, 'none'))).toBe(false);
  };
  await refused('nowhere.json', 'There is no file');
  writeFileSync(join(cwd, 'list.json'), '[]');
  await refused('list.json', 'is not the conformance.json of a run');
  writeFileSync(join(cwd, 'conformance.json'), JSON.stringify(result({})));
  mkdirSync(join(cwd, 'junit.xml', 'a'), { recursive: true });
  const { code, stderr } = await report(cwd, 'conformance.json');
  expect(code).toBe(3);
  expect(stderr).toContain('junit.xml could not be written: ');
  expect(existsSync(join(cwd, 'summary.md'))).toBe(true);
});

const day = 24 * 60 * 60 * 1000;
const ago = (days: number) => new Date(Date.now() - days * day).toISOString();

test('history keeps added results, and removes old results', async ({ cwd }) => {
  for (const folder of ['out', 'history']) mkdirSync(join(cwd, folder));
  const write = (file: string, days: number) =>
    writeFileSync(join(cwd, file), JSON.stringify(result({ startedAt: ago(days) })));
  write('history/old.json', 100);
  write('history/new.json', 2);
  write('out/conformance.json', 1);
  writeFileSync(join(cwd, 'history', 'mine.json'), '{}');
  const args = ['history', '--add', 'out', '--keep', '90d'];
  const { code, stdout } = await command('history', args, { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^added history\/\S+Z\.json\n/);
  expect(stdout.match(/^removed .*$/gm)).toEqual([expect.stringContaining('old.json')]);
  expect(stdout).toContain('left out: history/mine.json is not the conformance.json of a run.');
  expect(stdout).toMatch(/\nhistory has 2 results\n$/);
  expect(readdirSync(join(cwd, 'history'))).toHaveLength(3);
});

test('history removes no result after wrong usage', async ({ cwd }) => {
  const old = JSON.stringify(result({ startedAt: ago(900) }));
  mkdirSync(join(cwd, 'history'));
  for (const name of ['a', 'b']) writeFileSync(join(cwd, 'history', `${name}.json`), old);
  for (const [args, message] of [
    [['none'], 'none is not a folder of results'],
    [['.'], '. has no result of a run.'],
    [['history', '--keep', '90'], '--keep must be a number of days, like 30d.'],
    [['history', '--keep', '0d'], '--keep must be a number of days'],
    [['history', '--add', 'none', '--keep', '1d'], 'There is no file none.'],
  ] as const) {
    const { code, stderr } = await command('history', args, { cwd });
    expect(stderr).toContain(message);
    expect(code).toBe(3);
  }
  expect(readdirSync(join(cwd, 'history'))).toEqual(['a.json', 'b.json']);
  const first = await command('drift', ['history', join('history', 'a.json')], { cwd });
  expect(first.stderr).toContain('on the first night there is nothing to compare');
  expect(first.code).toBe(3);
});
