/** Judges answers that came under load by the requirements of the contract half, one answer at a time. */
import type { CaseResult, Verdict } from '../../schemas/records/result.ts';
import { statements, type RequirementId } from '../../schemas/requirements/index.ts';
import { runCheck } from '../../fixtures/engine/check.ts';
import { systemClock } from '../../fixtures/client/clock.ts';
import type { Host } from '../../fixtures/engine/context.ts';
import type { Exchange } from '../../schemas/records/exchange.ts';
import { addEvidence } from '../../fixtures/matchers/current-case.ts';
import type { Target } from '../../fixtures/config/target.ts';
import { SuiteError } from '../../fixtures/verdict.ts';
import { accountLaws } from './laws/account.ts';
import { automationLaws } from './laws/automation.ts';
import { catalogLaws } from './laws/catalog.ts';
import { commonLaws } from './laws/common.ts';
import { pagingLaws } from './laws/paging.ts';

export const laws = [
  ...commonLaws,
  ...catalogLaws,
  ...pagingLaws,
  ...accountLaws,
  ...automationLaws,
];

export interface LoadVerdict {
  readonly id: RequirementId;
  readonly anchor: string;
  readonly text: string;
  readonly verdict: Verdict;
  /** Why nothing was judged. */
  readonly reason?: string;
  /** Answers by what they came to. */
  readonly cases: Readonly<Partial<Record<Verdict, number>>>;
  /** The first of those that failed, or could not be judged by an error of the suite. */
  readonly failures: readonly CaseResult[];
}

const mostFailures = 5;

/** @returns a verdict for each requirement that one answer can show. */
export async function judgeExchanges(
  exchanges: readonly Exchange[],
  target: Target,
): Promise<readonly LoadVerdict[]> {
  const verdicts: LoadVerdict[] = [];
  for (const id of new Set(laws.map(law => law.id)))
    verdicts.push(await judgeOne(id, exchanges, hostOf(target)));
  return verdicts;
}

async function judgeOne(
  id: RequirementId,
  exchanges: readonly Exchange[],
  host: Host,
): Promise<LoadVerdict> {
  const found = laws
    .filter(law => law.id === id)
    .flatMap(law =>
      exchanges
        .filter(law.about)
        .map(exchange => ({ id: `${exchange.route}, answer ${exchange.id}`, law, exchange })),
    );
  const { verdict, cases } = await runCheck(
    {
      id,
      check: ({ each }) =>
        each(found, ({ law, exchange }) => {
          addEvidence(exchange);
          law.judge(exchange, host.target);
        }),
    },
    host,
  );
  const counts: Partial<Record<Verdict, number>> = {};
  for (const each of cases) counts[each.verdict] = (counts[each.verdict] ?? 0) + 1;
  const bad = cases.filter(each => each.verdict === 'failed' || each.verdict === 'error');
  const reason = verdict === 'not-exercised' ? cases.find(each => each.reason)?.reason : undefined;
  const { anchor, text } = statements[id];
  return {
    id,
    anchor,
    text,
    verdict,
    ...(reason === undefined ? {} : { reason }),
    cases: counts,
    failures: bad.slice(0, mostFailures),
  };
}

/** Judging sends nothing, so that it needs no permission. */
function hostOf(target: Target): Host {
  const nothing = () => {
    throw new SuiteError('an answer is judged from itself: nothing is sent');
  };
  return {
    api: { send: nothing },
    target: { ...target, profile: 'gate', allow: new Set(['read', 'write', 'spend', 'exhaust']) },
    clock: systemClock,
    limiters: nothing,
  };
}

/** What failed, as the contract half tells it, and how much was judged. */
export function describeVerdicts(verdicts: readonly LoadVerdict[], samples: number): string {
  const judged = verdicts.filter(({ verdict }) => verdict !== 'not-exercised');
  const bad = judged.filter(({ verdict }) => verdict === 'failed' || verdict === 'error');
  return [
    ...bad.flatMap(({ id, anchor, text, verdict, cases, failures }) => {
      const answers = Object.values(cases).reduce((sum, count) => sum + count, 0);
      return [
        `${verdict} ${id} (${anchor}) ${text}`,
        `  in ${cases[verdict] ?? 0} of ${answers} answers`,
        ...failures
          .slice(0, 1)
          .map(each => `  case ${each.id}\n${indent(each.message ?? each.reason ?? '')}`),
        '',
      ];
    }),
    `${samples} answers judged by ${judged.length} requirements: ${bad.length === 0 ? 'all kept' : `${bad.length} broken`}`,
  ].join('\n');
}

const indent = (text: string) => text.replace(/^/gm, '    ');
