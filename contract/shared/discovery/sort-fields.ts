/** Values of `sortBy`, which the spec does not show (§4.1 rule 3): fields by which a list is in order, or turned, when asked. */
import { lists } from '../../../schemas/lists.ts';
import { isObject } from '../../../schemas/records/exchange.ts';
import type { Context } from '../../../fixtures/run/context.ts';
import { ifExercised } from '../../../fixtures/verdict.ts';
import { readWhole } from '../lists/snapshot.ts';
import { discover, NotFound } from './discover.ts';

/** Numbers first: their order is beyond doubt. None is a field of both lists, so that each is judged where it shows. */
const candidates = [
  { list: lists.browse, fields: ['minPrice', 'maxPrice', 'country'] },
  { list: lists.orders, fields: ['valuePurchased', 'updatedAt', 'createdAt'] },
] as const;

/** The most fields of a list that are tried. */
const most = 2;
/** Share of neighbours that rise, or fall, in a list that is in order by a field; a few may be wrong. */
const inOrder = 0.8;

/** GV_SORT_BY. */
export const sortFields = (context: Context): Promise<string[]> =>
  discover(context, 'GV_SORT_BY', async () => {
    const value: string[] = [];
    for (const { list, fields } of candidates) {
      const plain = await ifExercised(readWhole(context, list));
      if (!plain?.complete) continue;
      const differing = fields.filter(field => risingShare(plain.items, field) !== undefined);
      for (const field of differing.slice(0, most)) {
        if (!(await isSorted(context, list, field, direction(plain.items, field)))) continue;
        value.push(field);
        break;
      }
    }
    if (value.length === 0) throw new NotFound('no field of a list that was tried sorts it');
    return { value, how: 'sortBy puts the list in order by it; without it the list is in another' };
  });

/** If the list is in order by a field in one of the directions, and not in the one that it has without being asked. */
async function isSorted(
  context: Context,
  list: (typeof candidates)[number]['list'],
  field: string,
  usual: Direction,
): Promise<boolean> {
  for (const order of ['asc', 'desc']) {
    const query = { sortBy: field, order };
    const sorted = await ifExercised(readWhole(context, list, { query }));
    if (!sorted) return false;
    const now = direction(sorted.items, field);
    if (now !== 'none' && now !== usual) return true;
  }
  return false;
}

type Direction = 'rising' | 'falling' | 'none';

function direction(items: readonly unknown[], field: string): Direction {
  const share = risingShare(items, field);
  if (share === undefined || (share < inOrder && share > 1 - inOrder)) return 'none';
  return share >= inOrder ? 'rising' : 'falling';
}

/** The share of neighbours that rise, of those that differ; undefined where too few do. */
function risingShare(items: readonly unknown[], field: string): number | undefined {
  const values = items
    .map(item => (isObject(item) ? item[field] : undefined))
    .filter(value => typeof value === 'number' || typeof value === 'string');
  const steps = values.slice(1).filter((value, index) => value !== values[index]);
  const rising = values.slice(1).filter((value, index) => value > values[index]!);
  return steps.length < 4 ? undefined : rising.length / steps.length;
}
