import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '#test';
import { NoResult } from '../files.ts';
import { requirement, result } from '../summary/samples.ts';
import { keepResult, outdated, readFolder } from './folder.ts';

const test = base.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'history-'));
    await use(folder);
    rmSync(folder, { recursive: true });
  },
});

/** `0` is the first of January 2026. */
const startOf = (night: number): string => new Date(Date.UTC(2026, 0, 1 + night, 2)).toISOString();
const requirements = [requirement('wallet.fields', { verdict: 'passed' })];
const at = (night: number) => result({ startedAt: startOf(night), requirements });
const name = (night: number) => `${startOf(night).replaceAll(':', '-')}.json`;

test('a result is named by the time at which its run began; the same one is one file', ({
  folder,
}) => {
  const inside = join(folder, 'made');
  expect(keepResult(at(0), inside)).toBe(join(inside, '2026-01-01T02-00-00.000Z.json'));
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
  const { found, leftOut } = readFolder(folder, ({ startedAt }, file) => ({ startedAt, file }));
  expect(found.map(({ file }) => file)).toEqual([name(0)]);
  expect(leftOut.toSorted()).toEqual([
    expect.stringMatching(/^left out: .*broken\.json cannot be read as JSON/),
    expect.stringMatching(/damaged\.json is damaged: it\/requirements\/0/),
    expect.stringMatching(/future\.json has schemaVersion 2/),
    expect.stringMatching(/missing\.json .*lacks the text/),
  ]);
  expect(() => readFolder(join(folder, 'none'), each => each)).toThrow(NoResult);
});

test('results come in the order in which they began, whatever their names', ({ folder }) => {
  for (const [file, night] of Object.entries({ 'a.json': 2, 'b.json': 0, 'c.json': 1 }))
    writeFileSync(join(folder, file), JSON.stringify(at(night)));
  const { found } = readFolder(folder, ({ startedAt }) => ({ startedAt }));
  expect(found.map(({ startedAt }) => startedAt)).toEqual([0, 1, 2].map(startOf));
});

test('what began longer ago than it is kept is outdated; the newest stays', () => {
  const dated = [0, 1, 2, 3].map(night => ({ file: name(night), startedAt: startOf(night) }));
  const old = (keep: number, now: number) =>
    outdated(dated, keep, new Date(startOf(now))).map(({ file }) => file);
  expect(old(2, 3)).toEqual([name(0)]);
  expect(old(1, 3)).toEqual([name(0), name(1)]);
  expect(old(90, 3)).toEqual([]);
  expect(old(1, 500)).toEqual([name(0), name(1), name(2)]);
  expect(outdated([], 1, new Date())).toEqual([]);
});
