/**
 * Reports a run from Playwright's runner: progress, `conformance.json`, its reports and the summary. The run is concluded when its checks have
 * ended. The runner may report failed tests for a while after that.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter';
import { readLines, whyUnwritable } from '../harness/output/files.ts';
import {
  claimVariable,
  interruptionVariable,
  outcomesIn,
  redIds,
  type OutcomesLine,
  type SelectedChecks,
} from '../schemas/records/run.ts';
import { areaOf, observationIds, type StatementId } from '../contract/statements.ts';
import { counted } from '../schemas/counted.ts';
import { runsIn } from '../schemas/profiles.ts';
import type { CaseResult, ConformanceResult, Outcome } from '../schemas/records/result.ts';
import type { LogEntry } from '../schemas/records/log-entry.ts';
import { buildResult, describedIn, missingRecords, readLog } from './result/build-result.ts';
import { writeResult } from './files.ts';
import { version } from './version.ts';
import { harmless, harmlessLine } from '../harness/output/sanitize.ts';
import { print, warn } from '../harness/output/wrap.ts';
import { cutReason, outcomesSoFar, whyUnbuilt } from './result/partial-result.ts';
import { errorLines } from './result/run-verdict.ts';
import { Progress } from './terminal/progress.ts';
import { StatusLine } from './terminal/screen.ts';
import { leaveReports } from './write-reports.ts';
import { summary } from './terminal/summary.ts';

interface Options {
  /** Folder for the results. */
  readonly out: string;
  /** Returns the money that this run has spent, as text, or undefined if no run has begun. */
  readonly spentByThisRun: () => Promise<string | undefined>;
}

export default class ConformanceReporter implements Reporter {
  readonly #out: string;
  readonly #spent: Options['spentByThisRun'];
  /** Results of the tests that ended, by the id of the check. */
  readonly #ended = new Map<string, TestResult>();
  readonly #problems: string[] = [];
  /** Writes the result and the reports of a run whose checks have ended. */
  #concluded: Promise<void> | undefined;
  /** Number of problems that the result states. */
  #stated = 0;
  /** Ids of the checks whose failed tests the runner has not reported. */
  #unreported: readonly string[] = [];
  #selected: readonly string[] = [];
  /** True for `--list`, which runs nothing. The last result stays, and the runner prints the list if no reporter prints. */
  readonly #listing = process.argv.includes('--list');
  readonly #status = new StatusLine(process.stderr);
  #timer: NodeJS.Timeout | undefined;
  /** Before the start of the run. */
  readonly #at = new Date();

