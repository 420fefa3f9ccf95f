import { setImmediate } from 'node:timers/promises';
import { expect as base, test } from '#test';
import type { Exchange } from '../../schemas/records/exchange.ts';
import type { Outcome } from '../../schemas/records/result.ts';
import { route } from '../../schemas/routes.ts';
import { contract } from '../../contract/contract.ts';
import { requirementIds, type RequirementId, type StatementId } from '../../contract/statements.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import { answer, contextOver, ourTarget, type Answer } from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../verdict.ts';
import type { Check } from './context.ts';
import type { Preparation } from './own.ts';
import { expect } from './expect/expect.ts';
import type { TargetFacts } from './judgement.ts';
import { judgeRecorded, judgeRecording, runChecks } from './pipeline.ts';

function outcomeOf(id: RequirementId, exchanges: readonly Exchange[], given: TargetFacts = {}) {
  const outcomes = judgeRecorded(contract, exchanges, given);
  const outcome = outcomes.find(each => each.id === id);
  if (!outcome) throw new Error(`there is no outcome of ${id}`);
  return outcome;
}

const filters = (id: string, categories: readonly string[], merchants: readonly string[] = ['A']) =>
  exchangeOn(route.filters, { id, body: { categories, merchants } });
const noKey = (id: string, status: number, error: string) =>
  exchangeOn(route.orders, { id, key: 'none', status, body: { error } });
const accepted = exchangeOn(route.orders, {
  id: 'ok',
  body: { total: 0, page: 1, totalPages: 0, orders: [] },
});
const missing = 'Missing API key';

test('a recording has a case for each route, with all exchanges as evidence', () => {
  const exchanges = [
    filters('x1', ['A']),
    exchangeOn(route.wallet, { id: 'x2' }),
    filters('x3', []),
  ];
  base(outcomeOf('service.json', exchanges)).toMatchObject({
    verdict: 'passed',
    cases: [
      { id: 'GET /products/filters', verdict: 'passed', evidence: ['x1', 'x3'] },
      { id: 'GET /wallet', verdict: 'passed', evidence: ['x2'] },
    ],
  });
});

test('a failure shows one exchange, counts the others and lists all as evidence', () => {
  const exchanges = [
    filters('x1', ['Food']),
    filters('x2', ['Food', 'Food']),
    filters('x3', ['Books', 'Books']),
  ];
  const { cases } = outcomeOf('catalog.filters-distinct', exchanges);
  const [failed] = cases;
  const expected = 'each value once';
  base(failed).toMatchObject({ actual: ['Food'], expected, evidence: ['x2', 'x3'] });
  base(failed?.message?.split('\n').at(-1)).toBe('found in: 2 of 3 responses');
  base(failed?.message).toContain('"X-API-Key: ${GV_API_KEY}"');
});

test('a requirement that no exchange shows has a reason', () => {
  const hidden = exchangeOn(route.filters, { id: 'x1', body: { categories: 'Food' } });
  const [none] = outcomeOf('catalog.filters-distinct', [hidden]).cases;
  base(none).toEqual({
    id: 'GET /products/filters: categories',
    route: 'GET /products/filters',
    field: 'categories',
    verdict: 'not-exercised',
    reason: 'the filters have no categories',
    elsewhere: 'catalog.filter-fields',
    evidence: ['x1'],
  });
  const both = outcomeOf('catalog.filters-distinct', [hidden, filters('x2', ['Food'])]);
  base(both.cases[0]).toMatchObject({ verdict: 'passed', evidence: ['x2'] });
});

test('a rejected key is evidence only if another request to the route was accepted', () => {
  const id = 'auth.missing-key';
  const rejected = noKey('x1', 401, missing);
  base(outcomeOf(id, [rejected]).cases).toEqual([
    {
      id: 'GET /orders',
      route: 'GET /orders',
      verdict: 'not-exercised',
      reason: 'no request to this route was accepted, so the refusal proves nothing',
      evidence: ['x1'],
    },
  ]);
  base(outcomeOf(id, [rejected, filters('x2', ['Food'])]).verdict).toBe('not-exercised');
  base(outcomeOf(id, [rejected, accepted]).cases).toEqual([
    { id: 'GET /orders', route: 'GET /orders', verdict: 'passed', evidence: ['x1'] },
  ]);
});

test('a failure in a long recording lists 300 responses and counts all', () => {
  const many = Array.from({ length: 2000 }, (_, at) => noKey(`n${at}`, 401, 'No key'));
  const [failed] = outcomeOf('auth.missing-key', [accepted, ...many]).cases;
  base(failed?.evidence).toHaveLength(300);
  base(failed?.message).toContain('found in: 2000 of 2000 responses');
});

const judge = (...exchanges: readonly Exchange[]) => {
  const outcomes = judgeRecording(contract, exchanges, {});
  return Object.fromEntries(
    outcomes.map(({ id, verdict, cases }) => [id, { verdict, reason: cases[0]?.reason }]),
  );
};
const gap = (reason: string) => ({ verdict: 'not-exercised', reason });

