/** Reports the project's own tests: failures, slow files, and a last line `N passed, N failed`. */
import { relative } from 'node:path';
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestResult,
} from '@playwright/test/reporter';

const secondsOf = ({ results }: TestCase): number =>
  results.reduce((sum, { duration }) => sum + duration, 0) / 1000;

/** Returns the slowest files. Their tests may cost too much, or could share a run. */
function slowest(tests: readonly TestCase[]): string[] {
  const byFile = new Map<string, number>();
  for (const test of tests) {
    const file = relative(process.cwd(), test.location.file);
    byFile.set(file, (byFile.get(file) ?? 0) + secondsOf(test));
  }
  return [...byFile]
    .filter(([, seconds]) => seconds >= 20)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 12)
    .map(([file, seconds]) => `${seconds.toFixed(0).padStart(5)} s  ${file}`);
}

export default class CountReporter implements Reporter {
  #passed = 0;
  #skipped = 0;
  readonly #reasons = new Map<string, number>();
  #failed = 0;
  #all: readonly TestCase[] = [];

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#all = suite.allTests();
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === 'skipped') this.#skip(test);
    else if (result.status === test.expectedStatus) this.#passed++;
    else {
      this.#failed++;
      const { file, line } = test.location;
      const messages = result.errors.map(error => error.stack ?? error.message ?? error.value);
      console.log(`FAILED ${test.titlePath().filter(Boolean).join(' › ')}\n  ${file}:${line}`);
      console.log(messages.join('\n'));
    }
  }

  #skip({ annotations }: TestCase): void {
    this.#skipped++;
    const reason = annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason';
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
  }

  onError(error: { message?: string; stack?: string }): void {
    this.#failed++;
    console.log(error.stack ?? error.message);
  }

  onStdOut(chunk: string | Buffer): void {
    process.stdout.write(chunk);
  }

  onEnd(result: FullResult): void {
    if (result.status !== 'passed' && this.#failed === 0) this.#failed = 1;
    if (this.#skipped > 0) console.log(`${this.#skipped} skipped`);
    for (const [reason, count] of this.#reasons) console.log(`  ${count}: ${reason}`);
    const notRun = this.#all.filter(({ results }) => results.length === 0).length;
    if (notRun > 0) console.log(`${notRun} did not run`);
    for (const line of slowest(this.#all)) console.log(line);
    console.log(`${this.#passed} passed, ${this.#failed} failed`);
  }
}