  constructor({ out, spentByThisRun }: Options) {
    this.#out = out;
    this.#spent = spentByThisRun;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    if (this.#listing) return;
    // With `--ui`, there are several runs.
    this.#concluded = undefined;
    const tests = suite.allTests();
    this.#selected = tests.map(idOf);
    const { profile } = describedIn(this.#out);
    // A profile leaves out checks that the runner selected.
    const chosen = this.#selected.filter(id => runsIn(profile, id as StatementId));
    const others =
      chosen.length < tests.length ? ', and what their responses show of the others' : '';
    if (chosen.length > 0) this.#say(`${checksText(chosen)}${others}\n`);
    // The worker reads this line. So does the command, which builds the result if this process cannot.
    const line: SelectedChecks = { selected: this.#selected };
    if (process.env[claimVariable] !== undefined)
      writeFileSync(join(this.#out, 'outcomes.jsonl'), `${JSON.stringify(line)}\n`);
    if (chosen.length > 0) this.#follow(chosen);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    // An interrupted test does not count, because its check may still have ended.
    if (result.status !== 'interrupted') this.#ended.set(idOf(test), result);
    if (this.#concluded) return this.#countReported(idOf(test));
    const { finished, ended } = this.#recorded();
    if (!finished) return;
    this.#unfollow();
    const outcomes = this.#selected.flatMap(id => ended.get(id) ?? []);
    this.#concluded = this.#conclude(outcomes, []).then(() => {
      this.#unreported = redIds(outcomes).filter(id => !this.#ended.has(id));
      this.#showUnreported(true);
    });
  }

  onError(error: TestError): void {
    const stated = error.message ?? error.value ?? 'the run broke off';
    // The runner appends a list of recent tests.
    const [cause = stated] = stated.replace(/^Error: /, '').split(/\n\s*\n(?=.*Failed worker ran)/);
    const isEmpty = cause === 'No tests found';
    this.#problems.push(isEmpty ? 'no check matches the selection' : cause);
  }

  onStdErr(chunk: string | Buffer): void {
    for (const line of String(chunk).split('\n')) {
      if (line === '') continue;
      this.#status.clear();
      warn(harmlessLine(line));
    }
  }

  /** Shows progress: in one line that stays on a terminal, and at intervals in a log. */
  #follow(checks: readonly string[]): void {
    const progress = new Progress(this.#out, checks);
    let logged = '';
    const show = () => {
      progress.read();
      if (this.#status.isShown) return this.#status.update(progress.parts());
      const line = progress.logLine();
      if (line !== logged) warn(line);
      logged = line;
    };
    this.#timer = setInterval(
      () => {
        try {
          show();
        } catch {
          // The result reports a record that cannot be read.
          this.#unfollow();
        }
      },
      this.#status.isShown ? 500 : 30_000,
    ).unref();
  }

  #unfollow(): void {
    clearInterval(this.#timer);
    this.#status.clear();
  }

  #countReported(id: string): void {
    if (!this.#unreported.includes(id)) return;
    this.#unreported = this.#unreported.filter(each => each !== id);
    this.#showUnreported(this.#unreported.length % 5 === 0);
  }

  /**
   * Shows how many failed tests the runner has still to report.
   *
   * @param inLog True if a log gets a line, too.
   */
  #showUnreported(inLog: boolean): void {
    const left = this.#unreported.length;
    if (left === 0) return this.#status.clear();
    const line = `${counted(left, 'failed test')} still to be reported to Playwright, for html/index.html`;
    if (this.#status.isShown) this.#status.update([line]);
    else if (inLog) warn(line);
  }

  async onEnd({ status }: FullResult): Promise<void> {
    if (this.#listing) return;
    this.#unfollow();
    // The runner swallows errors of reporters. The command then finds no result and reports that.
    if (process.env[claimVariable] === undefined) {
      // Another run writes to the folder, or it cannot be written, so no reporter may touch it.
      this.#say(harmless(this.#problems.join('\n')));
      process.exit(1);
    }
    await this.#concluded;
    if (this.#concluded && this.#problems.length === this.#stated) return;
    const outcomes = this.#ofTests();
    const isCut = status === 'interrupted' && !this.#concluded;
    await (isCut ? this.#concludeCut(outcomes) : this.#conclude(outcomes, []));
  }

  /** Concludes an interrupted run, with the outcomes so far. */
  async #concludeCut(outcomes: readonly Outcome[]): Promise<void> {
    const reason = cutReason(this.#out, process.env[interruptionVariable] ?? 'a signal');
    return this.#conclude(outcomesSoFar(this.#out, outcomes, reason) ?? outcomes, [reason]);
  }

  /** Writes the result and its reports, and prints the verdict. */
  async #conclude(given: readonly Outcome[], reasons: readonly string[]): Promise<void> {
    this.#stated = this.#problems.length;
    let result: ConformanceResult;
    try {
      const entries = readLog(this.#out);
      const lost = await this.#lost(given, entries);
      // A run without records has judged nothing.
      const outcomes = lost === undefined ? given : [];
      const whyLost = lost === undefined ? reasons : [lost];
      const started = {
        at: this.#at,
        durationMs: Date.now() - this.#at.getTime(),
        version: version(),
        problems: [...this.#problems, ...whyLost, ...errorsOfObservations(outcomes)],
        selected: this.#selected,
      };
      result = buildResult(this.#out, outcomes, started, entries);
    } catch (error) {
      return this.#say(whyUnbuilt(this.#out, error));
    }
    try {
      writeResult(result, this.#out);
    } catch (error) {
      this.#say(
        `${whyUnwritable(join(this.#out, 'conformance.json'), error)} This run leaves only the following output.\n`,
      );
    }
    this.#say(summary(result, this.#out));
    await leaveReports(result, this.#out);
  }

  /** Returns a sentence about missing records of the run, or undefined. */
  async #lost(outcomes: readonly Outcome[], entries: readonly LogEntry[]) {
    const lost = missingRecords(this.#out, outcomes, entries);
    // The ledger is opened only if needed, because it is slow and may be unreadable.
    const spent = lost === undefined ? undefined : await this.#spent();
    return spent === undefined
      ? undefined
      : `${lost}; by the ledger of GV_STATE, the run spent ${spent || 'nothing'}`;
  }

  #recorded() {
    return outcomesIn(readLines<OutcomesLine>(join(this.#out, 'outcomes.jsonl')));
  }

  /** Returns the outcomes of the tests that ended. If a test contradicts the records, its check is an error. */
  #ofTests(): readonly Outcome[] {
    const { ended, finished } = this.#recorded();
    return Array.from(this.#ended, ([id, result]) => {
      const outcome = ended.get(id);
      const isRed = outcome?.verdict === 'failed' || outcome?.verdict === 'error';
      const isConsistent = result.status === 'failed' ? isRed : result.status !== 'timedOut';
      return outcome && (finished || isConsistent) ? outcome : outcomeOfBrokenTest(id, result);
    });
  }

  printsToStdio(): boolean {
    return !this.#listing;
  }

  #say(text: string): void {
    this.#status.clear();
    print(text);
  }
}

const isObservation = (id: string): boolean => observationIds.some(each => each === id);

/** Counts checks as the verdict does: `231 checks in 22 areas: 185 requirements, 46 observations`. */
function checksText(ids: readonly string[]): string {
  const observations = ids.filter(isObservation).length;
  const parts = [
    counted(ids.length - observations, 'requirement'),
    ...(observations > 0 ? [counted(observations, 'observation')] : []),
  ];
  const areas = new Set(ids.map(areaOf)).size;
  return `${counted(ids.length, 'check')} in ${counted(areas, 'area')}: ${parts.join(', ')}`;
}

/** Returns a line for each error that kept observations from a verdict. */
const errorsOfObservations = (outcomes: readonly Outcome[]): string[] =>
  errorLines(
    outcomes
      .filter(({ id, verdict }) => isObservation(id) && verdict === 'error')
      .map(({ id, cases }) => ({ id, reason: cases.find(isError)?.reason })),
  );

const isError = ({ verdict }: CaseResult): boolean => verdict === 'error';

/** Returns the id of the check, which is the first word of the title. */
const idOf = ({ title }: Pick<TestCase, 'title'>): string => title.split(' ')[0] ?? title;

/** Returns the outcome of a check whose test broke off. */
function outcomeOfBrokenTest(
  id: string,
  { status, error, duration, annotations }: TestResult,
): Outcome {
  const skipped = annotations.find(({ type }) => type === 'skip')?.description;
  const reason = error?.message ?? skipped ?? `the test ended as ${status} without an outcome`;
  return {
    id,
    verdict: 'error',
    cases: [{ id: 'all', verdict: 'error', reason, evidence: [] }],
    observations: [],
    durationMs: duration,
  };
}
