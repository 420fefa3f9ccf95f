import { type Account, cents, type Product } from '../data/records.ts';
import { enqueue, buy, charge, findWallet, type OrderLine, readLine } from '../routes/purchase.ts';
import { limiterOf } from '../rules/limiters.ts';
import type { LimiterName } from '../rules/rules.ts';
import { namesOf, type Of, onRoute, recounted, rejected } from './limits.ts';
import type { Patch } from '../types.ts';
import type { World } from '../world.ts';
import { at, breaking, type Fault, onRules, response, together } from '../patches.ts';

/** Rewrites a header's value. */
type Rewrite = (value: number, at: { limit: number; windowSeconds: number }) => number | string;

/** Changes a header of every response, or of those that are a 429, or are not. */
const header =
  (name: 'RateLimit-Limit' | 'RateLimit-Remaining' | 'RateLimit-Reset', onRefusal?: boolean) =>
  (of: Of, rewrite: Rewrite): Patch =>
    response(({ status, headers }, { route }, { rules }) => {
      const value = headers[name];
      const limiter = limiterOf(rules, route, namesOf(of));
      if (value === undefined || !limiter) return;
      const isRefusal = status === 429;
      if ((onRefusal ?? isRefusal) === isRefusal) headers[name] = rewrite(Number(value), limiter);
    });
const limit = header('RateLimit-Limit');
const limitOnRefusal = header('RateLimit-Limit', true);
const remaining = header('RateLimit-Remaining');
const remainingOnRefusal = header('RateLimit-Remaining', true);
const remainingBefore = header('RateLimit-Remaining', false);
const reset = header('RateLimit-Reset');

/** States a number below zero on a rejection, one lower each time. */
const counting = (name: LimiterName): Patch => {
  let rejections = 0;
  return remainingOnRefusal(name, () => -++rejections);
};
const now = (): number => Math.ceil(Date.now() / 1000);
const year = 365 * 86_400;

const twice = (name: string, other: (value: number) => unknown): Patch =>
  rejected('all', ({ headers }) => {
    const value = headers[name];
    if (value !== undefined) headers[name] = [String(other(Number(value))), String(value)];
  });

/** Rejects one request of each window, and carries out what follows. */
const rejectingOnce = (name: LimiterName): Patch =>
  recounted(name, () => {
    let rejectedUntil = 0;
    return counted => {
      const isFirst = !counted.allowed && Date.now() >= rejectedUntil;
      if (isFirst) rejectedUntil = Date.now() + counted.waitMs;
      return { ...counted, allowed: !isFirst };
    };
  });

/** States more than a window admits, and counts down from there. */
const stating = (more: number, name: LimiterName): Patch =>
  together(
    limit(name, value => value + more),
    remainingBefore(name, value => value + more),
  );

interface Rejected {
  world: World;
  account: Account;
  product: Product;
  line: OrderLine;
}

/** Acts on an order whose 429 is about to be sent. */
const onRejectedOrder = (act: (order: Rejected) => unknown): Patch =>
  rejected('all', (_reply, { route, body, account }, world) => {
    if (route !== at.createOrder || !account) return;
    const line = readLine(body);
    if (typeof line === 'string') return;
    const product = world.products.find(each => each.productCode === line.productCode);
    if (product) act({ world, account, product, line });
  });

const create = ({ world, account, product, line }: Rejected) =>
  buy(world, account, product, line, 'single');

