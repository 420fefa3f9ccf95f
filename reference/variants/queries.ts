import { routes } from '../routes/index.ts';
import type { Patch } from '../types.ts';
import { sleep, type World } from '../world.ts';
import { allowedBy, at, type Json, response, type Variant } from '../patches.ts';
import { orderAgain } from './account.ts';

const counted = [at.browse, at.search, at.orders, at.ledger, at.transactions] as const;

/** Pause between two queries, in milliseconds. */
const pauseMs = 400;

/** Counts a list in one query, and reads its items in another query. `meanwhile` runs between the two. */
const countedFirst = (meanwhile: (world: World) => void = () => {}): Patch =>
  response(async (reply, request, world) => {
    const name = counted.find(each => each === request.route);
    if (name === undefined || reply.status !== 200) return;
    await sleep(pauseMs);
    meanwhile(world);
    const body = reply.body as Json;
    const later = (await routes[name].handler(request, world)).body as Json;
    for (const list of ['products', 'orders', 'transactions'])
      if (list in body) body[list] = structuredClone(later[list]);
    if (body.data) body.data.transactions = structuredClone(later.data.transactions);
  });

/** Reads a list as a service may do (§2.8): most frameworks send one query for the total and another query for the items. */
export const queries: readonly Variant[] = allowedBy(
  '§1, §2.8: the spec does not say that total and items are of one moment',
  {
    'lists-counted-before-they-are-read': countedFirst(),
    'others-order-between-count-and-items': {
      patches: countedFirst(world => {
        if (world.random.int(4) === 0) orderAgain(world);
      }),
      varies: true,
    },
  },
);
