import { type Product, type Wallet, showProduct, showEntry, showWallet } from '../data/records.ts';
import { ok, fail } from '../rules/errors.ts';
import type { Handler, Incoming } from '../types.ts';
import type { World } from '../world.ts';
import { paginate, positive, sorted, values, visible, BadQuery } from './lists.ts';
import { accountOf } from '../http/pipeline.ts';

const available = (request: Incoming, world: World): Product[] =>
  visible(request, world.products, world.rules.sells);

/** GET /products (§4.1) */
export const browse: Handler = (request, world) => {
  const all = sorted(
    request,
    world,
    available(request, world),
    world.rules.sortFields.products,
    'asc',
  );
  const { items, total, page, totalPages } = paginate(request, world, 'products', all);
  const products = items.map(product => showProduct(product, 'browse'));
  return ok({ total, page, totalPages, products });
};

/** GET /products/search (§4.1). A product must match all given filters. */
export const search: Handler = (request, world) => {
  const { names, search: matches } = world.rules;
  const [merchant] = values(request, 'merchant');
  const categories = values(request, 'category');
  const useCases = values(request, 'useCase');
  const min = positive(request, names.searchMinPrice);
  const max = positive(request, names.searchMaxPrice);
  const found = available(request, world).filter(
    product =>
      (merchant === undefined || matches.merchant(product, merchant)) &&
      (categories.length === 0 || matches.category(product, categories)) &&
      (useCases.length === 0 || matches.useCase(product, useCases)) &&
      (min === undefined || matches.minPrice(product, min)) &&
      (max === undefined || matches.maxPrice(product, max)),
  );
  const { items, total, totalPages, page, limit } = paginate(request, world, 'search', found, {
    page: names.searchPage,
    limit: names.searchLimit,
  });
  const products = items.map(product => showProduct(product, 'search'));
  return ok({ products, pagination: { total, totalPages, currentPage: page, limit } });
};

/** GET /products/filters (§2.7) */
export const filters: Handler = (request, world) => {
  const products = available(request, world);
  const distinct = (names: string[]): string[] => [...new Set(names)].sort();
  return ok({
    categories: distinct(products.flatMap(({ category }) => category.split(', '))),
    merchants: distinct(products.map(({ merchant }) => merchant)),
  });
};

/** GET /auth (§5.5). The payload of its 200 is the reference's choice. */
export const session: Handler = (request, world) => {
  const { id, name, profile } = accountOf(request);
  if (profile.status === 'incomplete') return fail(world, 'incompleteProfile', profile);
  if (profile.status === 'pending') return fail(world, 'pendingVerification', profile);
  return ok({
    businessId: id,
    businessName: name,
    status: profile.status,
    countries: request.key?.countries ?? [],
  });
};

const own = (request: Incoming, world: World): Wallet[] =>
  world.wallets.filter(wallet => world.rules.owns(wallet, request));

/** GET /wallet (§2.5): one document per currency. */
export const wallets: Handler = (request, world) => {
  const found = own(request, world);
  if (found.length === 0) return fail(world, 'walletNotFound');
  const { shownInWallet } = world.rules.ledger;
  return ok(found.map(wallet => showWallet(wallet, world.ledger, shownInWallet)));
};

/** GET /wallet/balance. The payload is the reference's choice. */
export const balances: Handler = (request, world) => {
  const found = own(request, world);
  if (found.length === 0) return fail(world, 'walletNotFound');
  return ok({ balances: found.map(({ currency, balance }) => ({ currency, balance })) });
};

/** GET /wallet/transactions (§4.1), newest first. */
export const ledger: Handler = (request, world) => {
  const { names, ledger: rules } = world.rules;
  const [currency] = values(request, names.ledgerCurrency);
  if (currency !== undefined && !rules.currencies.includes(currency)) {
    throw new BadQuery(`${names.ledgerCurrency} must be one of ${rules.currencies.join(', ')}`);
  }
  if (own(request, world).length === 0) return fail(world, 'walletNotFound');
  const all = visible(request, world.ledger, world.rules.owns);
  const entries =
    currency === undefined ? all : all.filter(entry => rules.matches(entry, currency));
  const { items, page, total, totalPages, limit } = paginate(request, world, 'ledger', entries);
  return ok({
    transactions: items.map(showEntry),
    pagination: { currentPage: page, totalPages, totalTransactions: total, limit },
  });
};
