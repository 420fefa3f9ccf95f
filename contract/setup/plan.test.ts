import { expect, test } from '#test';
import { targetWith } from '../../fixtures/testing/fakes.ts';
import { product } from '../../fixtures/testing/targets.ts';
import { areaOf, ownOrders, type Statements } from '../../schemas/statement.ts';
import { statements as contractStatements } from '../statements.ts';
import { latencyIn, limitsIn, windowsIn } from './facts.ts';
import { planOf } from './plan.ts';
import type { Plan } from '../../schemas/records/plan.ts';
import { nextUnevenAmount } from './shop.ts';
import { countRequests } from './requests.ts';
import { totalsOf } from './totals.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import { route } from '../../schemas/routes.ts';

const common = { anchor: '§1', text: 'A fact', implied: false } as const;
const statements: Statements = {
  'catalog.reads': common,
  'auth.revoked': { ...common, needs: ['GV_KEY_REVOKED'] },
  'auth.reason': { ...common, wants: ['GV_KEY_REVOKED'] },
  'orders.request': { ...common, wants: [['GV_ORDER_REQUEST_BULK', 'spend']] },
  'orders.made': {
    ...common,
    needs: ['spend', 'GV_ORDER_BODY'],
    uses: [...ownOrders, 'two orders'],
  },
  'vouchers.sent': { ...common, needs: ['spend', 'GV_AUTOMATION_KEY'], uses: ['full voucher'] },
  'limits.probed': { ...common, needs: ['exhaust'], stage: 'limiters' },
  'service.never': { anchor: '§1', text: 'A fact', untestable: 'No request shows it' },
};
const ids = Object.keys(statements);
const contractIds = Object.keys(contractStatements);
const planned = (settings: Record<string, string>, facts = {}) =>
  planOf(statements, { ids }, targetWith(settings), facts);

test('a plan says what each check lacks, and counts on nothing that most targets need', () => {
  const { runs, lacks } = planned({});
  expect(Object.keys(runs)).toEqual(['catalog.reads']);
  expect(lacks).toEqual({
    'auth.revoked': { setting: 'GV_KEY_REVOKED' },
    'auth.reason': { setting: 'GV_KEY_REVOKED' },
    'orders.request': { setting: 'GV_ORDER_REQUEST_BULK' },
    'orders.made': { permission: 'spend' },
    'vouchers.sent': { permission: 'spend' },
    'limits.probed': { permission: 'exhaust' },
  });
});

test('of conditions in an array, one is enough', () => {
  expect(planned({ GV_ORDER_REQUEST_BULK: 'r1' }).lacks).not.toHaveProperty('orders.request');
  const spending = { GV_ALLOW: 'spend', GV_MAX_SPEND: '500 GBP' };
  expect(planned(spending).lacks).not.toHaveProperty('orders.request');
});

test('a plan has the cases that are demanded of the selected checks', () => {
  const selection = { ids: ['catalog.reads'], demanded: { 'catalog.reads': ['GET /products'] } };
  const { runs, lacks } = planOf(statements, selection, targetWith({}));
  expect(runs).toEqual({ 'catalog.reads': ['GET /products'] });
  expect(new Set(Object.values(lacks))).toEqual(new Set(['selection']));
});

test('smoke plans its own checks', () => {
  expect(planned({ GV_PROFILE: 'smoke' }).lacks).toMatchObject({ 'catalog.reads': 'profile' });
});

const buying = { GV_ALLOW: 'spend', GV_MAX_SPEND: '500 GBP', GV_ORDER_BODY: '{}' };
const balances = new Map([['GBP', 1000]]);
const products = [{ ...product, maxPrice: 20 }];
/** Price of the cheapest product, and of a bulk of two values. */
const [one, two] = [5, 5 + nextUnevenAmount(6, 20)];
const orders = one + 2 * one + one + two + 2 * one;

