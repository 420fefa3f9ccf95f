/** Reports a run from Playwright's runner: progress, `conformance.json` and the summary. */
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
  type OutcomesLine,
  type SelectedChecks,
} from '../schemas/records/run.ts';
import { areaOf, observationIds, type StatementId } from '../contract/statements.ts';
import { counted } from '../schemas/counted.ts';
import { runsIn } from '../schemas/profiles.ts';
import type { CaseResult, ConformanceResult, Outcome } from '../schemas/records/result.ts';
import type { LogEntry } from '../schemas/records/log-entry.ts';
import { buildResult, describedIn, missingRecords, readLog } from './result/build-result.ts';
import { version, writeResult } from './files.ts';
import { harmless, harmlessLine } from '../harness/output/sanitize.ts';
import { print, warn } from '../harness/output/wrap.ts';
import { cutReason, outcomesSoFar, whyUnbuilt } from './result/partial-result.ts';
import { errorLines } from './result/run-verdict.ts';
import { Progress } from './terminal/progress.ts';
import { StatusLine } from './terminal/screen.ts';
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
  #selected: readonly string[] = [];
  /** True for `--list`, which runs nothing. The last result stays, and the runner prints the list if no reporter prints. */
  readonly #listing = process.argv.includes('--list');
  readonly #status = new StatusLine(process.stderr);
  #timer: NodeJS.Timeout | undefined;

  constructor({ out, spentByThisRun }: Options) {
    this.#out = out;
    this.#spent = spentByThisRun;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    if (this.#listing) return;
    const tests = suite.allTests();
    this.#selected = tests.map(idOf);
    const { profile } = describedIn(this.#out);
    // A profile leaves out checks that the runner selected.
    const chosen = this.#selected.filter(id => runsIn(profile, id as StatementId));
    const others =
      chosen.length < tests.length ? ', and what their responses show of the others' : '';
    if (chosen.length > 0) this.#say(`${checksText(chosen)}${others}\n`);
    // The worker reads this line. So does the command, which builds the result if this process cannot. With `--ui`, there are several runs,
    // and each replaces the file.
    const line: SelectedChecks = { selected: this.#selected };
    if (process.env[claimVariable] !== undefined)
      writeFileSync(join(this.#out, 'outcomes.jsonl'), `${JSON.stringify(line)}\n`);
    if (chosen.length > 0) this.#follow(chosen);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    // An interrupted test does not count, because its check may still have ended.
    if (result.status !== 'interrupted') this.#ended.set(idOf(test), result);
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
      this.#status.isShown ? 500 : 10_000,
    ).unref();
  }

  #unfollow(): void {
    clearInterval(this.#timer);
    this.#status.clear();
  }

  async onEnd(full: FullResult): Promise<void> {
    if (this.#listing) return;
    this.#unfollow();
    // The runner swallows errors of reporters. The command then finds no result and reports that.
    if (process.env[claimVariable] === undefined) {
      // Another run writes to the folder, or it cannot be written, so no reporter may touch it.
      this.#say(harmless(this.#problems.join('\n')));
      process.exit(1);
    }
    let result: ConformanceResult;
    try {
      const entries = readLog(this.#out);
      const outcomes = await this.#judged(full.status === 'interrupted', entries);
      this.#problems.push(...errorsOfObservations(outcomes));
      const started = {
        at: full.startTime,
        durationMs: full.duration,
        version: version(),
        problems: this.#problems,
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
  }

  /** Returns the outcomes for the result. A run without records has judged nothing. */
  async #judged(isCut: boolean, entries: readonly LogEntry[]): Promise<readonly Outcome[]> {
    const outcomes = this.#recorded();
    const lost = missingRecords(this.#out, outcomes, entries);
    // The ledger is opened only if needed, because it is slow and may be unreadable.
    const spent = lost === undefined ? undefined : await this.#spent();
    if (lost === undefined || spent === undefined) return isCut ? this.#soFar(outcomes) : outcomes;
    this.#problems.push(`${lost}; by the ledger of GV_STATE, the run spent ${spent || 'nothing'}`);
    return [];
  }

  /** Returns the outcomes of the tests that ended. If a test contradicts the records, its check is an error. */
  #recorded(): readonly Outcome[] {
    const { ended } = outcomesIn(readLines<OutcomesLine>(join(this.#out, 'outcomes.jsonl')));
    return Array.from(this.#ended, ([id, result]) => {
      const outcome = ended.get(id);
      const isRed = outcome?.verdict === 'failed' || outcome?.verdict === 'error';
      const isTold = result.status === 'failed' ? isRed : result.status !== 'timedOut';
      return outcome && isTold ? outcome : outcomeOfBrokenTest(id, result);
    });
  }

  #soFar(outcomes: readonly Outcome[]): readonly Outcome[] {
    const reason = cutReason(this.#out, process.env[interruptionVariable] ?? 'a signal');
    this.#problems.push(reason);
    return outcomesSoFar(this.#out, outcomes, reason) ?? outcomes;
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

/** Returns a line for each cause that kept observations from a verdict. */
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
