/** Shows that the cap holds against a target that takes the money, with any answer. */
import { expect, test } from '#test';
import fc from 'fast-check';
import { route } from '../../../schemas/routes.ts';
import {
  answer,
  apiOver,
  ledgerOf,
  memoryFiles,
  ourTarget,
  targetWith,
} from '../../../fixtures/testing/fakes.ts';
import { ExchangeLog } from '../log.ts';
import { exchangeOn } from '../../../fixtures/testing/exchange.ts';
import { NoResponse } from '../response.ts';
import { createSpending } from './spending.ts';
import type { WireResponse } from '../transport.ts';

const cap = 30;
const target = targetWith({ GV_ALLOW: 'spend', GV_MAX_SPEND: `${cap} GBP` });
const order = (value: number) => ({
  body: { value },
  costs: [{ currency: 'GBP', value }],
  fresh: true,
});
const rejected = answer(400, { error: 'Product not found' });

/** Says what a service does with an order: how many times its value it takes, and what it answers. */
interface Deed {
  readonly takes: number;
  /** Absent: a connection that breaks off. */
  readonly answers?: WireResponse;
}

const lies = {
  'a 429 without a wait': {
    takes: 1,
    answers: answer(429, { error: 'x' }, { 'retry-after': '0' }),
  },
  'a 429 with a wait': {
    takes: 1,
    answers: answer(429, { error: 'x' }, { 'retry-after': '1' }),
  },
  'a rejection': { takes: 1, answers: rejected },
  'an error of the server': { takes: 1, answers: answer(500, { error: 'An error occurred' }) },
  'nothing at all': { takes: 1 },
} as const satisfies Record<string, Deed>;

/** Returns the response to a request for the wallets, from their balances by currency. */
type ShowWallets = (balances: Record<string, number>, looks: number) => WireResponse;

const listWallets: ShowWallets = balances =>
  answer(
    200,
    Object.entries(balances).map(([currency, balance]) => ({ currency, balance })),
  );

