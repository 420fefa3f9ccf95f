/** Defines the plan of a run: what it will show and send, known before its first purchase. */
import { lacksSchema, type Lacks } from '../lacks.ts';
import { limiterNames } from '../routes.ts';
import {
  amount,
  closed,
  constant,
  count,
  listOf,
  mapOf,
  oneOf,
  text,
  texts,
  type TypeOf,
} from './schema.ts';

const prepared = closed({
  /** Names it for people: `a bulk order`. */
  what: text,
  /** Price by currency. Counts whether the target accepts it or not. */
  money: mapOf(amount),
});
export interface Prepared extends TypeOf<typeof prepared> {}

const costs = closed(
  {
    /** Requests, without probes of limiters. */
    requests: count,
    /** Money that counts against GV_MAX_SPEND, by currency. */
    money: mapOf(amount),
    /** Seconds until the checks have ended, without probes of limiters. */
    seconds: count,
    /** Limiters that are probed, in order, with the seconds of each. */
    limiters: listOf(
      closed(
        { name: oneOf(limiterNames), seconds: count },
        { /** Absent if unknown. */ requests: count },
      ),
    ),
  },
  {
    /** Most money that counts, if the target rejects what others accept. Absent if it is unknown. */
    moneyAtPrices: mapOf(amount),
    /** Set if the catalog was not read, so that `money` is only a bound. */
    isBound: constant(true),
  },
);
export interface Costs extends TypeOf<typeof costs> {}

export const planSchema = closed({
  /** Checks that are expected to show a case, each with its demanded cases. */
  runs: mapOf(texts),
  /** Names what the run lacks for every other check. */
  lacks: mapOf<Lacks>(lacksSchema),
  /** Lists what the run orders, sends and registers. */
  prepares: listOf<Prepared>(prepared),
  costs,
});
export interface Plan extends TypeOf<typeof planSchema> {}

/** File in GV_OUT with the plan of a run. */
export const planName = 'plan.json';
