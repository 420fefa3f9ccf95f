import { expect as base, test } from '#test';
import { field, type Exchange } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import { exchangeOf, thrownBy } from '../../fixtures/testing/fakes.ts';
import { NotApplicable, NotExercised } from '../verdict.ts';
import { inCase, newCase, expect, ExpectationFailed } from './expect/expect.ts';
import { applyJudgement } from './check.ts';
import { liveRoutes, type Judgement } from './judgement.ts';

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
