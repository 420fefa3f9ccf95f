/** What runs spent of the target in 24 hours, and what that leaves. */
import { randomUUID } from 'node:crypto';
import { systemClock } from '../../../fixtures/client/clock.ts';
import { isAny, moneyText } from '../../../fixtures/client/guard/money.ts';
import { openLedger } from '../../../fixtures/client/ledger/open.ts';
import type { Target } from '../../../fixtures/config/target.ts';
import { NotExercised } from '../../../fixtures/verdict.ts';
import type { Finding } from '../../../schemas/records/diagnosis.ts';
import { look, ok } from './finding.ts';

export function examineMoney(target: Target): Finding {
  if (!target.allow.has('spend')) return ok('a run spends nothing: it is not permitted to');
  try {
    const ledger = openLedger(target, randomUUID(), systemClock);
    const [earlier, room] = [ledger.earlier(), ledger.room()];
    const spent = isAny(earlier)
      ? `runs of the last 24 hours spent ${moneyText(earlier)}`
      : 'nothing was spent in the last 24 hours';
    const left = `GV_MAX_SPEND leaves ${moneyText(room)}`;
    return Object.values(room).some(value => value === 0)
      ? look(`${spent}; ${left}: ./gv ledger shows when room comes back, and gives it back`)
      : ok(`${spent}; ${left}`);
  } catch (error) {
    if (error instanceof NotExercised) return look(error.message);
    throw error;
  }
}
