/** §7 Errors: what all of the business routes have in common. */
import type { CaseItem, CheckContext, Context } from '../../fixtures/run/context.ts';
import { observation, requirement } from '../../fixtures/run/requirement.ts';
import { orderUnknownProduct } from '../orders/ordering.ts';
import { askOrder, askRequest, known } from '../steps/settings.ts';
import { outOfRange, requestPage } from '../steps/lists.ts';
import { failedRegistration } from '../steps/webhooks.ts';
import { badKeys } from '../auth/bad-keys.ts';
import { sendWithGoodKey } from '../steps/keys.ts';
import { unwrappedSuccesses } from './judgements.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { allLists } from '../../schemas/lists.ts';
import { field, isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import { route, type Route } from '../../schemas/routes.ts';

interface Source extends CaseItem {
  readonly read: () => Promise<Exchange>;
}

/** A case that is named by what its request asks for. */
const asked = (to: Route, bound: string) => ({ id: `${to.id}, ${bound}`, route: to, bound });

/** Errors that a run provokes anyway: the same requests serve the checks of their own requirements. */
function provoked(context: Context): Source[] {
  const { api } = context;
  const named = (
    to: Route,
    setting: Parameters<typeof known>[1],
    ask: (id: string) => Promise<Exchange>,
  ): Source => ({
    ...asked(to, setting),
    read: async () => ask(String(await known(context, setting))),
  });
  return [
    ...Object.values(badKeys)
      .flat()
      .map(({ send, ...about }) => ({ ...about, read: () => send(context) })),
    // Pages that there are none of, as `paging.out-of-range` requests them; a target may well return one.
    ...allLists.flatMap(list =>
      outOfRange(list).map(query => ({
        ...asked(list.route, JSON.stringify(query)),
        read: () => requestPage(context, list, query),
      })),
    ),
    named(route.orderRequest, 'GV_ORDER_REQUEST_INVALID', id => askRequest(context, id)),
    named(route.orderRequest, 'GV_ORDER_REQUEST_UNKNOWN', id => askRequest(context, id)),
    named(route.orderRequest, 'GV_ORDER_REQUEST_FOREIGN', id =>
      api.send(route.orderRequest, { params: { id } }),
    ),
    named(route.order, 'GV_ORDER_UNKNOWN', id => askOrder(context, id)),
    named(route.order, 'GV_ORDER_FOREIGN', orderId =>
      api.send(route.order, { params: { orderId } }),
    ),
    ...[route.wallet, route.ledger, route.walletBalance].map(to => ({
      id: `${to.id}, no wallet`,
      route: to,
      key: 'no-wallet',
      read: () => api.send(to, { key: 'no-wallet' }),
    })),
    ...(['incomplete-profile', 'pending-verification'] as const).map(key => ({
      id: `${route.auth.id}, ${key}`,
      route: route.auth,
      key,
      read: () => api.send(route.auth, { key }),
    })),
    {
      ...asked(route.createOrder, 'unknown product'),
      read: () => orderUnknownProduct(context),
    },
    {
      ...asked(route.createWebhook, 'failing'),
      read: () => failedRegistration(context),
    },
  ];
}

/** @throws NotExercised if no error came. */
async function errorOf({ read }: Source): Promise<Exchange> {
  const exchange = await read();
  if (exchange.response.status < 400)
    throw new NotExercised(`there was no error: status ${exchange.response.status}`);
  return exchange;
}

const judgeErrors = (context: CheckContext): Promise<void> =>
  context.each(provoked(context), async source => context.judge(await errorOf(source)));

requirement('errors.business', judgeErrors);
requirement('errors.no-wrapper', judgeErrors);
requirement('errors.json', judgeErrors);

requirement('errors.unwrapped-success', async context => {
  await context.each(unwrappedSuccesses, async to => {
    const exchange = await sendWithGoodKey(context, to);
    if (!isSuccess(exchange)) throw new NotExercised(`status ${exchange.response.status}`);
    context.judge(exchange);
  });
});

const optional = ['message', 'reason', 'validEvents', 'details'];

observation('errors.optional-fields', async context => {
  await context.each(provoked(context), async source => {
    const exchange = await errorOf(source);
    const fields = optional.filter(name => field(exchange, name) !== undefined);
    const { status } = exchange.response;
    if (fields.length > 0) context.observe('errors.optional-fields', { status, fields });
  });
});
