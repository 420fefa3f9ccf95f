import { expect } from '#test';
import fc from 'fast-check';
import { route } from '../../../schemas/routes.ts';
import { fakeClock, ledgerOf, memoryFiles, targetWith } from '../../../fixtures/testing/fakes.ts';
import { test } from '../../../fixtures/testing/spawned.ts';
import { NotExercised } from '../../verdict.ts';
import { accountsIn, reset } from './accounts.ts';
import { type Files, windowMs } from './disk.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { type Cost, exact } from './money.ts';

const target = targetWith({ GV_ALLOW: 'spend', GV_MAX_SPEND: '250 GBP, 50 EUR' });
const pounds = (value: number): Cost => ({ currency: 'GBP', value });

/** Runs that share a disk and a clock. */
function runs() {
  const [files, clock] = [memoryFiles(), fakeClock()];
  const of = (run: string) => {
    const ledger = ledgerOf(target, { files, clock, run });
    const reserve = (...costs: readonly Cost[]) => ledger.reserve(route.createOrder, costs);
    return {
      ledger,
      reserve,
      reserving:
        (...costs: readonly Cost[]) =>
        () =>
          reserve(...costs),
    };
  };
  return { files, clock, of };
}

test('money is spent up to GV_MAX_SPEND of its currency', () => {
  const { reserve, reserving } = runs().of('one');
  expect(reserving(pounds(250.01))).toThrow('it could spend 250.01 GBP; GV_MAX_SPEND leaves 250');
  reserve(pounds(200));
  expect(reserving(pounds(51))).toThrow('GV_MAX_SPEND leaves 50');
  reserve(pounds(50), { currency: 'EUR', value: 50 });
  expect(reserving(pounds(0.01))).toThrow('GV_MAX_SPEND leaves 0');
});

test('the costs of a request add up to the cent', () => {
  const { reserve, reserving } = runs().of('one');
  expect(reserving(...Array<Cost>(26).fill(pounds(10)))).toThrow('it could spend 260 GBP');
  for (const value of [0.1, 0.2, 249.7]) reserve(pounds(value));
  expect(reserving(pounds(0.01))).toThrow(NotExercised);
});

test('a currency outside GV_MAX_SPEND is not spent, and an unknown currency counts in each', () => {
  const { ledger, reserve, reserving } = runs().of('one');
  expect(reserving({ currency: 'USD', value: 1 })).toThrow('USD, which GV_MAX_SPEND does not name');
  expect(reserving({ currency: undefined, value: 51 })).toThrow('it could spend 51 EUR');
  reserve({ currency: undefined, value: 50 });
  expect(ledger.room()).toEqual({ GBP: 200, EUR: 0 });
});

test('the rest of a limit has no digits beyond the amounts', () => {
  const { ledger, reserve } = runs().of('one');
  reserve(pounds(248.87));
  expect(ledger.room()).toEqual({ GBP: 1.13, EUR: 50 });
});

test('purchases of earlier runs count for a day, and the reason says so', () => {
  const { clock, of } = runs();
  of('one').reserve(pounds(240));
  const { ledger, reserve, reserving } = of('two');
  expect(ledger.earlier()).toEqual({ GBP: 240 });
  reserve(pounds(5));
  expect(reserving(pounds(10))).toThrow(
    'earlier runs spent 240 GBP of the 250 GBP that GV_MAX_SPEND permits in 24 hours, over all runs: ' +
      'room comes back at 2026-01-02 00:00 UTC; ' +
      `./gv ledger --reset ${target.baseUrl} gives it back now`,
  );
  void clock.sleep(windowMs);
  reserve(pounds(250));
  expect(ledger.earlier()).toEqual({});
});

test('a clock that was ahead for a moment does not reset the cap', () => {
  const { clock, of, files } = runs();
  of('one').reserve(pounds(240));
  void clock.sleep(40 * windowMs);
  of('two').reserve(pounds(1));
  const later = ledgerOf(target, { files, clock: fakeClock(), run: 'three' });
  expect(() => later.reserve(route.createOrder, [pounds(10)])).toThrow(
    'earlier runs spent 241 GBP',
  );
});

test('a forged line in the ledger does not raise the cap', () => {
  const { files, clock, of } = runs();
  of('one').reserve(pounds(240));
  const [name = ''] = files.names();
  const key = 'digest of a key';
  const line = { id: 'x', at: clock.now(), key, run: 'two', target: '', what: '' };
  for (const value of [-240, 'all', null])
    files.append(name, Buffer.from(`\n${JSON.stringify({ ...line, reserved: { GBP: value } })}\n`));
  expect(of('two').ledger.room()).toEqual({ GBP: 10, EUR: 50 });
});