/** §8 item 2: the headers of limiters that support them. */
export const limitResponsesFaults: readonly Fault[] = [
  ...breaking('limits.header-lines', {
    'limits-two-retry-after': twice('retry-after', value => value + 30),
    'limits-two-remaining': twice('RateLimit-Remaining', value => value + 1),
    'limits-two-limits': twice('RateLimit-Limit', value => value * 10),
    'limits-two-resets': twice('RateLimit-Reset', value => value - Math.floor(Date.now() / 1000)),
    'limits-remaining-of-minute-and-hour': rejected('all', ({ headers }) => {
      headers['RateLimit-Limit'] = [
        `${Number(headers['RateLimit-Limit']) * 60}`,
        String(headers['RateLimit-Limit']),
      ];
      headers['RateLimit-Remaining'] = ['100', '0'];
    }),
  }),
  ...breaking('limits.header-limit', {
    'limits-limit-with-policy': limit('all', (value, at) => `${value};w=${at.windowSeconds}`),
    'limits-limit-with-unit-on-webhooks': limit('webhooks', value => `${value} requests`),
    'limits-limit-with-fraction-on-catalog': limit('catalog', value => value.toFixed(1)),
    'limits-limit-unlimited': limit('all', () => 'unlimited'),
    'limits-limit-below-zero': limit('wallet', value => -value),
    'limits-limit-one-too-many': limit('all', value => value + 1),
    'limits-limit-one-too-few-on-catalog': limit('catalog', value => value - 1),
    'limits-limit-twice-as-high-on-webhooks': limit('webhooks', value => value * 2),
    'limits-limit-empty-on-refusal': limitOnRefusal('all', () => ''),
    'limits-limit-zero-on-refusal': limitOnRefusal('wallet', () => 0),
    'limits-limit-of-an-hour-on-catalog': limit('catalog', (value, { windowSeconds }) =>
      Math.round((value * 3600) / windowSeconds),
    ),
    'limits-limit-twice-on-wallet': limit('wallet', value => `${value}, ${value}`),
    'limits-each-window-rejects-one-request-only-on-webhooks': rejectingOnce('webhooks'),
  }),
  ...breaking('limits.header-remaining', {
    'limits-remaining-one-on-refusal': remainingOnRefusal('all', () => 1),
    'limits-remaining-never-falls': remaining('all', (_value, at) => at.limit - 1),
    'limits-remaining-below-zero-on-refusal': remainingOnRefusal('all', () => -1),
    'limits-remaining-counts-refusals-on-catalog': counting('catalog'),
    'limits-remaining-counts-refusals-on-webhooks': counting('webhooks'),
    'limits-remaining-none-in-words-on-wallet': remainingOnRefusal('wallet', () => 'none'),
    'limits-remaining-with-fraction': remaining('all', value => value.toFixed(1)),
    'limits-remaining-a-share-on-webhooks': remaining(
      'webhooks',
      (value, at) => `${Math.round((100 * value) / at.limit)}%`,
    ),
    'limits-remaining-of-limit-on-catalog': remaining(
      'catalog',
      (value, at) => `${value}/${at.limit}`,
    ),
    'limits-remaining-full-again-on-refusal': remainingOnRefusal('wallet', (_, on) => on.limit),
    'limits-remaining-one-on-refusal-of-search': onRoute(at.search, ({ headers }) => {
      headers['RateLimit-Remaining'] = 1;
    }),
    'limits-remaining-below-zero-before-refusal': remainingBefore('all', value => value - 5),
  }),
  ...breaking('limits.header-reset', {
    'limits-reset-in-seconds-from-now-on-webhooks': reset('webhooks', value =>
      Math.max(0, value - now()),
    ),
    'limits-reset-in-milliseconds-on-wallet': onRules(({ limiters }) => {
      limiters.wallet.reset = atMs => Math.ceil(atMs);
    }),
    'limits-reset-an-iso-date': reset('all', value => new Date(value * 1000).toISOString()),
    'limits-reset-an-http-date-on-catalog': reset('catalog', value =>
      new Date(value * 1000).toUTCString(),
    ),
    'limits-reset-with-fraction-on-wallet': reset('wallet', value => `${value}.000`),
    'limits-reset-a-minute-ago': reset('all', value => value - 60),
    'limits-reset-at-start-of-an-hour-ago-on-catalog': reset('catalog', value => value - 3600),
    'limits-reset-in-ten-years': reset('all', value => value + 10 * year),
    'limits-reset-in-a-year-on-webhooks': reset('webhooks', value => value + year),
    'limits-reset-since-1900-on-wallet': reset('wallet', value => value + 2_208_988_800),
    'limits-reset-zero': reset('all', () => 0),
    'limits-reset-below-zero-on-webhooks': reset('webhooks', () => -1),
    'limits-reset-in-local-time': reset('all', value => value + 3600),
  }),

  // §8 item 2: Remaining is right on a 429, and wrong before it.
  ...breaking('limits.header-remaining', {
    'limits-remaining-without-this-request': remainingBefore('all', value => value + 1),
    'limits-remaining-one-too-few-on-webhooks': remaining('webhooks', value =>
      Math.max(0, value - 1),
    ),
    'limits-remaining-stands-still-on-catalog': remainingBefore('catalog', (_, on) => on.limit - 1),
    'limits-catalog-stops-with-a-quarter-left': stating(60, 'catalog'),
    'limits-wallet-stops-with-one-left': stating(1, 'wallet'),
    'limits-remaining-falls-by-two-on-wallet': remaining('wallet', (value, { limit }) =>
      Math.max(0, 2 * value - limit),
    ),
  }),

  // §8 item 2: a rejected order has no effect.
  ...breaking('limits.refused-order', {
    'limits-refused-order-made': onRejectedOrder(create),
    'limits-refused-order-queued': onRejectedOrder(rejected => {
      const { world, account } = rejected;
      enqueue(world, account.id, 'single', () => ({ result: { ...create(rejected) } }));
    }),
    'limits-refused-order-made-a-second-later': onRejectedOrder(rejected => {
      const { world, account } = rejected;
      enqueue(world, account.id, 'single', () => ({ result: { ...create(rejected) } }));
      world.queue.at(-1)!.dueAt += 1000;
    }),
    'limits-refused-order-charged': onRejectedOrder(({ world, account, product, line }) => {
      const { valuePurchased: transactionValue } = line;
      const details = { type: 'single', description: `Order of ${product.productCode}` };
      const orderID = world.random.hex(24);
      charge(world, account, { currency: product.currency, transactionValue, orderID, details });
    }),
    'limits-refused-order-taken-from-balance': onRejectedOrder(
      ({ world, account, product, line }) => {
        const wallet = findWallet(world, account, product.currency);
        if (wallet) wallet.balance = cents(wallet.balance - line.valuePurchased);
      },
    ),
    'limits-refused-order-listed-unpaid': onRejectedOrder(rejected => {
      const { world, account, product } = rejected;
      const { balance = 0 } = findWallet(world, account, product.currency) ?? {};
      const order = create(rejected);
      const wallet = findWallet(world, account, product.currency);
      if (wallet) wallet.balance = balance;
      world.ledger = world.ledger.filter(entry => entry.orderID !== order?._id);
    }),
  }),
];