test('every requirement of a recording has an outcome, with a reason if it is not shown', () => {
  const verdicts = judge(exchangeOn(route.status, { status: 500 }));
  base(Object.keys(verdicts)).toEqual([...requirementIds]);
  base(verdicts['wallet.fields']).toEqual(gap('the recording has no such exchange'));
  base(verdicts['auth.empty-key']).toEqual(gap('one recorded exchange cannot show it'));
});

/** Runs checks in the given order, with these responses. */
async function run(
  checks: Partial<Record<StatementId, Check>>,
  answers: Answer = () => answer(200, {}),
  preparations: readonly Preparation[] = [],
): Promise<readonly Outcome[]> {
  const context = contextOver(answers, ourTarget());
  const definitions = Object.entries(checks).map(([id, check]) => ({
    id: id as StatementId,
    check,
  }));
  return runChecks(definitions, {
    contract: { ...contract, preparations },
    contextOf: () => context,
    exchanges: () => context.log.exchanges,
  });
}

const casesOf = (outcomes: readonly Outcome[], id: StatementId) =>
  outcomes.find(each => each.id === id)?.cases.map(each => [each.id, each.verdict]);

/** Returns a check that passes, and adds its name to a list. */
const noting =
  (order: string[]) =>
  (name: string): Check =>
  () => {
    order.push(name);
    expect(1).toBe(1);
  };

test('reads run first, then spending, then other keys, and the limiters last', async () => {
  const order: string[] = [];
  const note = noting(order);
  const outcomes = await run({
    'limits.rejection': note('limits'),
    'auth.missing-key': note('auth'),
    'vouchers.fields': note('vouchers'),
    'paging.fields': note('paging'),
    'catalog.redemption': note('catalog'),
  });
  base(order).toEqual(['paging', 'catalog', 'vouchers', 'auth', 'limits']);
  base(outcomes.map(({ id }) => id)).toEqual([
    'limits.rejection',
    'auth.missing-key',
    'vouchers.fields',
    'paging.fields',
    'catalog.redemption',
  ]);
});

test('checks that wait for a record leave their places to other checks', async () => {
  const order: string[] = [];
  const note = noting(order);
  const slow: Preparation = {
    name: 'unknown request',
    stage: 'orders',
    make: async () => {
      for (let turns = 0; turns < 20; turns++) await setImmediate();
      order.push('record');
    },
  };
  const checks = {
    'vouchers.fields': note('vouchers'),
    'orders.request-invalid-id': note('invalid'),
    'orders.request-unknown': note('unknown'),
    'search.numbers': note('search'),
  };
  await run(checks, undefined, [slow]);
  base(order.slice(0, 2)).toEqual(['search', 'record']);
});

const noOrders = answer(200, { total: 0, page: 1, totalPages: 0, orders: [] });
/** Answers like the service, except to a non-numeric page. */
const rejecting =
  (rejection: ReturnType<typeof answer>): Answer =>
  ({ url }) =>
    url.endsWith('?page=x') ? rejection : noOrders;

const look: Check = async ({ api }) => {
  await api.send(route.orders);
  await api.send(route.orders, { query: { page: 'x' } });
  expect(1).toBe(1);
};
const nothing: Check = () => {
  throw new NotExercised('GV_X is not set');
};

test('an exchange that was sent for another check is judged too', async () => {
  const html = rejecting(answer(400, '<html>', { 'Content-Type': 'text/html' }));
  const outcomes = await run({ 'sorting.order': look, 'errors.json': nothing }, html);
  base(outcomes.map(({ verdict }) => verdict)).toEqual(['passed', 'failed']);
  base(casesOf(outcomes, 'errors.json')).toEqual([
    ['all', 'not-exercised'],
    ['anywhere in the run: GET /orders', 'failed'],
  ]);
});

test('an exchange that was sent for another check can show a requirement', async () => {
  const refusal = rejecting(answer(400, { error: 'bad page' }));
  const outcomes = await run({ 'sorting.order': look, 'errors.json': nothing }, refusal);
  base(casesOf(outcomes, 'errors.json')).toEqual([
    ['all', 'not-exercised'],
    ['anywhere in the run', 'passed'],
  ]);
  base(outcomes[1]?.verdict).toBe('passed');
});

test('a route that answered no good request proves nothing', async () => {
  const refusal = () => answer(400, { error: 'bad page' });
  const [looked, judged] = await run({ 'sorting.order': look, 'errors.json': nothing }, refusal);
  const reason =
    'GET /orders answered no good request as the service does, so its other responses prove nothing';
  base(looked).toMatchObject({ verdict: 'not-exercised', cases: [{ id: 'all', reason }] });
  base(judged?.cases.at(-1)).toMatchObject({ id: 'anywhere in the run', reason });
});

test('a failure that the check reports is not repeated', async () => {
  const html = () => answer(400, '<html>', { 'Content-Type': 'text/html' });
  const judge: Check = async context =>
    context.judge(await context.api.send(route.orders, { query: { page: 'x' } }));
  const outcomes = await run({ 'errors.json': judge }, html);
  base(casesOf(outcomes, 'errors.json')).toEqual([['all', 'failed']]);
});
