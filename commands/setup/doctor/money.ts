/** The money that runs spent of the target in 24 hours, and what that leaves. */
import { randomUUID } from 'node:crypto';
import { systemClock } from '../../../fixtures/client/clock.ts';
import { isAny, moneyText, type Money } from '../../../fixtures/client/ledger/money.ts';
import { openLedger } from '../../../fixtures/client/ledger/ledger.ts';
import type { Target } from '../../../fixtures/config/target.ts';
import { NotExercised } from '../../../fixtures/verdict.ts';
import type { Finding, Plan } from '../../../schemas/records/diagnosis.ts';
import { counted, look, ok } from './text.ts';

export interface Funds {
  /** By runs of the last 24 hours. */
  readonly spent: Money;
  /** Left of GV_MAX_SPEND. */
  readonly room: Money;
  /** Why nothing can be spent. */
  readonly problem?: string;
}

/** Returns true if a run may spend money of the target; that of the reference is not real. */
export const maySpend = ({ origin, allow }: Target): boolean =>
  origin === 'configured' && allow.has('spend');

/** Reads the ledger, if a run would spend something of the target. */
export function fundsOf(target: Target): Funds {
  if (!maySpend(target)) return { spent: {}, room: {} };
  try {
    const ledger = openLedger(target, randomUUID(), systemClock);
    return { spent: ledger.earlier(), room: ledger.room() };
  } catch (error) {
    if (error instanceof NotExercised) return { spent: {}, room: {}, problem: error.message };
    throw error;
  }
}

/**
 * Returns what was spent, what that leaves, and for how many runs it is enough.
 *
 * @param plan absent if a run cannot start.
 */
export function moneyFinding(target: Target, funds: Funds, plan?: Plan): Finding {
  const { spent, room, problem } = funds;
  if (!maySpend(target)) return ok('a run spends nothing: it is not permitted to');
  if (problem !== undefined) return look(problem);
  const text = [
    isAny(spent)
      ? `runs of the last 24 hours spent ${moneyText(spent)}`
      : 'nothing was spent in the last 24 hours',
    `GV_MAX_SPEND leaves ${moneyText(room)}${enoughFor(plan)}`,
  ].join('; ');
  return Object.values(room).some(value => value === 0) || plan?.runsLeft === 0
    ? look(`${text}: ./gv ledger shows when room comes back, and its --reset clears what was spent`)
    : ok(text);
}

function enoughFor(plan: Plan | undefined): string {
  if (plan?.runsLeft === undefined) return '';
  const { runsLeft, runsADay = 0, spend } = plan;
  const runs = runsLeft === 0 ? 'less than a run' : `enough for ${counted(runsLeft, 'run')}`;
  return `, ${runs} of about ${moneyText(spend)}; in whole it is enough for ${counted(runsADay, 'run')} a day`;
}
