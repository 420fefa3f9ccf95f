/** Prints the last line of the project's own tests: `N passed, N failed`. Another reporter prints the failures. */
import type { FullConfig, FullResult, Reporter, Suite } from '@playwright/test/reporter';

export default class CountReporter implements Reporter {
  #suite: Suite | undefined;
  #errors = 0;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite;
  }

  onError(): void {
    this.#errors++;
  }

  onEnd({ status }: FullResult): void {
    const outcomes = this.#suite?.allTests().map(test => test.outcome()) ?? [];
    const passed = outcomes.filter(outcome => outcome === 'expected').length;
    const failed = outcomes.filter(outcome => outcome === 'unexpected').length + this.#errors;
    console.log(`${passed} passed, ${failed || (status === 'passed' ? 0 : 1)} failed`);
  }
}