test('without the catalog, the room of GV_MAX_SPEND is the bound of the money', () => {
  expect(planned(buying).costs).toMatchObject({ money: { GBP: 500 }, isBound: true });
  expect(planned(buying, { room: { GBP: 92.4 } }).costs).toMatchObject({ money: { GBP: 92.4 } });
  expect(planned({}).costs).not.toHaveProperty('isBound');
});

test('with the catalog, a plan prices each order, and nothing beyond the room', () => {
  const facts = { products, balances };
  const { prepares, costs } = planned(buying, facts);
  // The cheapest product, twice at the same moment, and three bulks: one to discover the body, two values, and with an unknown line.
  expect(prepares.map(({ money }) => money['GBP'])).toEqual([one, one, one, one, two, 2 * one]);
  expect(costs.money['GBP']).toBeCloseTo(orders);
  expect(planned(buying, { ...facts, room: { GBP: 20 } }).costs.money).toEqual({ GBP: 20 });
});

test('the totals of a run warn if GV_MAX_SPEND leaves too little, and show no bound of money', () => {
  const target = targetWith(buying);
  const totals = (facts: Parameters<typeof planOf>[3], room = {}) =>
    totalsOf(planOf(statements, { ids }, target, facts), target, room);
  const facts = { products, balances };
  expect(totals(facts, { GBP: 500 })).toMatch(
    /; sends about [\d.]+ GBP, at most [\d.]+ GBP of 500$/,
  );
  const room = { GBP: 20 };
  const [money, shortage] = totals({ ...facts, room }, room)
    .split('; ')
    .slice(-2);
  expect(money).toBe('sends up to 20 GBP of 500');
  expect(shortage).toBe(
    `GV_MAX_SPEND leaves 20 of the ${Math.round(orders * 100) / 100} GBP that this needs, so cases that a baseline demands may be missing`,
  );
  expect(totals({})).toMatch(/; may buy, within GV_MAX_SPEND$/);
});

test('a plan states the money for vouchers of 0.01, and the most for vouchers at their prices', () => {
  const both = { ...buying, GV_AUTOMATION_KEY: '2b1b1c1e-0000-4000-8000-000000000000' };
  const facts = { products, balances, room: { GBP: 1000 } };
  const { money, moneyAtPrices = {} } = planned(both, facts).costs;
  expect(money['GBP']).toBeCloseTo(orders + 60 * 0.01 + 6.4 + 5.02);
  // Three bodies of a bulk are tried.
  expect(moneyAtPrices['GBP']).toBeCloseTo(orders + 2 * one + 110 * 5 + 18 + 2 * 5.02);
});

test('a check of another area that uses a voucher plans its money, if it has a key to send one', () => {
  const statement = { ...common, needs: ['spend'], uses: ['full voucher'] } as const;
  const moneyWith = (settings: Record<string, string>) => {
    const target = targetWith({ ...buying, ...settings });
    const ids = ['format.fields'];
    return planOf({ 'format.fields': statement }, { ids }, target, { products, balances }).costs
      .money;
  };
  const key = '2b1b1c1e-0000-4000-8000-000000000000';
  expect(moneyWith({ GV_AUTOMATION_KEY: key })).toEqual({ GBP: 0.04 });
  expect(moneyWith({})).toEqual({});
});

test('a bulk of a product with one price is ordered once, if it discovers the body', () => {
  const facts = { products: [{ ...product, maxPrice: product.minPrice }], balances };
  const bulks = ({ prepares }: Plan) => prepares.filter(({ what }) => what === 'a bulk order');
  expect(bulks(planned(buying, facts))).toHaveLength(2);
  expect(bulks(planned(buying, { products, balances }))).toHaveLength(3);
});

