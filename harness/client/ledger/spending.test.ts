/** Shows that the cap holds against a target that takes the money, with any answer. */
import { expect, test } from '#test';
import fc from 'fast-check';
import { route } from '../../../schemas/routes.ts';
import { answer, apiOver, memoryFiles, targetWith } from '../../../fixtures/testing/fakes.ts';
import { ExchangeLog } from '../log.ts';
import { NoResponse } from '../response.ts';
import type { WireResponse } from '../transport.ts';

const cap = 30;
const target = targetWith({ GV_ALLOW: 'spend', GV_MAX_SPEND: `${cap} GBP` });
const order = (value: number) => ({
  body: { value },
  costs: [{ currency: 'GBP', value }],
  fresh: true,
});
const rejected = answer(400, { error: 'Product not found' });

/** Says what a service does with an order: if it takes the money, and what it answers. */
interface Deed {
  readonly takes: boolean;
  /** Absent: a connection that breaks off. */
  readonly answers?: WireResponse;
}

const lies = {
  'a 429 without a wait': {
    takes: true,
    answers: answer(429, { error: 'x' }, { 'retry-after': '0' }),
  },
  'a 429 with a wait': {
    takes: true,
    answers: answer(429, { error: 'x' }, { 'retry-after': '1' }),
  },
  'a rejection': { takes: true, answers: rejected },
  'an error of the server': { takes: true, answers: answer(500, { error: 'An error occurred' }) },
  'nothing at all': { takes: true },
} as const satisfies Record<string, Deed>;

/** Returns a service that does one of these for each order, what it took, and runs that share a disk. */
function service(deedOf: (count: number) => Deed, wallet: () => boolean = () => true) {
  const files = memoryFiles();
  let [taken, paidIn, orders] = [0, 0, 0];
  const run = () => {
    const { api, requests, log } = apiOver(
      ({ method, body }) => {
        if (method === 'GET')
          return wallet()
            ? answer(200, [{ currency: 'GBP', balance: 1000 + paidIn - taken }])
            : answer(500, { error: 'An error occurred' });
        const deed = deedOf((orders += 1));
        const { value } = JSON.parse(String(body)) as { value: number };
        if (deed.takes) taken += value;
        if (!deed.answers) throw new NoResponse('no response: ECONNRESET', 'ECONNRESET');
        return deed.answers;
      },
      target,
      new ExchangeLog(),
      files,
    );
    const buy = (value: number) =>
      api.send(route.createOrder, order(value)).catch((error: unknown) => String(error));
    return { api, buy, requests, log };
  };
  return {
    run,
    taken: () => taken,
    orders: () => orders,
    payIn: (value: number) => (paidIn += value),
  };
}

test('every purchase that was sent counts, accepted or rejected', async () => {
  const { run, orders } = service(count => ({
    takes: false,
    answers: count % 2 === 0 ? rejected : answer(201),
  }));
  const { api, buy } = run();
  for (let count = 0; count < 20; count++) await buy(5);
  await api.settle();
  expect(orders()).toBe(6);
  expect(await run().buy(5)).toContain('GV_MAX_SPEND leaves 0');
});

test('a purchase that is retried after a 429 counts twice', async () => {
  const { run, orders } = service(() => lies['a 429 without a wait']);
  expect(await run().buy(20)).toContain('GV_MAX_SPEND leaves 10');
  expect(orders()).toBe(1);
});

test('a purchase without a connection does not count', async () => {
  const { api, requests } = apiOver(({ method }) => {
    if (method === 'GET') return answer(200, [{ currency: 'GBP', balance: 1000 }]);
    throw new NoResponse('no response: ECONNREFUSED', 'ECONNREFUSED');
  }, target);
  for (let count = 0; count < 3; count++)
    await expect(api.send(route.createOrder, order(20))).rejects.toThrow('ECONNREFUSED');
  expect(requests.filter(({ method }) => method === 'POST').length).toBeGreaterThan(2);
});

test('a charge of ten times the value ends the spending after the first purchase', async () => {
  const { run, orders, payIn } = service(() => ({ takes: true, answers: answer(201) }));
  const { buy, log } = run();
  await buy(5);
  payIn(-45);
  const sentence =
    'nothing more is spent: the wallet fell by 50 GBP, and all that this run sent adds up to 5 GBP. Another client';
  expect(await buy(5)).toContain(sentence);
  expect(await buy(5)).toContain(sentence);
  expect(orders()).toBe(1);
  expect(log.spent).toEqual({ GBP: 50 });
  // What the wallet lost counts for later runs as well.
  expect(await run().buy(1)).toContain('GV_MAX_SPEND leaves 0');
});

test('a charge that shows late is counted at the end of the run', async () => {
  const { run, payIn } = service(() => ({ takes: true, answers: answer(201) }));
  const { api, buy, log } = run();
  for (let count = 0; count < 3; count++) await buy(5);
  payIn(-45);
  await api.settle();
  expect(log.spent).toEqual({ GBP: 60 });
});

test('deposits, honest charges and an unreadable wallet do not end the spending', async () => {
  for (const wallet of [true, false]) {
    const { run, orders, payIn } = service(
      () => ({ takes: true, answers: answer(201) }),
      () => wallet,
    );
    const { api, buy } = run();
    await buy(5);
    payIn(100);
    for (let count = 0; count < 5; count++) await buy(5);
    await api.settle();
    expect(orders()).toBe(6);
  }
});

const deeds = fc.constantFrom<Deed>(
  ...Object.values(lies),
  { takes: false, answers: rejected },
  { takes: true, answers: answer(201) },
  { takes: true, answers: answer(202) },
  { takes: false, answers: answer(429, { error: 'x' }) },
);

test('no service gets more than the cap from us, even if others buy at the same time', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          deed: deeds,
          cents: fc.integer({ min: 1, max: 1500 }),
          others: fc.constantFrom(0, 0, 0, 2.5),
        }),
        {
          maxLength: 40,
        },
      ),
      fc.integer({ min: 1, max: 40 }),
      async (all, restart) => {
        const { run, taken, payIn } = service(count => (all[count % all.length] ?? all[0]!).deed);
        let current = run();
        for (const [index, { cents, others }] of all.entries()) {
          payIn(-others);
          // The process was killed: the next one knows what is on disk.
          if (index % restart === restart - 1) current = run();
          await current.buy(cents / 100);
        }
        return taken() <= cap + 1e-9;
      },
    ),
    { numRuns: 300 },
  ));

test('a negative or invalid amount is not spent', async () => {
  const { run, orders } = service(() => ({ takes: false, answers: rejected }));
  const { api } = run();
  for (const value of [NaN, -5, Infinity])
    await expect(api.send(route.createOrder, order(value))).rejects.toThrow(
      'which is no amount of money',
    );
  for (const currency of ['constructor', 'toString', '__proto__'])
    await expect(
      api.send(route.createOrder, { body: {}, costs: [{ currency, value: 5 }] }),
    ).rejects.toThrow('which GV_MAX_SPEND does not name');
  expect(orders()).toBe(0);
});
