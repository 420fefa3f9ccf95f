import type { Patch } from '../types.ts';
import type { World } from '../world.ts';
import type { Product } from '../data/records.ts';
import { makeRandom, type Random } from './random.ts';

/** Lists merchants whose names contain each other, differ by case or accent, or have special characters of queries and lists. */
const merchants: readonly string[] = [
  'Books',
  'books',
  'A',
  'BOOKS & More',
  "O’Neil's",
  'x, y',
  'Shop (old)',
  '100%',
  'a+b',
  'C&A',
  'Łódź',
  '寿司',
  'Nord/Süd',
  '7',
  'Café',
  'Cafe',
  'Sky',
  'Skyline',
];

const categories: readonly string[] = [
  'Food',
  'Food & Drink',
  'Drink',
  'Home',
  'Homeware',
  'Kids',
  'Travel',
  'Music',
  'Pets',
  'Ærø',
];

const cents = (value: number): number => Math.round(value * 100) / 100;

/** Returns a range, one price, one denomination or several (§2.1). */
function prices(random: Random): Pick<Product, 'denominations' | 'minPrice' | 'maxPrice'> {
  const low = 1 + random.int(20);
  const odd = cents(1 + random.int(5000) / 7);
  const some = [5, 10, 17.5, 50].slice(0, 1 + random.int(4));
  return random.pick([
    { denominations: [], minPrice: 0.5, maxPrice: 20_000 },
    { denominations: [], minPrice: low, maxPrice: low + 1 + random.int(500) },
    { denominations: [], minPrice: odd, maxPrice: odd },
    { denominations: [odd], minPrice: odd, maxPrice: odd },
    { denominations: some, minPrice: 5, maxPrice: some.at(-1)! },
  ]);
}

function sell(world: World, random: Random): void {
  const count = random.pick([1, 2, 3, 5, 12, 40, 90, 230, 450]);
  const [names, kinds] = [random.pick([1, 2, 5, 18]), random.pick([1, 2, 4, 10])];
  const like = world.products;
  world.products = Array.from({ length: count }, (_, n) => {
    const several = Array.from({ length: random.pick([1, 1, 2, 3]) }, () => random.int(kinds));
    return {
      ...structuredClone(like[n % like.length]!),
      _id: random.hex(24),
      productCode: `P-${n}`,
      merchant: merchants[random.int(names)]!,
      category: [...new Set(several)].map(kind => categories[kind]).join(', '),
      ...prices(random),
    };
  });
}

/** Keeps this many orders of the main account, and their purchases. */
function keepOrders(world: World, count: number): void {
  const { id } = world.accounts.main;
  let kept = 0;
  world.orders = world.orders.filter(({ accountId }) => accountId !== id || kept++ < count);
  const left = new Set(world.orders.map(({ _id }) => _id));
  world.ledger = world.ledger.filter(
    ({ accountId, orderID }) => accountId !== id || orderID === undefined || left.has(orderID),
  );
}

/** Makes a shop of 1 to 450 products with odd names and prices, and an account with some of its orders. Equal seeds give equal shops. */
export const randomShop = (seed: number): Patch => ({
  data(world) {
    const random = makeRandom(seed);
    sell(world, random);
    if (random.int(3) === 0) keepOrders(world, random.pick([0, 1, 3, 20]));
  },
});
