/**
 * Reports the outcomes of checks as tests of Playwright's runner. The first test makes its worker run all selected checks together. After
 * a failed test, the runner starts another worker, which reads the outcomes from disk.
 */
import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import type { Outcome } from '../../../schemas/records/result.ts';
import { outcomesIn, redIds, type OutcomesLine } from '../../../schemas/records/run.ts';
import type { Statement } from '../../../schemas/statement.ts';
import { currentRun, type Run } from '../../config/run.ts';
import { readLines } from '../../output/files.ts';
import { harmless } from '../../output/sanitize.ts';
import type { WorkerRun } from './worker-run.ts';

/** Gives each test the outcome of its check. */
export class Outcomes {
  readonly #start: (run: Run) => Promise<WorkerRun>;
  readonly #current = currentRun();
  readonly #recorded = outcomesIn(this.#read());
  #run: Promise<WorkerRun> | undefined;
  #selected: Promise<readonly Outcome[]> | undefined;

  /** @param start Starts a run in this worker. A worker that only reads outcomes does not call it. */
  constructor(start: (run: Run) => Promise<WorkerRun>) {
    this.#start = start;
  }

  /** Ends the test of a check according to its outcome. */
  async report(id: string, statement: Statement, testInfo: TestInfo): Promise<void> {
    const outcomes = await this.#outcomesWith(id);
    const outcome = outcomes.find(each => each.id === id);
    if (!outcome) return testInfo.skip(true, 'the worker that ran it broke off');
    const { verdict, cases } = outcome;
    testInfo.annotations.push(...warningsOf(outcome));
    if (redIds(outcomes).includes(id))
      throw withoutStack(new Error(failureText(outcome, statement)));
    if (verdict === 'failed' || verdict === 'error')
      testInfo.skip(true, `${verdict}, see index.html`);
    if (verdict.startsWith('not-') && !statement.observed)
      testInfo.skip(true, harmless(`${verdict}: ${cases.find(each => each.reason)?.reason ?? ''}`));
  }

  async end(): Promise<void> {
    await (await this.#run)?.end();
  }

  #read(): readonly OutcomesLine[] {
    return this.#current ? readLines(join(this.#current.out, 'outcomes.jsonl')) : [];
  }

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
    if (!this.#current)
      throw new Error('there is no run: start it with this project’s configuration file');
    this.#run ??= this.#start(this.#current);
    return (await this.#run).run(ids);
  }
}

/** Returns an annotation for each case that warns. The test itself passes. */
const warningsOf = ({ cases }: Outcome) =>
  cases
    .filter(({ verdict }) => verdict === 'warning')
    .map(({ id, doubt = '', message = '' }) => ({
      type: 'warning',
      description: harmless(`${doubt}\ncase ${id}\n${message}`, Infinity),
    }));

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

/** Removes the stack of an error. The runner would print it, although it shows only our code. */
export function withoutStack<Failure extends Error>(error: Failure): Failure {
  error.stack = error.message;
  return error;
}
