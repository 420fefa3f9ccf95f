/** Repeats the cases that failed or warned in the last run (`./gv repeat`), and prints what was sent and received. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { counted, upTo } from '../schemas/counted.ts';
import { contract } from '../contract/contract.ts';
import { loadChecks } from '../contract/requirement.ts';
import { planWithout } from '../contract/setup/plan-run.ts';
import { plannedRequirements, totalsOf } from '../contract/setup/totals.ts';
import { areaOf } from '../contract/statements.ts';
import { wireTo } from '../harness/client/transport.ts';
import { outputFolder, readEnvironment } from '../harness/config/environment.ts';
import { loadTarget } from '../harness/config/load-target.ts';
import type { Target } from '../harness/config/target.ts';
import { harmless } from '../harness/output/sanitize.ts';
import { print, warn } from '../harness/output/wrap.ts';
import { judgeTarget } from '../harness/run/hosts/in-process.ts';
import { SuiteError } from '../harness/verdict.ts';
import { readResult } from '../reports/files.ts';
import { repeatingCommand } from '../reports/summary/requirements.ts';
import { paint } from '../reports/terminal/screen.ts';
import { group } from '../schemas/group.ts';
import { amountsText } from '../schemas/records/money.ts';
import { pauseLine } from '../schemas/records/run.ts';
import type {
  CaseResult,
  ConformanceResult,
  RequirementResult,
  Verdict,
} from '../schemas/records/result.ts';
import type { Context } from '../harness/run/context.ts';
import { command, exitCodes, settingsOfRuns, UsageError } from './cli/command.ts';
import { evidenceLines, findAgain, verdictLine } from './repeated-case.ts';
import { permittingCommand, targetAgain } from './repeated-target.ts';

export default command({
  about:
    'Sends the cases again that failed or warned in the last run, with its settings. It takes the address, keys, permissions, recipients and bodies from your settings. The line that a run prints under a failure has those of the run, without keys. Prints requests and responses, and says if a case still fails or warns. Writes no result. A run that may spend buys again, within GV_MAX_SPEND.',
  arguments: {
    what: {
      about: 'a requirement, an area, or the name of a case (all that failed or warned)',
      optional: true,
      many: true,
    },
  },
  settings: { first: ['GV_BASE_URL', 'GV_ALLOW', 'GV_MAX_SPEND', 'GV_OUT'], all: settingsOfRuns },
  examples: [
    ['./gv repeat catalog.price-range', 'repeat the cases of a requirement that failed'],
    ["./gv repeat 'GET /wallet'", 'repeat the cases with this name'],
  ],
  exitCodes: {
    0: 'no case fails or warns any more',
    1: 'a case still fails or warns',
    2: 'a case could not be exercised',
    3: 'an error, or there is nothing to repeat',
  },
  run: ({ what }) => repeat(what),
});

/** Case of the last run, with its requirement. */
interface Repeated {
  readonly of: RequirementResult;
  readonly one: CaseResult;
}

async function repeat(what: readonly string[]): Promise<number> {
  const result = readResult(join(outputFolder(), 'conformance.json'));
  const { chosen, ofLimiters } = choose(result, what);
  if (ofLimiters > 0)
    print(
      `Without ${counted(ofLimiters, 'case')} of limiters, which only a run measures:\n  ${repeatingCommand('limits', result)}`,
    );
  const line = permittingCommand(result, what);
  if (result.target.origin !== 'reference')
    return repeatOn(targetAgain(result, line), chosen, line);
  const { startReference } = await import('../reference/server.ts');
  const reference = await startReference();
  try {
    return await repeatOn(loadTarget(readEnvironment(), reference.settings), chosen, line);
  } finally {
    await reference.close();
  }
}

/** Returns the cases that failed or warned. Responses of other checks repeat what the cases of the check show, if it has any. */
export function repeatable(cases: readonly CaseResult[]): readonly CaseResult[] {
  const found = cases.filter(
    ({ verdict, waived }) => !waived && ['failed', 'warning', 'error'].includes(verdict),
  );
  const own = found.filter(({ anywhere }) => !anywhere);
  return own.length > 0 ? own : found;
}

/**
 * Returns the cases to repeat, and the number of cases of limiters, which only a run measures.
 *
 * @throws Error if there are none.
 */
export function choose(result: ConformanceResult, what: readonly string[]) {
  const { requirements, recording } = result;
  if (recording) throw new UsageError('The last result is of recorded traffic. Nothing was sent.');
  const all = requirements.flatMap(of =>
    repeatable(of.cases).map((one): Repeated => ({ of, one })),
  );
  const isNamed = ({ of: { id }, one }: Repeated) =>
    [id, areaOf(id), one.id].some(each => what.includes(each));
  const named = what.length === 0 ? all : all.filter(isNamed);
  const chosen = named.filter(({ of }) => areaOf(of.id) !== 'limits');
  if (chosen.length > 0) return { chosen, ofLimiters: named.length - chosen.length };
  const [limiter] = named;
  if (limiter)
    throw new Error(
      `Limiters are measured in a run:\n  ${repeatingCommand(limiter.of.id, result)}`,
    );
  const ids = [...new Set(all.map(({ of }) => of.id))];
  throw new UsageError(
    ids.length === 0
      ? 'No case failed or warned in the last run.'
      : `No case of ${what.join(', ')} failed or warned in the last run. Cases of these did: ${upTo(8, ids).join(', ')}.`,
  );
}

