import { expect as base, test } from '#test';
import { field, type Exchange } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import { exchangeOf, thrownBy } from '../../fixtures/testing/fakes.ts';
import { NotApplicable, NotExercised } from '../verdict.ts';
import { inCase, newCase, expect, ExpectationFailed } from './expect/expect.ts';
import { applyJudgement, liveRoutes, type Judgement } from './judgement.ts';

/** Judges that a number is positive; 0 shows nothing, and null does not apply. */
const positive: Judgement = {
  appliesTo: () => true,
  verify: (exchange, _given, part) => {
    const value = part === '' ? field(exchange, 'n') : field(exchange, part);
    if (value === 0) throw new NotExercised(`${exchange.id} ${part} shows nothing`);
    if (value === null) throw new NotApplicable('there are no numbers');
    expect(value, part).toBeAtLeast(1);
  },
};
const parted: Judgement = { ...positive, parts: ['a', 'b'] };

async function apply(judgement: Judgement, bodies: readonly object[], part?: string) {
  const exchanges: Exchange[] = bodies.map((body, index) => exchangeOf(200, body, `x${index + 1}`));
  const current = newCase();
  const error = await inCase(current, () =>
    thrownBy(() => {
      applyJudgement(judgement, exchanges, {}, part);
      throw new Error('it passed');
    }),
  );
  const { message } = error as Error;
  const judged = error instanceof ExpectationFailed ? error.of.map(({ id }) => id) : [];
  return { error, message, judged, assertions: current.assertions };
}

test('the first contradicting exchange is reported', async () => {
  base(await apply(positive, [{ n: 1 }, { n: -1 }, { n: -2 }])).toMatchObject({
    error: { name: 'ExpectationFailed', actual: -1 },
    judged: ['x2'],
    assertions: 2,
  });
});

test('every part is judged, or only the named part', async () => {
  const bodies = [{ a: 1, b: 2 }];
  base(await apply(parted, bodies)).toMatchObject({ message: 'it passed', assertions: 2 });
  base(await apply(parted, bodies, 'b')).toMatchObject({ message: 'it passed', assertions: 1 });
  base(await apply(parted, [{ a: 1, b: -1 }], 'a')).toMatchObject({ message: 'it passed' });
  base(await apply(parted, [{ a: 1, b: -1 }])).toMatchObject({ error: { about: 'b' } });
});

test('exchanges and fields that show nothing do not hide the others', async () => {
  const some = [{ n: 0 }, { n: 1 }, { n: null }];
  base(await apply(positive, some)).toMatchObject({ message: 'it passed', assertions: 1 });
  base(await apply(parted, [{ a: 0, b: 1 }])).toMatchObject({ message: 'it passed' });
  base(await apply(positive, [{ n: 0 }, { n: -1 }])).toMatchObject({ judged: ['x2'] });
});

for (const [what, bodies, reason] of [
  ['none does', [{ n: 0 }, { n: 0 }], 'x1  shows nothing'],
  ['no exchange', [], 'there is no response to judge'],
] as const)
  test(`a requirement is not exercised if no exchange shows it (${what})`, async () => {
    base((await apply(positive, bodies)).error).toEqual(new NotExercised(reason));
  });

const page = { total: 0, page: 1, totalPages: 0, products: [] };
const browse = exchangeOn(route.browse, { body: page });
const live = (...exchanges: readonly Exchange[]) => [...liveRoutes(exchanges)];

test('a route that returns half of its documented fields is alive, because checks report missing fields', () => {
  base(live(browse)).toEqual(['GET /products']);
  base(live(exchangeOn(route.browse, { body: { total: 0, products: [] } }))).toHaveLength(1);
  base(live(exchangeOn(route.browse, { body: { total: 0 } }))).toEqual([]);
});

test('browse and search may share a handler, so one response to both counts', () => {
  const body = { ...page, pagination: { total: 0, totalPages: 0, currentPage: 1, limit: 10 } };
  const both = [route.browse, route.search].map((to, id) => exchangeOn(to, { body, id: `x${id}` }));
  base(live(...both)).toHaveLength(2);
});

test('a documented error to a good request shows that a route is alive', () => {
  const unknown = exchangeOn(route.order, {
    status: 404,
    body: { error: 'Order not found', message: 'Order not found or access denied' },
  });
  base(live(unknown)).toEqual([]);
  base(live(browse, unknown)).toContain('GET /orders/{orderId}');
});

test('a route that rejects a body is alive, and a route that rejects the key may not be', () => {
  const rejected = (status: number) =>
    exchangeOn(route.createOrder, { status, body: { error: 'No product code' }, id: 'x2' });
  base(live(browse, rejected(400))).toContain('POST /orders');
  for (const status of [401, 403, 404, 429, 500])
    base(live(browse, rejected(status))).not.toContain('POST /orders');
});
