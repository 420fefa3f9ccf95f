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

test('report names a file that is not a result, and a report that cannot be written', async ({
  cwd,
}) => {
  writeFileSync(join(cwd, 'list.json'), '[]');
  const refused = await report(cwd, 'list.json');
  expect(refused).toMatchObject({ code: 3, stdout: '' });
  expect(refused.stderr).toContain('is not the conformance.json of a run');
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
  const history = (...args: string[]) => command('history', ['history', ...args], { cwd });
  const wrong = await history('--keep', '90');
  expect(wrong.stderr).toContain('--keep must be a number of days, like 30d.');
  expect(wrong.code).toBe(3);
  const missing = await history('--add', 'none', '--keep', '1d');
  expect(missing.stderr).toContain('There is no file none.');
  expect(missing.code).toBe(3);
  expect(readdirSync(join(cwd, 'history'))).toHaveLength(3);

  const { code, stdout } = await history('--add', 'out', '--keep', '90d');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^added history\/\S+Z\.json\n/);
  expect(stdout.match(/^removed .*$/gm)).toEqual([expect.stringContaining('old.json')]);
  expect(stdout).toContain('left out: history/mine.json is not the conformance.json of a run.');
  expect(stdout).toMatch(/\nhistory has 2 results: history\/trend.html\n$/);
  expect(readdirSync(join(cwd, 'history'))).toHaveLength(4);
  const first = await command('drift', ['history', join('history', 'new.json')], { cwd });
  expect(first.stderr).toContain('on the first night there is nothing to compare');
  expect(first.code).toBe(3);
});
