import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '#test';
import { NoResult } from '../read-result.ts';
import { requirement, result } from '../summary/samples.ts';
import { keepResult, lastBefore, outdated, prune } from './folder.ts';
import { compareNights, readNights } from './nights.ts';
import { sampleNights, startOf } from './testing/sample.ts';

const test = base.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'history-'));
    await use(folder);
    rmSync(folder, { recursive: true });
  },
});

const requirements = [requirement('wallet.fields', { verdict: 'passed' })];
const at = (night: number) => result({ startedAt: startOf(night), requirements });
const name = (night: number) => `${startOf(night).replaceAll(':', '-')}.json`;

test('a result is named by the time at which its run began; the same one is one file', ({
  folder,
}) => {
  const inside = join(folder, 'made');
  expect(keepResult(at(0), inside)).toBe('2026-01-01T02-00-00.000Z.json');
  keepResult(at(0), inside);
  expect(readdirSync(inside)).toEqual(['2026-01-01T02-00-00.000Z.json']);
});

test('what is no result is left out with the reason; folders, links and other files are not looked at', ({
  folder,
}) => {
  keepResult(at(0), folder);
  const files = {
    'broken.json': '{"a":',
    'future.json': JSON.stringify({ ...at(1), schemaVersion: 2 }),
    'damaged.json': JSON.stringify({ ...at(1), requirements: [{}] }),
    'missing.json': JSON.stringify({
      ...at(1),
      exchanges: {
        x1: {
          route: 'GET /wallet',
          key: 'business',
          request: { method: 'GET', url: 'https://vouchers.example', headers: {} },
          response: { status: 200, headers: [], body: ['0123456789ab'] },
          times: { startedAt: 0, durationMs: 1 },
        },
      },
    }),
    'notes.txt': 'mine',
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  mkdirSync(join(folder, 'folder.json'));
  symlinkSync(join(folder, name(0)), join(folder, 'link.json'));
  const { nights, leftOut } = readNights(folder);
  expect(nights.map(({ file }) => file)).toEqual([name(0)]);
  expect(leftOut).toEqual([
    { file: 'broken.json', reason: expect.stringContaining('cannot be read as JSON') },
    { file: 'damaged.json', reason: expect.stringContaining('is damaged: it/requirements/0') },
    { file: 'future.json', reason: expect.stringContaining('has schemaVersion 2') },
    { file: 'missing.json', reason: expect.stringContaining('lacks the text') },
  ]);
  expect(() => readNights(join(folder, 'none'))).toThrow(NoResult);
});

test('what began longer ago than it is kept is outdated; the newest stays', () => {
  const dated = [3, 0, 2, 1].map(night => ({ file: name(night), startedAt: startOf(night) }));
  const old = (keep: number, now: number) =>
    outdated(dated, keep, new Date(startOf(now))).map(({ file }) => file);
  expect(old(2, 3)).toEqual([name(0)]);
  expect(old(1, 3)).toEqual([name(0), name(1)]);
  expect(old(90, 3)).toEqual([]);
  expect(old(1, 500)).toEqual([name(0), name(1), name(2)]);
  expect(outdated([], 1, new Date())).toEqual([]);
});

test('only outdated results are removed, whatever else lies there', ({ folder }) => {
  for (const night of [0, 1, 2]) keepResult(at(night), folder);
  const others = ['broken.json', 'notes.txt', 'history.html', '2020-01-01T02-00-00.000Z.json'];
  for (const file of others) writeFileSync(join(folder, file), '{"schemaVersion":0}');
  prune(folder, outdated(readNights(folder).nights, 1, new Date(startOf(2))));
  expect(readdirSync(folder)).toEqual([...others, name(1), name(2)].toSorted());
});

test('the last result before another one, by the time in it and not by the name', ({ folder }) => {
  for (const [file, night] of Object.entries({ 'a.json': 2, 'b.json': 0, 'c.json': 1 }))
    writeFileSync(join(folder, file), JSON.stringify(at(night)));
  expect(lastBefore(folder, at(2))).toBe(join(folder, 'c.json'));
  expect(lastBefore(folder, at(9))).toBe(join(folder, 'a.json'));
  expect(lastBefore(folder, at(0))).toBeUndefined();
  const gap = requirement('wallet.fields', { verdict: 'error', reason: 'no network' });
  const down = result({ startedAt: startOf(5), verdict: 'error', requirements: [gap] });
  writeFileSync(join(folder, 'd.json'), JSON.stringify(down));
  expect(lastBefore(folder, at(9)), 'a night that judged nothing').toBe(join(folder, 'a.json'));
});

test('nights come in the order in which they began, each compared with the one before', ({
  folder,
}) => {
  const results = sampleNights().slice(0, 4);
  for (const [night, each] of results.entries())
    writeFileSync(join(folder, `${9 - night}.json`), JSON.stringify(each));
  const { nights } = readNights(folder);
  expect(nights.map(({ file }) => file)).toEqual(['9.json', '8.json', '7.json', '6.json']);
  const compared = compareNights(folder, nights);
  expect(compared.map(({ changes }) => changes?.filter(({ worse }) => worse).length)).toEqual([
    undefined,
    0,
    3,
    1,
  ]);
});
