/** How a search combines several categories, where each finds too much to be read whole (§4.1 rule 1). */
import { categoryNames, type Product } from '../catalog/judgements.ts';
import { isIn } from './judgements.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import type { Combination } from './search-laws.ts';
import type { Found } from './search.ts';

/** A service may stop counting at a round number. */
const mayBeCapped = (total: number): boolean => total >= 1000 && total % 1000 === 0;

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

function totalOf({ total }: Found): number {
  if (total === undefined) throw new NotExercised('the page has no total', 'paging.fields');
  if (mayBeCapped(total))
    throw new NotExercised(`a total of ${total} may be where the target stops counting`);
  return total;
}

/**
 * Compares totals: the union has what each finds alone and the known products that only others find; the intersection
 * lacks what is known to be in one alone. What is shown must fit as well.
 *
 * @param known products of the catalog, a part of it.
 */
export function combinedTotals(
  known: readonly Product[],
  category: readonly string[],
  alone: readonly Found[],
  together: Found,
): Combination {
  const total = totalOf(together);
  const totals = alone.map(totalOf);
  const inAny = (product: Product) => category.some(one => isIn(one)(product));
  const inAll = (product: Product) => category.every(one => isIn(one)(product));
  const count = (which: (product: Product) => boolean) => known.filter(which).length;
  // What surely is in a category has its name; what surely is not has not even a name that contains it.
  const named = (one: string) => (product: Product) => categoryNames(product).includes(one);
  const without = (one: string) =>
    count(each => !isIn(one)(each) && category.some(other => named(other)(each)));
  const onlySome = category.map(one => count(each => named(one)(each) && !inAll(each)));
  const shared =
    sum(category.map(one => count(named(one)))) -
    count(each => category.some(one => named(one)(each)));
  const least = Math.max(...category.map((one, at) => totals[at]! + without(one)));
  const most = sum(totals) - shared;
  const all = count(each => category.every(one => named(one)(each)));
  const common = Math.min(...totals.map((each, at) => each - onlySome[at]!));
  const isUnion = total >= least && total <= most && together.found.every(inAny);
  const isIntersection = total >= all && total <= common && together.found.every(inAll);
  const odd = together.found.filter(product => !inAny(product)).map(categoryNames);
  const sizes = [
    `${total} together, ${totals.join(' and ')} alone: ${least} to ${most} in any, ${all} to ${common} in all`,
    ...(odd.length === 0 ? [] : [`shown: ${odd.slice(0, 3).join('; ')}`]),
  ].join('; ');
  if (isUnion && isIntersection) return { how: 'union or intersection', sizes };
  if (isUnion) return { how: 'union', sizes };
  return isIntersection ? { how: 'intersection', sizes } : { sizes };
}
