/** Describes a fault of the network, a gateway or the target: when it strikes, what it does, and what the run must do. */
import { makeRandom } from '../../reference/seed/random.ts';
import type { Limits } from '../../reference/types.ts';
import type { Proxy, ProxyFault, Strike, Visited } from './proxy/proxy.ts';

/** Selects the requests that a fault strikes. */
export interface When {
  readonly text: string;
  readonly start: ProxyFault['when'];
}

/** Selects requests by a predicate. */
const when = (text: string, holds: (seen: Visited) => boolean): When => ({
  text,
  start: () => holds,
});

export const always = when('always', () => true);
export const never = when('never', () => false);
export const reads = when('reads', ({ method }) => method === 'GET');
export const spendings = when('orders and vouchers', ({ spends }) => spends);

/** Selects the requests from a number on. */
export const from = (number: number): When =>
  when(`from request ${number} on`, seen => seen.number >= number);

export const request = (number: number): When =>
  when(`request ${number}`, seen => seen.number === number);

/** @param path the end of the path. */
export const onRoute = (method: string, path: string): When =>
  when(`${method} ${path}`, seen => seen.method === method && seen.path.endsWith(path));

/** Selects the first requests of another selection. */
export const first = (count: number, each: When): When => ({
  text: `the first ${count}: ${each.text}`,
  start: () => {
    const holds = each.start();
    let left = count;
    return (...args) => left > 0 && holds(...args) && left-- > 0;
  },
});

/** Selects one request in `k` at random, repeatably. */
export const oneIn = (k: number, each: When): When => ({
  text: `one in ${k}: ${each.text}`,
  start: () => {
    const [holds, random] = [each.start(), makeRandom(1)];
    return (...args) => holds(...args) && random.int(k) === 0;
  },
});

/** Selects requests over a connection that had an earlier request. */
export const onKept = ({ text, start }: When): When => ({
  text: `${text}, over a kept connection`,
  start: () => {
    const holds = start();
    return (seen, records) => seen.isOnKept && holds(seen, records);
  },
});

export const afterBadKeys: When = {
  text: 'from the 10th bad key on',
  start: () => {
    let bad = 0;
    return ({ key }) => {
      if (key === 'unknown') bad++;
      return bad >= 10;
    };
  },
};

export const afterLimit: When = {
  text: 'from the first 429 of the service on',
  start:
    () =>
    (_, { visits }) =>
      visits.some(({ reached }) => reached.includes(429)),
};

/** States what a run must do. */
export interface Outcome {
  /** Heading above the faults in the table. */
  readonly title: string;
  /** Description in one line. */
  readonly text: string;
  /** Exit codes: 0 passed, 2 incomplete, 3 an error. */
  readonly exits: readonly number[];
  /** States whether all requirements pass, or none. If absent, any may pass. */
  readonly passes?: 'all' | 'none';
  /**
   * True if the run must send at most 1.1 times the requests, in at most twice the time. The time that the runner needs afterwards
   * for each error does not count.
   */
  readonly isCheap?: true;
}

export interface Fault extends Pick<ProxyFault, 'tls'> {
  readonly id: string;
  /** Description in one line. */
  readonly what: string;
  readonly when: When;
  readonly strike: Strike;
  readonly outcome: Outcome;
  /** Text that the output must contain. */
  readonly says?: RegExp;
  /** Selects the checks. By default, the whole contract. */
  readonly grep?: string;
  /** Runs the limiter probes instead, on a server with these limits. */
  readonly probes?: Limits;
  /** Returns the base address, if it differs from the address of the proxy. */
  readonly target?: (proxy: Proxy) => string;
  readonly settings?: () => Readonly<Record<string, string>>;
}

type More = Partial<Omit<Fault, 'id' | 'what' | 'strike' | 'outcome'>>;
type Row = readonly [id: string, what: string, strike: Strike, more?: More];

/** Returns the faults of an outcome. `when` and `shared` are defaults for the rows. */
export const faults = (outcome: Outcome, when: When, shared: More, rows: readonly Row[]): Fault[] =>
  rows.map(([id, what, strike, more]) => ({ id, what, when, strike, outcome, ...shared, ...more }));
