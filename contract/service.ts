/** §1 What the service does, §4 Endpoints, §9 Versioning. */
import { header, isJson, type Exchange } from '../fixtures/exchange.ts';
import { expect } from '../fixtures/expect.ts';
import { given } from '../fixtures/needs.ts';
import { requirement } from '../fixtures/requirement.ts';
import { sample } from '../fixtures/samples.ts';
import type { Context } from '../fixtures/context.ts';
import { route, routes, type Route } from '../schemas/routes.ts';

/** Routes that read and whose answer the spec shows. */
const reads = routes.all.filter(each => each.effect === 'read' && each.success);

async function read(
  { api, target }: Pick<Context, 'api' | 'target'>,
  from: Route,
): Promise<Exchange> {
  if (from.id === route.orderRequest.id) given(target, 'GV_ORDER_REQUEST_SUCCEEDED');
  return api.send(from, await sample(api, target, from));
}

requirement('service.routes', async ({ each, ...parts }) => {
  await each(reads, async from => expect(await read(parts, from)).toHaveStatus(200));
});

requirement('service.json', async ({ each, ...parts }) => {
  await each(reads, async from => {
    const exchange = await read(parts, from);
    const type = header(exchange, 'content-type') ?? '(none)';
    expect(type.replace(/;.*/, '').trim().toLowerCase(), 'content type').toBe('application/json');
    expect(isJson(exchange) ? 'JSON' : exchange.response.body, 'body').toBe('JSON');
  });
});