/** Returns a service that does one of these for each order, what it took, and runs that share a disk. */
function service(deedOf: (count: number) => Deed, show = listWallets) {
  const files = memoryFiles();
  let [taken, paidIn, orders, looks] = [0, 0, 0, 0];
  const run = () => {
    const { api, requests, log } = apiOver(
      ({ method, body }) => {
        if (method === 'GET') return show({ GBP: 1000 + paidIn - taken }, (looks += 1));
        const deed = deedOf((orders += 1));
        const { value } = JSON.parse(String(body)) as { value: number };
        taken += value * deed.takes;
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
    looks: () => looks,
    counted: () => ledgerOf(target, { files }).ofThisRun(),
    payIn: (value: number) => (paidIn += value),
  };
}

test('every purchase that was sent counts, accepted or rejected', async () => {
  const { run, orders } = service(count => ({
    takes: 0,
    answers: count % 2 === 0 ? rejected : answer(201),
  }));
  const { api, buy } = run();
  for (let count = 0; count < 20; count++) await buy(5);
  await api.settle();
  expect(orders()).toBe(6);
  expect(await run().buy(5)).toContain('GV_MAX_SPEND leaves 0');
});

test('a purchase that is retried after a 429 counts twice', async () => {
  const { run, orders } = service(() => ({ ...lies['a 429 without a wait'], takes: 0 }));
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

const tenfold = { takes: 10, answers: answer(201) } as const;
const honest = { takes: 1, answers: answer(201) } as const;

/** Buys until the run refuses, at the end compares the wallet, and returns the last response. */
async function buyAll({ api, buy }: ReturnType<ReturnType<typeof service>['run']>, value = 0.1) {
  let last: unknown;
  for (let count = 0; count < 30; count++) last = await buy(value);
  await api.settle();
  return last;
}

test('a charge of ten times the value ends the spending after the first purchase', async () => {
  const { run, orders, counted } = service(() => tenfold);
  const { buy } = run();
  await buy(5);
  const sentence =
    'nothing more is spent: the wallet fell by 50 GBP, and all purchases that were accepted or got no answer add up to 5 GBP. Another client';
  expect(await buy(5)).toContain(sentence);
  expect(await buy(5)).toContain(sentence);
  expect(orders()).toBe(1);
  expect(counted()).toEqual({ GBP: 50 });
  // What the wallet lost counts for later runs as well.
  expect(await run().buy(1)).toContain('GV_MAX_SPEND leaves 0');
});

for (const [what, deed] of Object.entries(lies))
  test(`ten times the value for a purchase that gets ${what} ends the spending`, async () => {
    const { run, orders } = service(() => ({ ...deed, takes: 10 }));
    expect(await buyAll(run())).toContain('the wallet fell by 1 GBP');
    expect(orders()).toBe(1);
  });

test('ten times the value from the second purchase on costs at most ten purchases more', async () => {
  const { run, orders, counted } = service(count => (count === 1 ? honest : tenfold));
  expect(await buyAll(run())).toContain('the wallet fell by 10.1 GBP');
  expect(orders()).toBe(11);
  expect(counted()).toEqual({ GBP: 10.1 });
});

test('a charge that shows late is counted at the end of the run', async () => {
  const { run, payIn, counted } = service(() => honest);
  const { api, buy } = run();
  for (let count = 0; count < 3; count++) await buy(5);
  payIn(-45);
  await api.settle();
  expect(counted()).toEqual({ GBP: 60 });
});

test('a fee that is less than the price does not end the spending', async () => {
  const { run, orders } = service(() => ({ ...honest, takes: 1.9 }));
  await buyAll(run());
  expect(orders()).toBe(30);
});

test('a fall that is not finite counts as the whole limit', async () => {
  const { run } = service(
    () => honest,
    (_, looks) => listWallets({ GBP: looks === 1 ? 1e303 : 0 }, looks),
  );
  await buyAll(run());
  expect(await run().buy(1)).toContain('GV_MAX_SPEND leaves 0');
});

test('a wallet that appears later is compared from then on', async () => {
  let taken = 0;
  const { run, orders } = service(
    () => {
      taken += 1000;
      return { takes: 0, answers: answer(201) };
    },
    ({ GBP = 0 }, looks) => listWallets({ GBP, ...(looks > 1 ? { NGN: 1e6 - taken } : {}) }, looks),
  );
  expect(await buyAll(run())).toContain('the wallet fell by 10000 NGN');
  expect(orders()).toBe(11);
});

const wallet = (balance: unknown): WireResponse => answer(200, [{ currency: 'GBP', balance }]);

/** Lists of wallets from which nobody can see what was taken. */
const unreadable: Readonly<Record<string, WireResponse>> = {
  'an error of the server': answer(500, { error: 'An error occurred' }),
  'no wallet': answer(404, { error: 'Wallet not found' }),
  'a web page': answer(200, '<html></html>', { 'Content-Type': 'text/html' }),
  'an object': answer(200, { balance: 5 }),
  'a text': wallet('1000'),
  null: wallet(null),
  'no balance': wallet(undefined),
  'an infinite number': answer(200, '[{"currency":"GBP","balance":1e999}]'),
  'two wallets': answer(200, [
    { currency: 'GBP', balance: 1000 },
    { currency: 'GBP', balance: 5 },
  ]),
};

for (const [what, response] of Object.entries(unreadable))
  test(`nothing is bought from a wallet that cannot be read: ${what}`, async () => {
    const before = service(
      () => tenfold,
      () => response,
    );
    expect(await buyAll(before.run())).toContain('nobody could see what the target takes');
    expect(before.orders()).toBe(0);
    const after = service(
      () => tenfold,
      (balances, looks) => (looks === 1 ? listWallets(balances, looks) : response),
    );
    expect(await buyAll(after.run())).toContain('nobody could see what the target takes');
    expect(after.orders()).toBe(1);
  });

test('an account without a wallet in the currency buys', async () => {
  const { run, orders } = service(
    () => honest,
    (_, looks) => listWallets({ EUR: 5 }, looks),
  );
  await buyAll(run());
  expect(orders()).toBe(30);
});

test('deposits do not end the spending, and a run looks after each tenth purchase', async () => {
  const { run, orders, payIn, looks } = service(() => honest);
  const current = run();
  await current.buy(0.1);
  payIn(100);
  await buyAll(current);
  expect(orders()).toBe(31);
  expect(looks()).toBe(5);
});

test('a look waits until the ten purchases before it have ended', async () => {
  let looks = 0;
  const spending = createSpending({
    target,
    ledger: ledgerOf(target),
    look: () => {
      looks += 1;
      return Promise.resolve(
        exchangeOn(route.wallet, { body: [{ currency: 'GBP', balance: 1000 }] }),
      );
    },
    onUnexplained: () => {},
  });
  const reserve = () => spending.reserve(route.createOrder, [{ currency: 'GBP', value: 0.01 }]);
  spending.ended(await reserve(), 'rejected');
  const underWay = [];
  for (let count = 0; count < 10; count++) underWay.push(await reserve());
  expect(looks).toBe(2);
  const next = reserve();
  for (const each of underWay) {
    await Promise.resolve();
    expect(looks).toBe(2);
    spending.ended(each, 'rejected');
  }
  await next;
  expect(looks).toBe(3);
});

test('dear purchases leave the money that is kept for cheap ones', async () => {
  const { run, orders } = service(() => honest);
  const { api, buy } = run();
  api.keep?.({ currency: 'GBP', money: 4, each: 1 });
  await buy(20);
  expect(await buy(10)).toContain(
    'it could spend 10 GBP; GV_MAX_SPEND leaves 10, and 4 of it are kept for cheap vouchers',
  );
  await buy(6);
  expect(await buy(2)).toContain('4 of it are kept');
  for (let count = 0; count < 4; count++) await buy(1);
  expect(await buy(1)).toContain('GV_MAX_SPEND leaves 0');
  expect(orders()).toBe(6);
});

const deeds = fc.constantFrom<Deed>(
  ...Object.values(lies),
  { takes: 0, answers: rejected },
  { takes: 1, answers: answer(201) },
  { takes: 1, answers: answer(202) },
  { takes: 0, answers: answer(429, { error: 'x' }) },
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
  const { run, orders } = service(() => ({ takes: 0, answers: rejected }));
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

test('nobody counts what the reference takes from its wallets', async () => {
  for (const [own, expected] of [
    [ourTarget(), 0],
    [target, 1],
  ] as const) {
    let found = 0;
    const spending = createSpending({
      target: own,
      ledger: ledgerOf(own),
      look: () => Promise.reject(new Error('the wallets cannot be read')),
      onUnexplained: () => void found++,
    });
    for (const balance of [1000, 800])
      spending.seen(exchangeOn(route.wallet, { body: [{ currency: 'GBP', balance }] }));
    await spending.settle();
    expect(found, own.origin).toBe(expected);
  }
});
