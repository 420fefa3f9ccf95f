/** A fault of the network, a gateway or the target: when it strikes, and what an honest run may say of it. */
import { makeRandom } from '../../reference/seed/random.ts';
import type { Limits } from '../../reference/types.ts';
import type { Proxy, ProxyFault, Records, Strike, Visited } from './proxy/proxy.ts';

export interface When {
  readonly text: string;
  readonly start: ProxyFault['when'];
}

/** Strikes the requests for which a function holds that remembers nothing. */
export const when = (text: string, holds: (seen: Visited) => boolean): When => ({
  text,
  start: () => holds,
});

export const always = when('always', () => true);
export const never = when('never', () => false);
export const from = (number: number): When =>
  when(`from request ${number} on`, seen => seen.number >= number);

/** Strikes `count` requests in a row, the first one being number `at`. */
export const burst = (at: number, count: number): When =>
  when(`requests ${at} to ${at + count - 1}`, ({ number }) => number >= at && number < at + count);

/** One request in `k` at random, repeatably. */
export const oneIn = (k: number, seed = 1): When => ({
  text: `one request in ${k}, seed ${seed}`,
  start: () => {
    const random = makeRandom(seed);
    return () => random.int(k) === 0;
  },
});

/** @param path the end of it. */
export const onRoute = (method: string, path: string): When =>
  when(`${method} ${path}`, seen => seen.method === method && seen.path.endsWith(path));

/** The first `count` of what another one strikes. */
export const first = (count: number, when: When): When => ({
  text: `the first ${count === 1 ? '' : `${count} `}of ${when.text}`,
  start: () => {
    const holds = when.start();
    let left = count;
    return (seen, records) => left > 0 && holds(seen, records) && left-- > 0;
  },
});

/** Strikes the requests that both would strike. */
export const both = (a: When, b: When): When => ({
  text: `${a.text}, ${b.text}`,
  start: () => {
    const [holds, also] = [a.start(), b.start()];
    return (...args) => holds(...args) && also(...args);
  },
});

export const reads = when('reads', ({ method }) => method === 'GET');
export const writes = when('POST', ({ method }) => method === 'POST');
export const spendings = when('orders and vouchers', ({ spends }) => spends);
/** A caller is locked out after so many bad keys. */
export const afterBadKeys = (count: number): When => ({
  text: `from the ${count}. bad key on`,
  start: () => {
    let bad = 0;
    return ({ key }) => {
      if (key === 'unknown') bad++;
      return bad >= count;
    };
  },
});

export interface Expectation {
  /** Exit codes: 0 nothing to report, 1 something failed, 2 incomplete, 3 error or could not start. */
  readonly exits: readonly number[];
  /** Of the whole run, on a machine where a plain one takes ten. */
  readonly seconds: number;
  /** Of the time of a plain run, at most. */
  readonly timesPlain?: number;
  /** From the first request that the fault met to the end of the run. */
  readonly secondsAfter?: number;
  /** Requirements that the fault itself breaks, as a client sees it. Any other `failed` is false. */
  readonly fails?: RegExp;
  /** Requirements that may pass: none where everything is unusable. */
  readonly passedAtMost?: number;
  /** Nothing of what was selected may be left out. */
  readonly whole?: true;
  /** Text that the output has to hold for a person. */
  readonly says?: RegExp;
  /** @returns what is wrong with the requests that came. */
  readonly requests?: (seen: Records, plain: Records) => string | undefined;
}

export interface Fault extends Pick<ProxyFault, 'accept' | 'tls'> {
  readonly id: string;
  /** One line. */
  readonly what: string;
  readonly when: When;
  readonly strike: Strike;
  /** Returns the base address, if it is not that of the proxy; called before the run starts. */
  readonly target?: (proxy: Proxy) => string | Promise<string>;
  readonly settings?: () => Readonly<Record<string, string>>;
  /** Checks that suffice; all of the contract by default. */
  readonly grep?: string;
  /** Runs the limiter probes instead, on a server with these limits. */
  readonly probes?: Partial<Limits>;
  readonly expect: Expectation;
}

/** The run has everything that it would have without the fault. */
export const unharmed = (seconds = 25, more: Partial<Expectation> = {}): Expectation => ({
  exits: [0],
  seconds,
  whole: true,
  ...more,
});

/** Something may be missing; nothing is accused. */
export const borne = (seconds = 40, more: Partial<Expectation> = {}): Expectation => ({
  exits: [0, 2, 3],
  seconds,
  ...more,
});

/** The run could not be brought to its end, and says so. It ends when several reads have failed with their three attempts. */
export const cutShort = (seconds = 40, more: Partial<Expectation> = {}): Expectation => ({
  exits: [2, 3],
  seconds,
  secondsAfter: 25,
  ...more,
});

/** Nothing can be judged: the preflight says why. */
export const refused = (says: RegExp, more: Partial<Expectation> = {}): Expectation => ({
  exits: [3],
  seconds: 15,
  passedAtMost: 0,
  says,
  ...more,
});

/** The contract is broken as far as a client can see: it may be accused, by these requirements. */
export const broken = (fails: RegExp, more: Partial<Expectation> = {}): Expectation => ({
  exits: [0, 1, 2, 3],
  seconds: 40,
  fails,
  ...more,
});

/** Properties that a fault has beside those of every fault. */
export type More = Omit<Partial<Fault>, 'id' | 'what' | 'when' | 'strike' | 'expect'>;

/** Id -> what happens, what does it, and what else is special. */
export type Rows = Readonly<Record<string, readonly [what: string, strike: Strike, more?: More]>>;

/**
 * Returns faults that strike at the same requests and demand the same.
 *
 * @param shared what is special about all of them.
 */
export const faults = (when: When, expect: Expectation, rows: Rows, shared: More = {}): Fault[] =>
  Object.entries(rows).map(([id, [what, strike, more]]) => ({
    id,
    what,
    when,
    strike,
    expect,
    ...shared,
    ...more,
  }));

/** Checks that suffice where a route of the catalog or the wallet is struck. */
export const few = { grep: 'catalog\\.|wallet\\.' };