/** Limits the cases of a requirement that are shown with their exchanges. */
const mostWhole = 3;

/** @param line Command that permits what the run was permitted. */
async function repeatOn(
  target: Target,
  chosen: readonly Repeated[],
  line: string,
): Promise<number> {
  const byId = group(chosen, ({ of }) => of.id);
  const ids = [...byId.keys()];
  const checks = (await loadChecks()).filter(({ id }) => byId.has(id));
  if (checks.length === 0)
    throw new UsageError(`This version has no check of ${upTo(8, ids).join(', ')}.`);
  print(
    harmless(
      `Sending ${counted(chosen.length, 'case')} of ${counted(ids.length, 'requirement')} again, to ${target.baseUrl}`,
    ),
  );
  const plan = planWithout({ ids }, target);
  if (plannedRequirements(plan).length > 0) print(`planned: ${totalsOf(plan, target)}`);
  const { send: transport, close } = wireTo(target);
  const { outcomes, exchanges, spent } = await judgeTarget(target, checks, {
    contract,
    transport,
    // The output shows pseudonyms.
    secret: randomUUID(),
    limiters: () => Promise.reject(new SuiteError('a repetition does not probe limiters')),
    contextOf: (context, { id }) => ({ ...context, ...casesOf(byId.get(id) ?? []) }),
    onPause: (ms, cases) => {
      if (ms > 0) warn(pauseLine(Math.ceil(ms / 1000), cases));
    },
    onWait: ({ limiter, ms }) =>
      warn(`waiting ${Math.ceil(ms / 1000)} s, as the ${limiter} limiter asks`),
  }).finally(close);
  const kept = new Map(exchanges.map(each => [each.id, each]));
  const repeated = [...byId].flatMap(([id, own]) => {
    const cases = outcomes.find(each => each.id === id)?.cases ?? [];
    const [
      {
        of: { anchor, text },
      },
    ] = own;
    print(`\n${paint('bold', harmless(id))} ${harmless(`(${anchor}) ${text}`)}`);
    return own.map(({ one }, at) => {
      const now = findAgain(one, cases);
      const evidence = at < mostWhole ? evidenceLines(now, kept) : [];
      print([verdictLine(one.id, now), ...evidence].join('\n'));
      return now;
    });
  });
  const missing = new Set(repeated.flatMap(({ lacks }) => lackedPermission(lacks) ?? []));
  if (missing.size > 0)
    print(
      `\nThe last run was permitted to ${[...missing].join(', ')}, and this repetition is not. To permit it, too:\n  ${line}`,
    );
  return conclude(repeated, amountsText(spent));
}

const lackedPermission = (lacks: CaseResult['lacks']) =>
  typeof lacks === 'object' && 'permission' in lacks ? lacks.permission : undefined;

/** Returns the only cases that run. A case that the check does not name comes from the check as a whole. */
function casesOf(repeated: readonly Repeated[]): Pick<Context, 'cases'> {
  const isOfAll = ({ one }: Repeated) => one.id === 'all' || one.anywhere === true;
  return repeated.some(isOfAll) ? {} : { cases: new Set(repeated.map(({ one }) => one.id)) };
}

/** Prints how many cases still fail or warn. @returns the exit code. */
function conclude(cases: readonly CaseResult[], spent: string): number {
  const count = (verdict: Verdict) => cases.filter(each => each.verdict === verdict).length;
  const counts = (
    [
      [count('failed'), 'still failed'],
      [count('warning'), 'still warned'],
      [count('error'), 'ended in an error'],
      [count('not-exercised'), 'not exercised'],
      [count('passed') + count('not-applicable'), 'passed'],
    ] as const
  ).filter(([number]) => number > 0);
  const text = counts.map(([number, what]) => `${number} ${what}`).join(', ');
  print(`\nOf ${counted(cases.length, 'case')}: ${text}${spent === '' ? '' : `. Spent ${spent}`}.`);
  return exitCodeOf(cases);
}

/** Returns the exit code of a repetition. A warning counts, because the response still contradicts the requirement. */
export function exitCodeOf(cases: readonly CaseResult[]): number {
  const has = (...verdicts: readonly Verdict[]) =>
    cases.some(each => verdicts.includes(each.verdict));
  if (has('failed', 'warning')) return exitCodes['non-conformant'];
  if (has('error')) return exitCodes.error;
  return has('not-exercised') ? exitCodes.incomplete : 0;
}
