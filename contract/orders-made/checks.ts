/** §2.2 to §2.4 The orders that a run made, wherever they show. */
import { isSameAmount } from '../../schemas/schema.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { observation, requirement } from '../../fixtures/run/requirement.ts';
import { expectOfCall } from '../automation/judgements.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { requestPage, exchangesOf, isText, readWhole, wholeCatalog } from '../steps/lists.ts';
import { known } from '../steps/settings.ts';
import { eventually, answeredAt } from '../steps/polling.ts';
import { again, expectNone } from '../steps/again.ts';
import { hasEnded, readable } from '../steps/ordering.ts';
import { judgeBulkLines } from './bulk-lines.ts';
import { judgeMadeOnce } from './made-once.ts';
import {
  comparableGifts,
  createdAtChanges,
  differences,
  hasGift,
  lostSince,
  lostTexts,
} from './agreement.ts';
import {
  createdOrder,
  createOrder,
  endedOrder,
  firstRead,
  orderKinds,
  eachKind,
  endedRequests,
} from '../steps/order-requests.ts';
import {
  historyWith,
  lastOrder,
  listedAs,
  orderElsewhere,
  ownOrder,
  ownOrders,
  lastBulkOrders,
  type OwnOrders,
} from '../steps/orders.ts';
import {
  filteredLedgerWith,
  judgeBulkInLedger,
  judgeSecondCurrency,
  judgeSingleInLedger,
  ownPurchase,
} from './own-purchase.ts';
import { judgeBalances, judgeRemaining, judgeWallets } from './balances-moved.ts';
import { bulkWithUnknown, giftsIn } from '../steps/order-bodies.ts';
import { cheapest } from '../steps/purchases.ts';
import { ifExercised, NotExercised } from '../../fixtures/verdict.ts';
import { lists, toPage } from '../../schemas/lists.ts';
import { bodyOf, field, isObject, sentBody, sentId } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';

/** Fields that a template of the settings asks for, if it has a place for them. */
const asked = [
  { field: 'productCode', place: '{{productCode}}' },
  { field: 'currency', place: '{{currency}}' },
  { field: 'valuePurchased', place: '{{value}}' },
] as const;
const templates = { single: 'GV_ORDER_BODY', bulk: 'GV_BULK_ORDER_BODY' } as const;

requirement('orders-made.as-asked', async context => {
  const { each } = context;
  const { value, ...product } = await cheapest(context);
  const wanted = { ...product, valuePurchased: value };
  const populated = { id: 'the populated product', route: route.createOrder, field: 'product' };
  await each([populated], async () => {
    const exchange = await createdOrder(context, 'single');
    const body = bodyOf(exchange);
    const shown = isObject(body) ? body['product'] : undefined;
    if (!isObject(shown)) throw new NotExercised('the order has none', 'orders.created');
    expect(shown['productCode'], 'productCode', exchange).toBe(product.productCode);
  });
  await judgeBulkLines(context);
  const cases = orderKinds.flatMap(kind => asked.map(of => ({ kind, ...of })));
  await each(cases, async ({ kind, field: name, place }) => {
    const template = JSON.stringify(await known(context, templates[kind]));
    if (!template.includes(place))
      throw new NotExercised(
        `${templates[kind]} has no ${place}, so what was ordered is not known`,
      );
    // A bulk may order something else beside it.
    const { orders, shownBy } = await ownOrders(context, kind);
    const rejected = field(shownBy, 'result', 'rejectedOrders');
    if (Array.isArray(rejected) && rejected.length > 0)
      throw new NotExercised('a line was rejected, like one whose price has changed since');
    const values = orders.map(order => order[name]);
    expect(values, name, shownBy, await createOrder(context, kind)).toSatisfy(
      `${JSON.stringify(wanted[name])} in an order`,
      () => values.some(value => value === wanted[name] || isSameAmount(value, wanted[name])),
    );
  });
});

