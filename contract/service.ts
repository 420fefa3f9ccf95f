/** §1 What the service does, §4 Endpoints, §9 Versioning. */
import { header, isJson, isSuccess, type Exchange } from '../schemas/records/exchange.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { allLists } from '../schemas/lists.ts';
import { given } from '../fixtures/config/needs.ts';
import { createOrder } from '../fixtures/scenarios/order-requests.ts';
import { requirement } from '../fixtures/engine/requirement.ts';
import { sample } from '../fixtures/scenarios/plain-request.ts';
import { readStill } from '../fixtures/scenarios/snapshot.ts';
import { NotExercised } from '../fixtures/verdict.ts';
import { acceptedBulk, acceptedVoucher } from '../fixtures/scenarios/vouchers.ts';
import { toolNames } from '../schemas/resources/tool.ts';
import type { Context } from '../fixtures/engine/context.ts';
import { hasShownBody } from '../schemas/operations.ts';
import { route, routes, type Route } from '../schemas/routes.ts';

/** Routes that read and whose answer the spec shows. */
const reads = routes.all.filter(each => each.effect === 'read' && hasShownBody(each));

type Parts = Pick<Context, 'api' | 'target' | 'clock'>;

async function read({ api, target }: Parts, from: Route): Promise<Exchange> {
  if (from.id === route.orderRequest.id) given(target, 'GV_ORDER_REQUEST_SUCCEEDED');
  return api.send(from, await sample(api, target, from));
}

requirement('service.routes', async ({ each, ...parts }) => {
  await each(reads, async from => expect(await read(parts, from)).toHaveStatus(200));
});

/** Successful answers beyond the first of each read: further pages, and what a run makes. */
const others: readonly { id: string; look: (parts: Parts) => Promise<Exchange> }[] = [
  ...allLists.map(list => ({
    id: `${list.id}, another page`,
    look: async ({ api, target }: Parts) => {
      const { stretch } = await readStill(api, target, list);
      if (!stretch?.last) throw new NotExercised('the list was seen on one page only');
      return stretch.last.exchange;
    },
  })),
  { id: route.createOrder.id, look: parts => createOrder(parts, 'single') },
  { id: route.createBulkOrder.id, look: parts => createOrder(parts, 'bulk') },
  { id: route.sendVoucher.id, look: ({ api, target }) => acceptedVoucher(api, target) },
  { id: route.sendBulkVouchers.id, look: ({ api, target }) => acceptedBulk(api, target) },
  ...toolNames.map(toolName => ({
    id: toolName,
    look: ({ api }: Parts) => api.send(route.tool, { params: { toolName } }),
  })),
];

requirement('service.json', async ({ each, ...parts }) => {
  const all = [...reads.map(from => ({ id: from.id, look: () => read(parts, from) })), ...others];
  await each(all, async ({ look }) => {
    const exchange = await look(parts);
    if (!isSuccess(exchange)) throw new NotExercised(`status ${exchange.response.status}`);
    const type = header(exchange, 'content-type') ?? '(none)';
    expect(type.replace(/;.*/, '').trim().toLowerCase(), 'content type').toBe('application/json');
    expect(isJson(exchange) ? 'JSON' : exchange.response.body, 'body').toBe('JSON');
  });
});
