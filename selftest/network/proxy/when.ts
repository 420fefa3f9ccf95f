/** When a fault strikes: a decision for each request, and its text for people. */
import { makeRandom } from '../../../reference/seed/random.ts';
import type { ProxyFault } from './proxy.ts';
import type { Visited } from './records.ts';

export interface When {
  readonly text: string;
  readonly start: ProxyFault['when'];
}

const stateless = (text: string, holds: (seen: Visited) => boolean): When => ({
  text,
  start: () => holds,
});

export const always = stateless('always', () => true);
export const never = stateless('never', () => false);
export const from = (number: number): When =>
  stateless(`from request ${number} on`, seen => seen.number >= number);

/** Strikes `count` requests in a row, the first one being number `at`. */
export const burst = (at: number, count: number): When =>
  stateless(
    `requests ${at} to ${at + count - 1}`,
    ({ number }) => number >= at && number < at + count,
  );

/** One request in `k` at random, repeatably. */
export const oneIn = (k: number, seed = 1): When => ({
  text: `one request in ${k}, seed ${seed}`,
  start: () => {
    const random = makeRandom(seed);
    return () => random.int(k) === 0;
  },
});

/** @param path its end, or a pattern of all of it. */
export const onRoute = (method: string, path: string | RegExp): When =>
  stateless(
    `${method} ${path instanceof RegExp ? path.source : path}`,
    seen =>
      seen.method === method &&
      (path instanceof RegExp ? path.test(seen.path) : seen.path.endsWith(path)),
  );

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

export const reads = stateless('reads', ({ method }) => method === 'GET');
export const writes = stateless('POST', ({ method }) => method === 'POST');
export const spendings = stateless('orders and vouchers', ({ spends }) => spends);
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
