/** A fault of the network, a gateway or the target, and what an honest run may say of it. */
import type { Limits } from '../../reference/types.ts';
import type { Proxy, ProxyFault, Strike } from './proxy/proxy.ts';
import type { Records } from './proxy/records.ts';
import type { When } from './proxy/when.ts';

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
  /** The base address, where it is not that of the proxy; called before the run starts. */
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

/** The run could not be brought to its end, and says so. */
export const cutShort = (seconds = 30, more: Partial<Expectation> = {}): Expectation => ({
  exits: [2, 3],
  seconds,
  secondsAfter: 15,
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

type Row = readonly [
  what: string,
  strike: Strike,
  more?: Omit<Partial<Fault>, 'id' | 'what' | 'when' | 'strike' | 'expect'>,
];

/** Returns faults that strike at the same requests and demand the same: id -> what happens, and what does it. */
export const faults = (
  when: When,
  expect: Expectation,
  rows: Readonly<Record<string, Row>>,
): Fault[] =>
  Object.entries(rows).map(([id, [what, strike, more]]) => ({
    id,
    what,
    when,
    strike,
    expect,
    ...more,
  }));
