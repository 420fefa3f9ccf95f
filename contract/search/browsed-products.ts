/** Products that search shows otherwise than browse, or than another search (§2.1). */
import { isDeepStrictEqual } from 'node:util';
import { lists } from '../../schemas/lists.ts';
import { isAbsent, isObject } from '../../schemas/records/exchange.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { type Product } from '../../schemas/resources/catalog.ts';
import { unordered } from '../catalog/judgements.ts';
import { agreeingFields } from './judgements.ts';
import { readWhole } from '../shared/lists.ts';
import { foundIn } from '../steps/searches.ts';
import { behindAtMost } from '../shared/compared-items.ts';

const channel = ({ redemption }: Product): unknown =>
  isObject(redemption) ? redemption['channel'] : undefined;

const comparable = (name: string, product: Product): unknown =>
  name === 'redemption.channel' ? channel(product) : unordered(product, name);

/** Fields of a product that no night changes. */
const lasting = new Set(['_id', 'productCode', 'country', 'currency']);

/** The field by which a product is the same one on both routes: its code, where each has one and no id is on both. */
function identityIn(catalog: readonly Product[], found: readonly Product[]) {
  const ids = new Set(catalog.map(({ _id }) => _id));
  const isUnique = (some: readonly Product[]) =>
    new Set(some.map(({ productCode }) => productCode)).size === some.length;
  const sharesIds = found.some(({ _id }) => ids.has(_id));
  return !sharesIds && isUnique(catalog) && isUnique(found) ? 'productCode' : '_id';
}

/** True if a text is another one whose bytes were read as Latin-1: no edit does that. */
const isMisread = (text: unknown, other: unknown): boolean =>
  typeof text === 'string' &&
  typeof other === 'string' &&
  text !== other &&
  [text, other].some(
    each =>
      [text, other].includes(Buffer.from(each, 'utf8').toString('latin1')) && /[^ -~]/.test(each),
  );

/**
 * Products that search shows with another value than browse, of those that both show.
 *
 * @returns none where so few differ that the index may be behind; `onBehind` gets these.
 */
export async function differing(
  context: Context,
  name: string,
  onBehind: (ids: readonly unknown[]) => void = () => {},
): Promise<readonly unknown[]> {
  const browse = async () => (await readWhole(context, lists.browse)).items.filter(isObject);
  const catalog = await browse();
  const { found: all } = await foundIn(context, {});
  const identity = identityIn(catalog, all);
  const byIdentity = (products: readonly Product[]) =>
    new Map(products.map(product => [product[identity], product]));
  const browsed = byIdentity(catalog);
  const found = all.filter(
    // The redemption in search results is only observed.
    product =>
      browsed.has(product[identity]) &&
      (name in product || (name === 'redemption.channel' && channel(product) !== undefined)),
  );
  if (found.length === 0) throw new NotExercised('searching found no product that shows it');
  const wrong = found.filter(product => {
    const same = browsed.get(product[identity])!;
    return !isDeepStrictEqual(comparable(name, product), comparable(name, same));
  });
  const isEdit = wrong.every(
    product => !isMisread(product[name], browsed.get(product[identity])![name]),
  );
  const areFew = wrong.length <= behindAtMost(found.length);
  if (wrong.length > 0 && isEdit && areFew && !lasting.has(name)) {
    onBehind(wrong.map(({ _id }) => _id));
    return [];
  }
  return wrong.map(({ _id }) => ({ _id, differsIn: name }));
}

/** Fields that no search marks what it looked for in. */
const unmarked = agreeingFields.filter(
  name => !['_id', 'merchant', 'description', 'termsAndConditions'].includes(name),
);

/** A search by a price may leave out the denominations that it excludes, but some is why it found the product. */
function showsPart(name: string, plain: Product, product: Product): boolean {
  const [usual, found] = [unordered(plain, name), unordered(product, name)];
  if (isDeepStrictEqual(usual, found)) return true;
  if (name !== 'denominations' || !Array.isArray(usual) || !Array.isArray(found)) return false;
  return found.length > 0 && found.every(each => usual.includes(each));
}

/**
 * Products that a search by a parameter shows with another value than the search without one.
 *
 * @throws NotExercised if no product is in both.
 */
export function unlikePlain(plain: readonly Product[], found: readonly Product[]) {
  const usual = new Map(plain.map(product => [product['_id'], product]));
  const both = found.filter(({ _id }) => !isAbsent(_id) && usual.has(_id));
  if (both.length === 0)
    throw new NotExercised('the search finds no product that one without it does');
  return both.flatMap(product => {
    const { _id } = product;
    return unmarked
      .filter(name => !showsPart(name, usual.get(_id)!, product))
      .map(name => ({ _id, differsIn: name }));
  });
}
