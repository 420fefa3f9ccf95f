/** Looks again at responses whose total contradicts their items, because the list may have changed between two queries of the server. */
import { contentsOf } from '../../schemas/lists.ts';
import type { Exchange } from '../../schemas/records/exchange.ts';
import type { Outcome } from '../../schemas/records/result.ts';
import { readIfAnswered } from '../client/api.ts';
import { isNeverAdmitted } from '../config/keys.ts';
import { requestAgain, undisturbed } from './changes.ts';
import { applyJudgement } from './check.ts';
import type { Context, Contract } from './context.ts';
import { ExpectationFailed } from './expect/expect.ts';

/** Limits how often a request is repeated, because a list may change all the time. */
const mostRepeats = 3;

/**
 * Repeats requests whose responses contradict a judgement of totals, until they no longer do, or the contradiction is certain. The last
 * response to a request decides (`undisturbed`). A replay has all responses, and repeats nothing.
 *
 * @param outcomes Outcomes of the checks. A requirement that failed needs no second look.
 */
export async function repeatContradictions(
  { judgements }: Contract,
  outcomes: readonly Outcome[],
  exchanges: () => readonly Exchange[],
  { api, facts }: Context,
): Promise<void> {
  if (!api.forgetReads) return;
  for (const { id, verdict } of outcomes) {
    const judgement = judgements[id];
    if (!judgement?.comparesTotal || verdict === 'failed' || verdict === 'warning') continue;
    const contradicts = (exchange: Exchange): boolean => {
      try {
        applyJudgement(judgement, [exchange], facts.values());
        return false;
      } catch (error) {
        return error instanceof ExpectationFailed;
      }
    };
    const isCertain = async (read: Exchange): Promise<boolean> => {
      let last = read;
      for (let sent = 0; sent < mostRepeats; sent++) {
        const next = await readIfAnswered(api, ...requestAgain(last));
        if (!next || !contradicts(next)) return false;
        if (contentsOf(next) === contentsOf(last)) return true;
        last = next;
      }
      return true;
    };
    const admitted = exchanges().filter(({ key }) => !isNeverAdmitted(key));
    for (const read of undisturbed(admitted.filter(judgement.appliesTo), admitted))
      if (contradicts(read) && (await isCertain(read))) break;
  }
}
