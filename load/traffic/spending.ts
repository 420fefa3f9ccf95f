/** Reserves in the ledger what a load may spend, before it begins, and gives back what it did not spend when it has ended. */
import { systemClock } from '../../fixtures/client/clock.ts';
import { isAny } from '../../fixtures/client/ledger/money.ts';
import { type Ledger, openLedger } from '../../fixtures/client/ledger/ledger.ts';
import type { Target } from '../../fixtures/config/target.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import type { TrafficSummary } from '../../schemas/records/traffic.ts';
import type { Reserved } from './buying.ts';
import type { LoadPlan } from './plan.ts';

export interface LoadSpending {
  readonly reserved: Reserved;
  /** @param summary of a load that has ended; without one all of it counts as spent. */
  settle(summary: TrafficSummary): void;
}

/** Money that the load may spend on our reference, of each currency. */
export const unbounded = 1_000_000;
const nothing = () => {};
const load = { id: './gv traffic', family: 'business' } as const;

export function reserveForLoad(target: Target, plan: LoadPlan, run: string): LoadSpending {
  if (target.origin === 'reference')
    return { reserved: { money: ofEach(['GBP', 'USD', 'EUR'], unbounded) }, settle: nothing };
  if (!plan.purchases) return { reserved: {}, settle: nothing };
  try {
    return reserveRoom(openLedger(target, run, systemClock));
  } catch (error) {
    if (!(error instanceof NotExercised)) throw error;
    return { reserved: { why: error.message }, settle: nothing };
  }
}

/** All that is left: what the load will buy is known only when it has seen the catalog. */
function reserveRoom(ledger: Ledger): LoadSpending {
  const room = Object.entries(ledger.room());
  const left = room.filter(([, value]) => value > 0);
  // If nothing is left, the ledger states why for the smallest amount.
  const wanted = left.length > 0 ? left : room.slice(0, 1).map(([name]) => [name, 0.01] as const);
  const costs = wanted.map(([currency, value]) => ({ currency, value }));
  const reservation = ledger.reserve(load, costs);
  return {
    reserved: { money: Object.fromEntries(left) },
    settle({ spend, possiblySpent = {} }) {
      if (!spend) return;
      if (isAny(possiblySpent)) ledger.hold(load, possiblySpent);
      reservation.release(spend);
    },
  };
}

const ofEach = (currencies: readonly string[], value: number) =>
  Object.fromEntries(currencies.map(currency => [currency, value]));