requirement('orders-made.gift', async context => {
  await context.each(eachKind, async ({ kind }) => {
    const { orders, shownBy } = await ownOrders(context, kind);
    const creation = await createOrder(context, kind);
    const lost = lostTexts(sentBody(creation), orders);
    const gifts = orders.map(({ giftOrder }) => giftOrder);
    expect(gifts, 'giftOrder', shownBy, creation).toSatisfy(
      `with ${lost.join(', ')} as given`,
      () => lost.length === 0,
    );
  });
  const none = [{ id: 'of an order that gives none', route: route.createOrder }];
  await context.each(none, async () => {
    const { orders, shownBy, creation } = await lastOrder(context);
    if (giftsIn(sentBody(creation)).length > 0)
      throw new NotExercised('no order without a giftOrder was made');
    const single = await createOrder(context, 'single');
    // A text that comes back shows that the target reads a giftOrder there.
    lostTexts(sentBody(single), (await ownOrders(context, 'single')).orders);
    // The last bulk goes beside it, with another message on one of its lines.
    const bulk = await ifExercised(bulkWithUnknown(context));
    const given = comparableGifts([sentBody(single), bulk?.body]);
    if (given.length === 0)
      throw new NotExercised(
        'no giftOrder has a message in plain words, with a name or an address',
      );
    const gifts = orders.map(({ giftOrder }) => giftOrder);
    expect(gifts, 'giftOrder', shownBy, single).toSatisfy(
      'without the texts of another order',
      () => !orders.some(order => given.some(gift => hasGift(order, gift))),
    );
  });
});

requirement('orders-made.listed', async context => {
  await context.each(eachKind, async ({ kind }) => {
    const own = await ownOrders(context, kind);
    await again(async () => {
      const history = await historyWith(context, own);
      const missing = own.orders
        .filter(order => !listedAs(history.items, order))
        .map(({ _id }) => _id);
      if (missing.length > 0 && !history.complete)
        throw new NotExercised('the order history is too long to look for one order in it');
      const of = [...exchangesOf(history), own.shownBy];
      expect(missing, 'orders of this run that are not listed', ...of).toEqual([]);
    });
  });
  await context.each([{ id: 'one for each call', list: lists.orders }], () =>
    judgeMadeOnce(context),
  );
});

/**
 * The orders that the history shows, as they were returned and as they are listed.
 *
 * @throws NotExercised if it shows none.
 */
async function listedOf(context: Context, own: OwnOrders) {
  const { items } = await historyWith(context, own);
  const pairs = own.orders.flatMap(returned => {
    const listed = listedAs(items, returned);
    return listed ? [{ returned, listed }] : [];
  });
  if (pairs.length === 0) throw new NotExercised('the order is not listed', 'orders-made.listed');
  return pairs;
}

/** The orders of a run: of each kind, and the last ones. */
const allMade = (context: Context) =>
  [
    ...eachKind.map(each => ({ ...each, own: () => ownOrders(context, each.kind) })),
    {
      id: 'a bulk with an unknown product',
      kind: 'bulk',
      own: () => lastBulkOrders(context),
    },
    { id: 'single, in a second currency', kind: 'single', own: () => orderElsewhere(context) },
  ] as const;

requirement('orders-made.same-everywhere', async context => {
  await context.each(allMade(context), async ({ own: ordersOf }) => {
    const own = await ordersOf();
    await expectNone('fields that a list shows otherwise', async () =>
      (await listedOf(context, own)).flatMap(({ returned, listed }) =>
        differences(returned, listed).map(found => ({ order: listed['_id'], ...found })),
      ),
    );
  });
});

requirement('orders-made.image', async context => {
  const products = (await wholeCatalog(context)).filter(({ imageUrl }) => isText(imageUrl));
  const shown = new Set(products.map(({ productCode }) => productCode));
  await context.each(allMade(context), async ({ own: ordersOf }) => {
    const own = await ordersOf();
    await expectNone('orders of this run that are listed without an image', async () => {
      const listed = (await listedOf(context, own)).map(pair => pair.listed);
      const pictured = listed.filter(({ productCode }) => shown.has(productCode));
      if (pictured.length === 0) throw new NotExercised('the catalog has no image of its product');
      return pictured.filter(({ imageUrl }) => !isText(imageUrl)).map(({ _id }) => _id);
    });
  });
});