test('a target with two names has one cap for each key', ({ cwd: state }) => {
  const ledgerAt = (address: string, key: string) => {
    const env = { GV_BASE_URL: address, GV_API_KEY: key, GV_STATE: state };
    const caps = { GV_ALLOW: 'spend', GV_MAX_SPEND: '30 GBP' };
    return openLedger(targetWith({ ...env, ...caps }), address, fakeClock());
  };
  const order = (ledger: Ledger) => ledger.reserve(route.createOrder, [pounds(20)]);
  order(ledgerAt('http://127.0.0.1:8080', 'business-key-1f2e3d4c'));
  expect(() => order(ledgerAt('http://localhost:8080/', 'business-key-1f2e3d4c'))).toThrow(
    'earlier runs spent 20 GBP',
  );
  order(ledgerAt('http://localhost:8080', 'business-key-of-others'));
  const accounts = accountsIn(state, fakeClock());
  expect(accounts.map(({ targets, sent }) => ({ targets, sent }))).toEqual([
    { targets: ['http://127.0.0.1:8080'], sent: { GBP: 20 } },
    { targets: ['http://localhost:8080'], sent: { GBP: 20 } },
  ]);
  expect(reset(state, fakeClock(), 'http://localhost:8080/')).toHaveLength(1);
  expect(accountsIn(state, fakeClock()).map(({ targets }) => targets)).toEqual([
    ['http://127.0.0.1:8080'],
  ]);
});

test('nothing is bought if the ledger cannot be written', () => {
  const files = memoryFiles();
  const full = () => {
    throw new Error('ENOSPC: no space left on device');
  };
  const ledger = ledgerOf(target, { files: { ...files, append: full } });
  expect(() => ledger.reserve(route.createOrder, [pounds(1)])).toThrow(
    /cannot be recorded \(ENOSPC.*GV_STATE names another folder/,
  );
});

const cap = 100;
const capped = targetWith({ GV_ALLOW: 'spend', GV_MAX_SPEND: `${cap} GBP` });

/** Lets the next write leave only so many bytes, as if the process died then. */
const dying = (files: Files, bytes: number): Files => ({
  ...files,
  append(name, whole) {
    files.append(name, whole.subarray(0, bytes));
    throw new Error('killed');
  },
});

const steps = fc.array(
  fc.record({
    process: fc.nat(2),
    cents: fc.integer({ min: 1, max: 6000 }),
    service: fc.constantFrom('accepts', 'rejects', 'breaks off' as const),
    /** When the process is killed. */
    killed: fc.option(
      fc.oneof(
        fc.constantFrom('before it sends', 'before the response', 'as it settles' as const),
        fc.record({ writing: fc.nat(300) }),
      ),
      { freq: 3 },
    ),
    pauseMs: fc.constantFrom(0, 1, 60_000, windowMs / 3, windowMs),
  }),
  { maxLength: 60 },
);

test('runs at the same time stay below one cap, even if they are killed', () => {
  fc.assert(
    fc.property(steps, all => {
      const [files, clock] = [memoryFiles(), fakeClock()];
      let runs = 0;
      const start = (disk = files) => ledgerOf(capped, { files: disk, clock, run: `${++runs}` });
      const processes = [start(), start(), start()];
      const spent: { at: number; value: number }[] = [];
      for (const { process, cents, service, killed, pauseMs } of all) {
        void clock.sleep(pauseMs);
        const value = cents / 100;
        const writing = typeof killed === 'object' && killed !== null ? killed.writing : undefined;
        if (writing !== undefined) processes[process] = start(dying(files, writing));
        try {
          const reservation = processes[process]!.reserve(route.createOrder, [pounds(value)]);
          if (killed !== 'before it sends') {
            if (service !== 'rejects') spent.push({ at: clock.now(), value });
            if (service === 'rejects' && killed === null) reservation.release();
          }
        } catch {
          // There was no room, or it was killed while it wrote: nothing was sent.
        }
        if (killed !== null) processes[process] = start();
        const day = spent.filter(({ at }) => at > clock.now() - windowMs);
        if (exact(day.reduce((sum, each) => sum + each.value, 0)) > cap) return false;
      }
      return true;
    }),
    { numRuns: 500 },
  );
});

test('two runs that buy at the same moment stay below one cap', () => {
  const [files, clock] = [memoryFiles(), fakeClock()];
  const other = ledgerOf(capped, { files, clock, run: 'other' });
  const reserveOther = (value: number) => other.reserve(route.createOrder, [pounds(value)]);
  const meanwhile = (before: () => void, after: () => void): Files => {
    let isFirst = true;
    return {
      ...files,
      append(name, bytes) {
        if (isFirst) before();
        files.append(name, bytes);
        if (isFirst) after();
        isFirst = false;
      },
    };
  };
  const none = () => {};
  const first = ledgerOf(capped, {
    clock,
    run: 'first',
    files: meanwhile(() => reserveOther(60), none),
  });
  // Both have looked, and the other one was the first to write.
  expect(() => first.reserve(route.createOrder, [pounds(60)])).toThrow('earlier runs spent 60 GBP');
  expect(other.room()).toEqual({ GBP: 40 });
  const second = ledgerOf(capped, {
    clock,
    run: 'second',
    files: meanwhile(none, () => expect(() => reserveOther(40)).toThrow()),
  });
  second.reserve(route.createOrder, [pounds(40)]);
  expect(other.room()).toEqual({ GBP: 0 });
});

test('room for money comes back when enough of the counted money is a day old', () => {
  const { clock, of } = runs();
  const { reserve, ledger } = of('one');
  const began = clock.now();
  reserve(pounds(100));
  void clock.sleep(1000);
  reserve(pounds(120));
  expect(ledger.roomAt({ GBP: 30 })).toBe(clock.now());
  expect(ledger.roomAt({ GBP: 120 })).toBe(began + windowMs);
  expect(ledger.roomAt({ GBP: 200 })).toBe(began + 1000 + windowMs);
  expect(ledger.roomAt({ GBP: 251 })).toBeUndefined();
});
