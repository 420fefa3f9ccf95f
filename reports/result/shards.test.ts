import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test as base } from '#test';
import { exchangeOn, logEntry } from '../../fixtures/testing/exchange.ts';
import type { RunDescription } from '../../schemas/records/run.ts';
import { route } from '../../schemas/routes.ts';
import { combineShards, shareOut } from './shards.ts';
import { areaOf, observationIds, requirementIds } from '../../contract/statements.ts';

interface Given {
  readonly current: number;
  readonly total?: number;
  readonly run?: Partial<RunDescription>;
  readonly blob?: boolean;
}

const test = base.extend<{ root: string; parts: (...given: Given[]) => string[] }>({
  root: ({}, use, info) => use(info.outputPath()),
  /** Makes the folders of shards, with the files that matter here. */
  parts: async ({ root }, use) => {
    await use((...given) =>
      given.map(({ current, total = 2, run, blob = true }, at) => {
        const folder = join(root, `part-${at}`);
        mkdirSync(join(folder, 'blob'), { recursive: true });
        const target = {
          baseUrl: 'http://one',
          origin: 'configured' as const,
          keys: ['business'],
          allow: current === 1 ? ['read', 'spend'] : ['read'],
        };
        const described = { target, profile: 'gate', seed: 1, shard: { current, total }, ...run };
        writeFileSync(join(folder, 'run.json'), JSON.stringify(described));
        const line = JSON.stringify(logEntry({ exchange: exchangeOn(route.wallet) }));
        writeFileSync(join(folder, 'exchanges.jsonl'), `${line}\n{"hal`);
        if (blob) writeFileSync(join(folder, 'blob', 'report.zip'), '');
        return folder;
      }),
    );
  },
});

const read = (root: string, file: string) => readFileSync(join(root, 'merged', file), 'utf8');

for (const [what, message, ...given] of [
  ['is missing', 'shard 2 of 3 is missing', { current: 1, total: 3 }, { current: 3, total: 3 }],
  ['broke off', 'shard 2 of 2 has no blob report', { current: 1 }, { current: 2, blob: false }],
  ['is given twice', 'the same shard as', { current: 1 }, { current: 2 }, { current: 2 }],
  [
    'belongs to another number of shards',
    'to another run than',
    { current: 1 },
    { current: 2, total: 3 },
  ],
  ['has another seed', 'to another run than', { current: 1 }, { current: 2, run: { seed: 7 } }],
] as const)
  test(`a shard that ${what} is reported, and recorded for the result`, ({ root, parts }) => {
    const { problems } = combineShards(parts(...given), join(root, 'merged'));
    expect(problems.join('\n')).toContain(message);
    expect((JSON.parse(read(root, 'run.json')) as RunDescription).problems).toEqual(problems);
  });

test('a link in a shard is not followed, because it could lead to any file', ({ root, parts }) => {
  const folders = parts({ current: 1 }, { current: 2 });
  writeFileSync(join(root, 'secret'), 'SECRET');
  symlinkSync(join(root, 'secret'), join(folders[0]!, 'limiters.json'));
  const { problems } = combineShards(folders, join(root, 'merged'));
  expect(problems[0]).toContain('limiters.json is not a regular file');
  expect(existsSync(join(root, 'merged', 'limiters.json'))).toBe(false);
});

test('too many shards are refused', ({ root, parts }) => {
  const given = parts({ current: 1, total: 2_000_000_000 });
  expect(() => combineShards(given, join(root, 'merged'))).toThrow('total');
});

test('a folder without a run is reported', ({ root }) => {
  const { blobs, problems } = combineShards([root], join(root, 'merged'));
  expect(blobs).toEqual([]);
  expect(problems).toEqual([`${root} has no run.json: its run could not start`]);
});

const ids: readonly string[] = [...requirementIds, ...observationIds];

test('each area has one shard, and areas that only read share the other shards', () => {
  for (const total of [1, 2, 3, 4, 12]) {
    const shards = shareOut(ids, total);
    expect(new Set(shards.keys())).toEqual(new Set(ids.map(areaOf)));
    const sizes = Array.from(
      { length: total },
      (_, at) => ids.filter(id => shards.get(areaOf(id)) === at + 1).length,
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(ids.length);
    const [first = 0, ...others] = sizes;
    expect(first).toBeGreaterThan(0);
    if (total === 3 || total === 4)
      expect(Math.max(...others) / Math.min(...others)).toBeLessThan(1.5);
    // Their checks write or spend, or share data with such checks.
    for (const area of ['auth', 'buying', 'errors', 'orders', 'vouchers', 'webhooks', 'limits'])
      expect(shards.get(area), area).toBe(1);
  }
});
