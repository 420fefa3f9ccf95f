/**
 * Makes each check a test of Playwright's runner. The first test makes the worker run all selected checks together, and each test reports the
 * outcome of its check. After a failed test, the runner starts another worker, which reads the outcomes from disk and loads neither the
 * checks nor the client.
 */
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, type TestDetails, type TestInfo } from '@playwright/test';
import { currentRun, outputFolder } from '../harness/config/environment.ts';
import { readLines } from '../harness/output/files.ts';
import { harmless } from '../harness/output/sanitize.ts';
import { showFailure, withoutStack } from '../harness/run/hosts/failure-steps.ts';
import type { WorkerRun } from '../harness/run/hosts/worker-run.ts';
import type { Outcome } from '../schemas/records/result.ts';
import { outcomesIn, type OutcomesLine } from '../schemas/records/run.ts';
import { areaOf, stageOf, type Statement } from '../schemas/statement.ts';
import { findChecks, loadChecks, type Place } from './requirement.ts';

/** Provides the outcomes of the checks that the runner selected. */
class Outcomes {
  readonly #out = outputFolder();
  readonly #recorded = outcomesIn(readLines<OutcomesLine>(join(this.#out, 'outcomes.jsonl')));
  #run: Promise<WorkerRun> | undefined;
  #selected: Promise<readonly Outcome[]> | undefined;

  /**
   * Returns the outcomes of the checks that run together with a check. A check that our reporter did not see selected runs alone, for
   * example in an editor. If an earlier worker was killed during the check, its outcome is missing, because no check runs twice.
   */
  async #outcomesWith(id: string): Promise<readonly Outcome[]> {
    const { selected = [], begun, ended } = this.#recorded;
    if (!selected.includes(id)) return this.#runChecks([id]);
    return begun.includes(id)
      ? [...ended.values()]
      : (this.#selected ??= this.#runChecks(selected));
  }

  async #runChecks(ids: readonly string[]): Promise<readonly Outcome[]> {
    this.#run ??= startRun();
    return (await this.#run).run(ids);
  }

  /** Ends the test of a check according to its outcome. */
  async report({ id, statement, file, line }: Place, testInfo: TestInfo) {
    const outcomes = await this.#outcomesWith(id);
    const outcome = outcomes.find(each => each.id === id);
    if (!outcome) return testInfo.skip(true, 'the worker that ran it broke off');
    testInfo.annotations.push(...warningsOf(outcome));
    const shown = showsErrorOf(outcome, outcomes);
    if (shown !== id) testInfo.skip(true, harmless(`error, as ${shown}: ${errorOf(outcome)}`));
    if (isRed(outcome)) {
      await showFailure(outcome, join(this.#out, 'exchanges.jsonl'), { file, line, column: 1 });
      throw withoutStack(new Error(failureText(outcome, statement)));
    }
    const { verdict, cases } = outcome;
    if (verdict.startsWith('not-') && !statement.observed)
      testInfo.skip(true, harmless(`${verdict}: ${cases.find(each => each.reason)?.reason ?? ''}`));
  }

  async end(): Promise<void> {
    await (await this.#run)?.end();
  }
}

/** Starts the run in this worker. Its modules are loaded here, because a worker that only reads outcomes does not need them. */
async function startRun(): Promise<WorkerRun> {
  const run = currentRun();
  if (!run) throw new Error('there is no run: start it with this project’s configuration file');
  const worker = await import('../harness/run/hosts/worker-run.ts');
  const { contract } = await import('./contract.ts');
  return worker.startRun(run, {
    contract,
    checks: await loadChecks(),
    probeLimiters: async (target, stop) =>
      (await import('../load/limiters/run.ts')).probeLimiters(target, stop),
  });
}

const test = base.extend<{}, { outcomes: Outcomes }>({
  outcomes: [
    async ({}, use) => {
      const outcomes = new Outcomes();
      await use(outcomes);
      await outcomes.end();
    },
    { scope: 'worker' },
  ],
});

const root = fileURLToPath(new URL('../', import.meta.url));

/** Returns the tags and the annotations of the test of a check. The projects of the configuration select by the tag of the probes. */
function detailsOf({ id, statement, file, line }: Place): TestDetails {
  const { anchor, implied } = statement;
  const annotation = [
    { type: 'anchor', description: anchor },
    ...(implied ? [{ type: 'implied by', description: implied }] : []),
    { type: 'check', description: `${relative(root, file)}:${line}` },
  ];
  const probes = stageOf(statement) === 'limiters' ? ['@probe'] : [];
  return { tag: [`@${areaOf(id)}`, ...probes], annotation };
}

/** Returns an annotation for each case that warns. The test itself passes. */
const warningsOf = ({ cases }: Outcome) =>
  cases
    .filter(({ verdict }) => verdict === 'warning')
    .map(({ id, doubt = '', message = '' }) => ({
      type: 'warning',
      description: harmless(`${doubt}\ncase ${id}\n${message}`, Infinity),
    }));

const isRed = ({ verdict }: Outcome): boolean => verdict === 'failed' || verdict === 'error';

/** Returns the error that kept a check from a verdict. */
const errorOf = ({ verdict, cases }: Outcome): string | undefined =>
  verdict === 'error' ? cases.find(each => each.verdict === 'error')?.reason : undefined;

/**
 * Returns the id of the check whose test fails for the error of a check, or the id of the check itself if it has no error. The tests of
 * the other checks with the same error are skipped, because each failed test costs a new worker.
 */
function showsErrorOf(outcome: Outcome, outcomes: readonly Outcome[]): string {
  const error = errorOf(outcome);
  const same = error === undefined ? [] : outcomes.filter(each => errorOf(each) === error);
  return same.map(({ id }) => id).toSorted()[0] ?? outcome.id;
}

/** Returns the message of a failed check, with all its failures or all its errors. */
function failureText({ id, verdict, cases }: Outcome, statement: Statement): string {
  const { anchor, text, implied } = statement;
  const lines = cases
    .filter(each => each.verdict === verdict)
    .map(each => `  case ${each.id}\n${indent(each.message ?? each.reason ?? '')}`);
  const message = [
    `${id} (${anchor}) ${text}`,
    ...(implied ? [`  implied by ${implied}`] : []),
    ...lines,
  ].join('\n');
  return harmless(message, Infinity);
}

const indent = (text: string) => text.replace(/^/gm, '    ');

for (const check of findChecks())
  test(`${check.id} ${check.statement.text}`, detailsOf(check), ({ outcomes }, testInfo) =>
    outcomes.report(check, testInfo),
  );
