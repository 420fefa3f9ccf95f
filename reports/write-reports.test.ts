import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test as base } from '#test';
import { result } from './testing/samples.ts';
import { reports, writeAll, writeReports } from './write-reports.ts';

const test = base.extend<{ out: string }>({
  out: ({}, use, info) => use(info.outputPath()),
});

test('every report is written, into a folder that is made', async ({ out }) => {
  const folder = join(out, 'a', 'b');
  expect(await writeReports(result({}), folder)).toEqual([]);
  expect(readdirSync(folder).toSorted()).toEqual(Object.keys(reports).toSorted());
});

test('a report that cannot be made is named; its file of an earlier run is gone, the others are there', async ({
  out,
}) => {
  writeFileSync(join(out, 'a'), 'of an earlier run');
  const renders = {
    a: () => {
      throw new Error('no text');
    },
    b: () => Promise.resolve('b'),
  };
  expect(await writeAll(out, renders)).toEqual([`${join(out, 'a')} could not be written: no text`]);
  expect(existsSync(join(out, 'a'))).toBe(false);
  expect(readFileSync(join(out, 'b'), 'utf8')).toBe('b');
  expect(readdirSync(out)).toEqual(['b']);
});
