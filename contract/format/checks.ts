/** §2 Timestamps and identifiers on all routes. */
import { type NamedList, exchangesOf, readWhole, search } from '../steps/lists.ts';
import type { CaseItem, CheckContext, Context } from '../../harness/run/context.ts';
import { observation, requirement } from '../requirement.ts';
import { describedIn, isCurrencyCode, shownSchema } from './judgements.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { walk } from '../../harness/run/expect/schema-violations.ts';
import { timestampStyle } from '../../harness/run/expect/formats.ts';
import { own } from '../../harness/run/own.ts';
import { createdOf, queuedOf, type OrderKind } from '../steps/orders.ts';
import { orderRequests } from '../steps/known-requests.ts';
import { largest } from '../transactions/requested-transactions.ts';
import { acceptedBulk, acceptedVoucher } from '../steps/vouchers.ts';
import { lists } from '../../schemas/lists.ts';
import {
  bodyOf,
  field,
  isAbsent,
  isObject,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import { route, type Route } from '../../schemas/routes.ts';

interface Place extends CaseItem {
  readonly id: string;
  readonly read: (context: Context) => Promise<readonly Exchange[]>;
}

type Read = (context: Context) => Promise<Exchange> | Exchange;

const one = (to: Route, read: Read): Place => ({
  id: to.id,
  route: to,
  read: async context => [await read(context)],
});

/** Returns a place on a route that has several places. */
const oneOf = (to: Route, name: string, kind: OrderKind | undefined, read: Read): Place => ({
  ...one(to, read),
  id: `${to.id} (${name})`,
  kind,
});

const list = (of: NamedList): Place => ({
  id: of.id,
  list: of,
  read: async context => exchangesOf(await readWhole(context, of)),
});

const requests = [
  ['succeeded', 'single'],
  ['failed', undefined],
  ['bulk', 'bulk'],
  ['made', 'single'],
  ['made in bulk', 'bulk'],
] as const;

/** Returns two vouchers, with all fields and with only the required fields. */
// oxlint-disable-next-line require-await -- a gap becomes a rejection
const twoVouchers = async (context: Context): Promise<readonly Exchange[]> => [
  acceptedVoucher(context),
  own(context, 'plain voucher'),
];

/** Order requests, and the records that a run creates. */
const made: readonly Place[] = [
  ...requests.map(([name, kind], index) =>
    oneOf(route.orderRequest, name, kind, context => orderRequests(context)[index]!.read()),
  ),
  oneOf(route.createOrder, '201', 'single', context => createdOf(own(context, 'single order'))),
  oneOf(route.createBulkOrder, 'at once', 'bulk', context => createdOf(own(context, 'bulk order'))),
];

/** Responses whose fields the spec shows. */
const places: readonly Place[] = [
  ...made,
  oneOf(route.createOrder, '202', 'single', context => queuedOf(own(context, 'single order'))),
  oneOf(route.createBulkOrder, '202', 'bulk', context => queuedOf(own(context, 'bulk order'))),
  { id: route.sendVoucher.id, route: route.sendVoucher, read: twoVouchers },
  one(route.sendBulkVouchers, acceptedBulk),
  list(lists.browse),
  list(search),
  list(lists.orders),
  list(lists.ledger),
  one(route.wallet, ({ api }) => api.send(route.wallet)),
  one(route.getWalletTransactions, ({ api }) =>
    api.send(route.getWalletTransactions, { body: largest }),
  ),
  one(route.getWalletBalance, ({ api }) =>
    api.send(route.getWalletBalance, { body: { currency: 'GBP' } }),
  ),
  one(route.status, ({ api }) => api.send(route.status)),
];

const placesOf = (...ids: readonly string[]): Place[] =>
  places.filter(({ id }) => ids.includes(id));

/** Products and automation responses, whose currencies are codes. */
const products = placesOf(lists.browse.id, search.id);
const actions = placesOf(
  route.sendVoucher.id,
  route.getWalletTransactions.id,
  route.getWalletBalance.id,
);

/** Returns a check that judges the responses of places. */
const judgeOf =
  (of: readonly Place[]) =>
  (context: CheckContext): Promise<void> =>
    context.each(of, async place => context.judge(await place.read(context)));

requirement('format.timestamps', judgeOf(places));
requirement('format.milliseconds', judgeOf(places));

/** Places with records that have createdAt and updatedAt. */
const dated = [...made, ...placesOf(lists.orders.id, route.wallet.id)];

requirement('format.updated-at', judgeOf(dated));

requirement('format.currencies', judgeOf(actions));

requirement('format.product-currencies', judgeOf(products));

observation('format.other-currencies', async context => {
  await context.each(
    places.filter(place => ![...products, ...actions].includes(place)),
    async place => {
      const found = (await place.read(context)).flatMap(each => describedIn(each).currencies);
      const others = found.map(({ value }) => value).filter(value => !isCurrencyCode(value));
      if (others.length > 0)
        context.observe(
          'format.other-currencies',
          { of: place.id, currencies: [...new Set(others)] },
          { marked: true },
        );
    },
  );
});

observation('format.timestamp-style', async context => {
  await context.each(places, async place => {
    const found = (await place.read(context)).flatMap(each => describedIn(each).timestamps);
    const styles = new Set(found.map(({ value }) => timestampStyle(value)));
    if (styles.size > 0)
      context.observe('format.timestamp-style', { of: place.id, styles: [...styles] });
  });
});

observation('format.null-fields', async context => {
  await context.each(places, async place => {
    const nulls = new Set<string>();
    for (const exchange of await place.read(context))
      walk(shownSchema(exchange) ?? {}, bodyOf(exchange), ({ properties = {} }, value, path) => {
        if (!isObject(value)) return;
        for (const name of Object.keys(properties))
          if (name in value && isAbsent(value[name]))
            nulls.add(`${path}/${name}`.replace(/\/\d+/g, '/*'));
      });
    if (nulls.size > 0) context.observe('format.null-fields', { of: place.id, fields: [...nulls] });
  });
});

requirement('format.identifiers', async context => {
  await context.each(places, async place => context.judge(await place.read(context)));
  const vouchers = { id: 'two vouchers', route: route.sendVoucher };
  await context.each([vouchers], async () => {
    const both = await twoVouchers(context);
    const [first, second] = both.map(voucher => field(voucher, 'data', 'id'));
    expect(second, 'id of the second voucher', ...both).toSatisfy(
      `an id other than ${String(first)}`,
      id => id !== first,
    );
  });
});
