/** §7 Errors: what all of the business routes have in common. */
import { route, routes, type Route } from '../schemas/routes.ts';
import type { Context } from '../fixtures/engine/context.ts';
import { bodyOf, field, header, isObject, type Exchange } from '../schemas/records/exchange.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { askPage } from '../fixtures/scenarios/pages.ts';
import { allLists } from '../schemas/lists.ts';
import { given } from '../fixtures/config/needs.ts';
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import { orderUnknownProduct } from '../fixtures/scenarios/order-requests.ts';
import { sample } from '../fixtures/scenarios/plain-request.ts';
import { NotExercised } from '../fixtures/verdict.ts';

type Parts = Pick<Context, 'api' | 'target'>;

interface Provoked {
  readonly id: string;
  readonly look: () => Promise<Exchange>;
}

/** Page and limit of zero, as `paging.out-of-range` asks for them; a target may well answer them with a page. */
const badQueries = ({ api, target }: Parts): Provoked[] =>
  allLists.flatMap(list =>
    (['page', 'limit'] as const).map(which => ({
      id: `${list.id}, ${which}=0`,
      look: () => askPage(api, target, list, { [which]: '0' }),
    })),
  );

/** Errors that a run provokes anyway: the same requests serve the checks of their own requirements. */
function provoked({ api, target }: Parts): Provoked[] {
  const refused = (to: Route, key: 'unknown' | 'ip-blocked' | undefined): Provoked => ({
    id: `${to.id}, ${key ?? 'no'} key`,
    look: async () => api.send(to, { ...(await sample(api, target, to)), key }),
  });
  const unknown = (to: Route, name: string, setting: Parameters<typeof given>[1]): Provoked => ({
    id: `${to.id}, ${setting}`,
    look: () => api.send(to, { params: { [name]: String(given(target, setting)) } }),
  });
  return [
    ...routes.business.flatMap(to => [refused(to, undefined), refused(to, 'unknown')]),
    ...routes.business.map(to => refused(to, 'ip-blocked')),
    ...badQueries({ api, target }),
    unknown(route.orderRequest, 'id', 'GV_ORDER_REQUEST_INVALID'),
    unknown(route.orderRequest, 'id', 'GV_ORDER_REQUEST_UNKNOWN'),
    unknown(route.orderRequest, 'id', 'GV_ORDER_REQUEST_FOREIGN'),
    unknown(route.order, 'orderId', 'GV_ORDER_UNKNOWN'),
    unknown(route.order, 'orderId', 'GV_ORDER_FOREIGN'),
    ...[route.wallet, route.ledger, route.walletBalance].map(to => ({
      id: `${to.id}, no wallet`,
      look: async () => {
        given(target, 'GV_KEY_NO_WALLET');
        return api.send(to, { key: 'no-wallet' });
      },
    })),
    ...(['incomplete-profile', 'pending-verification'] as const).map(key => ({
      id: `${route.auth.id}, ${key}`,
      look: () => api.send(route.auth, { key }),
    })),
    {
      id: `${route.createOrder.id}, unknown product`,
      look: () => orderUnknownProduct(api, target),
    },
    {
      id: `${route.createWebhook.id}, failing`,
      look: () =>
        api.send(route.createWebhook, {
          body: given(target, 'GV_WEBHOOK_FAILING_BODY'),
          once: 'failing',
        }),
    },
  ];
}

/** @throws NotExercised where no error came. */
async function error(look: () => Promise<Exchange>): Promise<Exchange> {
  const exchange = await look();
  if (exchange.response.status < 400)
    throw new NotExercised(`there was no error: status ${exchange.response.status}`);
  return exchange;
}

requirement('errors.business', async ({ each, ...parts }) => {
  await each(provoked(parts), async ({ look }) => {
    expect(await error(look)).toKeep({
      title: 'Business error',
      type: 'object',
      required: ['error'],
      properties: { error: { type: 'string' } },
    });
  });
});

const wrapper = ['success', 'action', 'code', 'timestamp'];

requirement('errors.no-wrapper', async ({ each, ...parts }) => {
  await each(provoked(parts), async ({ look }) => {
    const body = bodyOf(await error(look));
    if (!isObject(body)) throw new NotExercised('it is no object; errors.business tells');
    expect(Object.keys(body).filter(name => wrapper.includes(name))).toEqual([]);
  });
});

requirement('errors.json', async ({ each, ...parts }) => {
  await each(provoked(parts), async ({ look }) => {
    const type = header(await error(look), 'content-type') ?? '(none)';
    expect(type.replace(/;.*/, '').trim().toLowerCase(), 'content type').toBe('application/json');
  });
});

const optional = ['message', 'reason', 'validEvents', 'details'];

observation('errors.optional-fields', async ({ each, observe, ...parts }) => {
  await each(provoked(parts), async ({ look }) => {
    const exchange = await error(look);
    const found = optional.filter(name => field(exchange, name) !== undefined);
    if (found.length > 0)
      observe('errors.optional-fields', { status: exchange.response.status, fields: found });
  });
});
