import { expect, test } from '#test';
import fc from 'fast-check';
import { targetWith } from '../../fixtures/testing/fakes.ts';
import { loadProfiles } from '../../harness/config/settings.ts';
import { route } from '../../schemas/routes.ts';
import { pricedIn } from '../../fixtures/payloads/purchase.ts';
import { planBuying } from './buying.ts';
import { optionsOf, planLoad } from './plan.ts';
import { mix, prepare } from './mix.ts';
import {
  defaultDurations,
  dueBy,
  peakOf,
  planned,
  shapeOf,
  Lateness,
  Sampler,
  placeholder,
  pollOf,
} from './user/pacing.ts';

test('every profile keeps its maximum rate and its duration', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...loadProfiles),
      fc.nat(300),
      fc.nat(300),
      (profile, rate, more) => {
        const most = 1 + more;
        const shape = shapeOf(profile, 1 + rate, most, 10_000);
        expect(peakOf(shape)).toBeLessThanOrEqual(most);
        expect(shape.stages.reduce((sum, { ms }) => sum + ms, 0)).toBeCloseTo(10_000);
        const due = Array.from({ length: 101 }, (_, step) => dueBy(shape, step * 100));
        expect(due.every((each, step) => each >= (due[step - 1] ?? 0))).toBe(true);
        expect([due[0], due.at(-1)]).toEqual([0, planned(shape)]);
      },
    ),
  );
  const steady = shapeOf('smoke', 2, 10, 10_000);
  expect([-1, 499, 500, 1000, 9999, 20_000].map(ms => dueBy(steady, ms))).toEqual([
    0, 0, 1, 2, 19, 20,
  ]);
});

test('an iteration was late if the lag falls again, which it never does after a drop', () => {
  const ten = { startRate: 10, stages: [{ ms: 100_000, rate: 10 }] };
  const count = (...starts: readonly (readonly [number: number, ms: number])[]) => {
    const lateness = new Lateness(ten);
    return starts.reduce((sum, [number, ms]) => sum + lateness.starts(number, ms), 0);
  };
  const onTime = Array.from({ length: 50 }, (_, index) => [index, 100 * index] as const);
  expect(count(...onTime)).toBe(0);
  // After a pause of a second, ten iterations start at once. The last two began at most 100 ms late.
  const burst = Array.from({ length: 11 }, (_, index) => [50 + index, 6000] as const);
  expect(count(...onTime, ...burst)).toBe(9);
  // After the same pause, iterations were dropped: number 51 is the next one that is due.
  const afterDrops = Array.from(
    { length: 50 },
    (_, index) => [51 + index, 6100 + 100 * index] as const,
  );
  expect(count(...onTime, [50, 6000], ...afterDrops)).toBe(0);
});

const all = new Set(['read', 'write', 'spend', 'exhaust'] as const);

test('a load is capped by GV_MAX_RPS, and says so', () => {
  const values = { GV_LOAD_PROFILE: 'spike', GV_LOAD_RATE: 10 } as const;
  const reads = new Set(['read', 'exhaust'] as const);
  const free = planLoad(values, reads, 1000);
  expect([peakOf(free.mix), free.notes]).toEqual([50, []]);
  const capped = planLoad(values, reads, 20);
  expect(peakOf(capped.mix)).toBe(20);
  expect(capped.notes).toEqual(['no more than 20 requests a second are sent (GV_MAX_RPS)']);
  expect(capped.purchases).toBeUndefined();
  expect(planLoad({}, new Set(['read']), 20)).toMatchObject({ profile: 'smoke', requests: 40 });
  expect(Object.keys(defaultDurations)).toEqual([...loadProfiles]);
});

test('only the profile breakpoint stops at its thresholds', () => {
  const values = { GV_LOAD_PROFILE: 'breakpoint', GV_LOAD_P99: 100 } as const;
  const of = (plan: ReturnType<typeof planLoad>) =>
    optionsOf(plan, { timeoutMs: 1, asyncTimeoutMs: 1 }).thresholds[
      'http_req_duration{part:load,status:200}'
    ];
  expect(of(planLoad(values, all, 100))).toEqual([
    { threshold: 'p(99)<=100', abortOnFail: true, delayAbortEval: '2s' },
  ]);
  expect(of(planLoad({ ...values, GV_LOAD_PROFILE: 'soak' }, all, 100))).toEqual(['p(99)<=100']);
});

test('purchases stop when the money is spent', () => {
  const target = targetWith({
    GV_ALLOW: 'spend',
    GV_MAX_SPEND: '20 GBP, 3 EUR',
    GV_AUTOMATION_KEY: 'k',
    GV_ORDER_BODY: '{"lines":["{{productCode}}","{{productCode}}"],"of":"{{merchant}}"}',
  });
  const product = { merchant: 'm', minPrice: 1, maxPrice: 50 };
  const offers = [
    { ...product, productCode: 'usd', currency: 'USD', denominations: [0.5] },
    { ...product, productCode: 'gbp', currency: 'gbp', denominations: [6, 4] },
    { ...product, productCode: 'eur', currency: 'EUR', minPrice: 4.5, denominations: [] },
    { productCode: 1 },
    null,
  ].flatMap(pricedIn);
  const reserved = { money: target.values.GV_MAX_SPEND ?? {} };
  // Orders of two at 4, vouchers of 4: 8 + 4 + 8 fit in 20.
  const { buying, leftOut } = planBuying(target, reserved, offers, 100);
  expect(buying?.times).toBe(3);
  expect(buying?.requests.map(({ body }) => body)).toEqual([
    '{"lines":["gbp","gbp"],"of":"m"}',
    expect.stringContaining('"currency":"GBP","valuePurchased":4'),
  ]);
  expect(leftOut).toEqual({});
  expect(buying && pollOf(buying.poll, 'a/b ü')?.url).toBe(
    `${target.baseUrl}${route.orderRequest.path.replace('{id}', 'a%2Fb%20%C3%BC')}`,
  );
  expect(planBuying(target, reserved, offers.slice(0, 1), 100).leftOut['createOrder']).toContain(
    'GV_MAX_SPEND',
  );
});

test('the number of samples is limited, and samples find a response that repeats at any interval', () => {
  for (const interval of [10, 100, 200, 256]) {
    const users = Array.from({ length: 10 }, () => new Sampler(400, 20_000));
    const taken = Array.from({ length: 20_000 }, (_, number) => number).filter(number =>
      users[number % 10]!.wants(number),
    );
    expect(taken.length).toBeLessThanOrEqual(401);
    expect(taken.some(number => number > 1000 && number % interval === 7 % interval)).toBe(true);
  }
});

test('an order request id that would lead to another route is not polled', () => {
  const target = targetWith({});
  const part = mix.find(({ name }) => name === 'orderRequest')!;
  const template = prepare(target, part, { params: { id: placeholder } });
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('', '.', '..', '%2e', '../x'),
  );
  fc.assert(
    fc.property(text, id => {
      const poll = pollOf(template, id);
      const again = () => prepare(target, part, { params: { id } });
      if (poll) expect(again().url).toBe(poll.url);
      else expect(again).toThrow('refused to leave the target');
    }),
  );
});
