/** The products of a target, as its catalog shows them (§2.1). */
import { lists } from '../../../schemas/lists.ts';
import { isObject } from '../../../schemas/records/exchange.ts';
import type { Context } from '../../../fixtures/run/context.ts';
import type { Product } from '../../catalog/judgements.ts';
import { NotExercised } from '../../../fixtures/verdict.ts';
import { readWhole, type ReadOptions } from './snapshot.ts';

/** Products of a route; those that are not objects fail `catalog.product-fields`. */
export async function products(
  context: Context,
  list: typeof lists.browse | typeof lists.search,
  options: ReadOptions = {},
): Promise<Product[]> {
  const { items } = await readWhole(context, list, options);
  if (items.length === 0) throw new NotExercised('there are no products');
  return items.filter(isObject);
}

/** The whole catalog: what other responses are compared with, and read anew with it where they differ. */
export async function wholeCatalog(context: Context, fresh = false): Promise<Product[]> {
  const { items, complete } = await readWhole(context, lists.browse, { fresh });
  if (!complete) throw new NotExercised('the catalog is too long to be read whole');
  if (items.length === 0) throw new NotExercised('the catalog is empty');
  return items.filter(isObject);
}