test('the time of a run follows from GV_MAX_RPS, or from the latency of the target', () => {
  const all = contractIds.filter(id => areaOf(id) !== 'limits');
  const of = (settings: Record<string, string>, facts = {}) =>
    planOf(contractStatements, { ids: all }, targetWith(settings), facts).costs;
  const near = { GV_MAX_RPS: '5000', GV_AUTOMATION_KEY: '2b1b1c1e-0000-4000-8000-000000000000' };
  const spending = { ...near, GV_ALLOW: 'write,spend', GV_MAX_SPEND: '500 GBP' };
  const far = { latency: 0.15 };
  // Measured: 2.7, 10.5, 5.8 and 24.0 s.
  expect([of(near), of(near, far), of(spending), of(spending, far)].map(s => s.seconds)).toEqual([
    3, 11, 6, 25,
  ]);
  const { requests, seconds } = of({ ...near, GV_MAX_RPS: '10' }, far);
  expect(Math.abs(seconds - requests / 10)).toBeLessThan(3);
});

test('the fastest response shows the latency', () => {
  const taking = (durationMs: number) => ({
    ...exchangeOn(route.wallet, {}),
    times: { startedAt: 0, durationMs },
  });
  expect(latencyIn([taking(170), taking(150)])).toEqual({ latency: 0.15 });
  expect(latencyIn([])).toEqual({});
});

test('a request that several checks use is counted once, and only if its conditions are met', () => {
  const all = [
    { needs: [], of: 'a b', requests: 3 },
    { needs: ['spend'], of: 'b', requests: 5 },
  ] as const;
  const count = (...names: string[]) => countRequests(new Set(names), () => true, all);
  expect([count('a'), count('b'), count('a', 'b'), count('c')]).toEqual([3, 8, 8, 0]);
  expect(countRequests(new Set(['b']), need => need !== 'spend', all)).toBe(3);
});

test('a limiter takes three windows, by its headers or else of a minute', () => {
  const probing = { GV_ALLOW: 'write,exhaust', GV_PROBE: 'catalog,wallet' };
  expect(planned(probing).costs.limiters.map(({ seconds }) => seconds)).toEqual([180, 180]);
  // Limiters of one service are usually alike.
  expect(planned(probing, { windows: { wallet: 4 } }).costs.limiters).toEqual([
    { name: 'catalog', seconds: 12 },
    { name: 'wallet', seconds: 12 },
  ]);
  expect(planned({}).costs.limiters).toEqual([]);
});

test('a limiter takes four times the limit that its headers show, and at most GV_PROBE_MAX_REQUESTS', () => {
  const limits = limitsIn([
    exchangeOn(route.wallet, { headers: { 'RateLimit-Limit': '100' } }),
    exchangeOn(route.browse, { headers: { 'RateLimit-Limit': '400' } }),
  ]);
  const settings = { GV_ALLOW: 'write,spend,exhaust', GV_MAX_SPEND: '1 GBP' };
  const plan = planned(settings, { limits });
  expect(plan.costs.limiters.map(({ name, requests }) => [name, requests])).toEqual([
    ['catalog', 1000],
    ['webhooks', undefined],
    ['wallet', 400],
  ]);
  expect(totalsOf(plan, targetWith(settings))).toContain(
    'then 3 limiters, at most 2400 requests, about 9 min',
  );
});

test('the headers of responses show the windows of limiters', () => {
  const date = 'Sun, 29 Nov 2026 10:00:00 GMT';
  const at = (reset: number) =>
    exchangeOn(route.wallet, {
      headers: { Date: date, 'RateLimit-Reset': String(Date.parse(date) / 1000 + reset) },
    });
  expect(windowsIn([at(3), at(60), at(12)])).toEqual({ wallet: 60 });
  // A window of 2 s that begins in the middle of a second ends in the third second.
  const startedAt = Date.parse(date) + 500;
  expect(windowsIn([{ ...at(3), times: { startedAt, durationMs: 1 } }])).toEqual({ wallet: 2 });
  expect(windowsIn([at(-5), at(1e9)])).toEqual({});
});
