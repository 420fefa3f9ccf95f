import { accountOfSmallPages, accountOfYears, largeCatalog } from '../seed/scale.ts';
import type { Patch } from '../types.ts';
import {
  at,
  breaking,
  type Fault,
  instead,
  onOwns,
  onSuccess,
  queryValue,
  together,
} from '../patches.ts';
import { category } from './search.ts';

const inLargeCatalog = (patch: Patch): Patch => together(largeCatalog, patch);
const inBigAccount = (patch: Patch): Patch => together(accountOfYears, patch);
const inSmallPages = (patch: Patch): Patch => together(accountOfSmallPages, patch);

/** Returns true for the details of a transaction that pays for an order, and not for a voucher. */
const isOrder = (details?: { description?: string }): boolean =>
  details?.description?.startsWith('Order') ?? false;

/** Faults in lists that a run cannot read whole: §2.5, §2.7, §2.8, §4.1. */
export const largeListsFaults: readonly Fault[] = [
  ...breaking('catalog.filters-merchants', {
    'large-catalog-merchants-cut-at-twenty': inLargeCatalog(
      onSuccess(at.filters, body => void body.merchants.splice(20)),
    ),
  }),
  ...breaking('catalog.filters-used', {
    'big-account-merchants-without-products': inBigAccount(
      onSuccess(at.filters, body => {
        body.merchants = body.merchants.flatMap((name: string) => [`${name} (closed)`, name]);
        body.merchants.push('Zenith & Gone');
      }),
    ),
  }),
  ...breaking('catalog.filters-categories', {
    'large-catalog-rare-categories-missing': inLargeCatalog(
      onSuccess(at.filters, body => {
        body.categories = body.categories.filter((name: string) => name !== 'Chess');
      }),
    ),
  }),
  ...breaking('search.categories', {
    'big-account-categories-all-but-the-first-ignored': inBigAccount(
      category((usual, product, wanted) => usual(product, wanted.slice(0, 1))),
    ),
  }),
  ...breaking('paging.accepted', {
    'large-catalog-pages-beyond-the-hundredth-refused': inLargeCatalog(
      instead(at.browse, request => Number(queryValue(request, 'page')) > 100, 400, {
        error: 'Result window is too large',
      }),
    ),
  }),
  ...breaking('paging.total', {
    'large-catalog-total-at-most-a-thousand-on-later-pages': inLargeCatalog(
      onSuccess(at.search, ({ pagination }) => {
        if (pagination.currentPage > 1) pagination.total = Math.min(1000, pagination.total);
      }),
    ),
  }),
  ...breaking('orders-made.listed', {
    'small-pages-without-new-orders': inSmallPages(
      onOwns(({ orders }) => {
        const old = new Set<object>(orders);
        return (isOwn, record, { route }) => isOwn && (route !== at.orders || old.has(record));
      }),
    ),
  }),
  ...breaking('orders-made.paid-in-ledger', {
    'small-pages-without-payments-of-new-orders': inSmallPages(
      onOwns(({ ledger }) => {
        const old = new Set<object>(ledger);
        return (isOwn, record, { route }) =>
          isOwn && !(route === at.ledger && isOrder(record.details) && !old.has(record));
      }),
    ),
  }),
  ...breaking('wallet.ledger-holds-wallets', {
    'big-account-ledger-loses-one': inBigAccount(
      onOwns(({ ledger }) => {
        const lost = ledger[12];
        return (isOwn, record, { route }) => isOwn && !(route === at.ledger && record === lost);
      }),
    ),
  }),
];
