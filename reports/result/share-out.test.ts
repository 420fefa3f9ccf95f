import { expect, test } from '#test';
import { areaOf, observationIds, requirementIds } from '../../contract/statements.ts';
import { shareOut } from './share-out.ts';

const ids: readonly string[] = [...requirementIds, ...observationIds];

test('areas with checks that act are in the first shard', () => {
  const shards = shareOut(ids, 2);
  const first = [...shards].filter(([, shard]) => shard === 1).map(([area]) => area);
  expect(first.toSorted()).toEqual([
    'auth',
    'automation',
    'buying',
    'errors',
    'format',
    'isolation',
    'limits',
    'orders',
    'orders-made',
    'service',
    'vouchers',
    'vouchers-bulk',
    'webhooks',
  ]);
});

test('each area has one shard, and those that only read share what is left', () => {
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
    for (const area of ['orders', 'vouchers', 'webhooks', 'limits'])
      expect(shards.get(area), area).toBe(1);
  }
});