requirement('orders-made.created-at', async context => {
  const before = toPage(lists.orders, await requestPage(context, lists.orders, { earlier: true }));
  await context.each(
    orderKinds.map(kind => ({
      id: `the request of a ${kind} order, at first and at last`,
      route: route.orderRequest,
      kind,
    })),
    async ({ kind }) => {
      const reads = [await firstRead(context, kind), await endedOrder(context, kind)];
      const [first, last] = reads.map(each => [bodyOf(each)]);
      expect(createdAtChanges('orderRequestId', first, last), 'times of creation').toEqual([]);
    },
  );
  await context.each([{ id: 'orders in two pages', list: lists.orders }], async () => {
    const { items } = await readWhole(context, lists.orders);
    expect(createdAtChanges('_id', before?.items, items), 'times of creation').toEqual([]);
  });
  const ofCall = (id: string) => `${id}: of the time of the call`;
  const made = eachKind.map(each => ({ ...each, id: ofCall(`${each.kind}, with its request`) }));
  await context.each(made, async ({ kind }) => {
    const { orders, shownBy } = await ownOrders(context, kind);
    const body = bodyOf(shownBy);
    const records = [...orders, ...(isObject(body) ? [body] : [])];
    const times = records.map(({ createdAt }) => [createdAt] as const);
    expectOfCall(times, await createOrder(context, kind), shownBy);
  });
  await context.each([{ id: ofCall('its entry in the ledger'), list: lists.ledger }], async () => {
    const { timestamp } = await ownPurchase(context);
    const { shownBy } = await ownOrders(context, 'single');
    expectOfCall([[timestamp]], await createOrder(context, 'single'), shownBy);
  });
});

/** Who polls comes back within a minute. */
const keptMs = 60_000;

requirement('orders-made.request-kept', async context => {
  await context.each(endedRequests(context), async ({ read }) => {
    const before = await readable(read());
    if (!hasEnded(before))
      throw new NotExercised('the order request has not ended', 'orders.request-ends');
    const after = await eventually(
      context,
      answeredAt(before),
      () => context.api.send(route.orderRequest, { params: { id: sentId(before) }, fresh: true }),
      seen => lostSince(before, seen).length === 0,
    );
    const { status } = after.response;
    if (status === 404 && after.times.startedAt - answeredAt(before) > keptMs)
      throw new NotExercised('the order request is gone: how long it is kept is not shown');
    expect(lostSince(before, after), 'what the order request does not show any more').toEqual([]);
  });
});

requirement('orders-made.wallet', judgeWallets);
requirement('orders-made.balances', judgeBalances);
requirement('orders-made.remaining-balance', judgeRemaining);

requirement('orders-made.in-ledger', async context => {
  const judges = { single: judgeSingleInLedger, bulk: judgeBulkInLedger };
  // Both are there before the ledger is read for one of them.
  for (const kind of orderKinds) await ifExercised(ownOrders(context, kind));
  await context.each(eachKind, ({ kind }) => again(() => judges[kind](context)));
});

requirement('orders-made.in-filtered-ledger', async context => {
  const name = await known(context, 'GV_LEDGER_CURRENCY_PARAM');
  await again(async () => {
    const { currency, found } = await filteredLedgerWith(context, name);
    expect(found.length, `entries of the purchase in the ledger of ${currency}`).toBeAtLeast(1);
  });
});

requirement('orders-made.second-currency', judgeSecondCurrency);

observation('orders-made.ledger-value', async context => {
  const { valuePurchased, currency } = await ownOrder(context);
  const entry = await ownPurchase(context);
  const { transactionValue } = entry;
  context.observe(
    'orders-made.ledger-value',
    { valuePurchased, currency, transactionValue, ledgerCurrency: entry['currency'] },
    { marked: Math.abs(Number(transactionValue)) !== valuePurchased },
  );
});
