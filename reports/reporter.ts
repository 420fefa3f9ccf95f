/** Playwright's reporter of a run: progress, `conformance.json`, the summary. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
import { areaOf, statements } from '../schemas/requirements/index.ts';
import type { Outcome } from '../schemas/records/result.ts';
import { buildResult } from './build.ts';
import { inShard } from './merge.ts';
import { shareOut } from './share-out.ts';
import { areaLine, summary } from './terminal.ts';

export default class ConformanceReporter implements Reporter {
  readonly #out: string;
  readonly #outcomes: Outcome[] = [];
  readonly #problems: string[] = [];
  #left = new Map<string, number>();
  /** `--list` runs nothing: the last result stays, and the runner prints the list where no reporter prints. */
  readonly #listing = process.argv.includes('--list');
  readonly #merging = process.argv.includes('merge-reports');

  /** @param options `out`: where results go. */
  constructor(options: { out: string }) {
    this.#out = options.out;
  }

  /** With `--shard`: each area runs in one shard, and what acts in the first. */
  async preprocess({ config, suite, testRun }: Preprocess): Promise<void> {
    if (!config.shard) return;
    const { current, total } = config.shard;
    const tests = suite.allTests();
    const shards = shareOut(tests.map(idOf), total);
    testRun.skipSharding();
    for (const test of tests) if (shards.get(areaOf(test.title)) !== current) testRun.exclude(test);
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    if (this.#listing) return;
    for (const test of suite.allTests()) {
      const area = areaOf(test.title);
      this.#left.set(area, (this.#left.get(area) ?? 0) + 1);
    }
    say(`${suite.allTests().length} checks in ${this.#left.size} areas\n`);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const shard = this.#merging ? shardOf(result) : undefined;
    const outcome = inShard(toOutcome(test, result), shard);
    if (this.#outcomes.some(({ id }) => id === outcome.id))
      this.#problems.push(`${outcome.id} was judged twice`);
    if (outcome.verdict === 'error' && isObservation(outcome.id))
      this.#problems.push(
        `${outcome.id}: ${outcome.cases.find(each => each.reason)?.reason ?? ''}`,
      );
    this.#outcomes.push(outcome);
    const area = areaOf(outcome.id);
    const left = (this.#left.get(area) ?? 1) - 1;
    this.#left.set(area, left);
    if (left === 0)
      say(
        areaLine(
          area,
          this.#outcomes.filter(({ id }) => areaOf(id) === area && !isObservation(id)),
        ),
      );
  }

  onError(error: TestError): void {
    this.#problems.push(error.message ?? error.value ?? 'the run broke off');
  }

  onStdErr(chunk: string | Buffer): void {
    process.stderr.write(chunk);
  }

  onEnd(full: FullResult): void {
    if (this.#listing) return;
    // The runner swallows what a reporter throws: the command then misses the result, and says so.
    if (full.status === 'interrupted') this.#problems.push('the run was interrupted');
    const result = buildResult(this.#out, this.#outcomes, {
      at: full.startTime,
      durationMs: full.duration,
      version: version(),
      problems: this.#problems,
    });
    mkdirSync(this.#out, { recursive: true });
    writeFileSync(join(this.#out, 'conformance.json'), `${JSON.stringify(result, null, 2)}\n`);
    say(summary(result, this.#out));
  }

  printsToStdio(): boolean {
    return !this.#listing;
  }
}

const say = (text: string) => process.stdout.write(`${text}\n`);

const isObservation = (id: string): boolean =>
  (statements as Readonly<Record<string, { observed?: true }>>)[id]?.observed === true;

const version = (): string =>
  (
    JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string;
    }
  ).version;

type Preprocess = Parameters<NonNullable<Reporter['preprocess']>>[0];

const idOf = ({ title }: TestCase): string => title.split(' ')[0] ?? title;

const shardOf = ({ annotations }: TestResult): string | undefined =>
  annotations.find(({ type }) => type === 'shard')?.description;

/** What the host attached; a test that ended without it broke before it could. */
function toOutcome(test: TestCase, result: TestResult): Outcome {
  const body = result.attachments.find(({ name }) => name === 'outcome')?.body;
  if (body) return JSON.parse(body.toString('utf8')) as Outcome;
  const reason = result.error?.message ?? `the test ended as ${result.status} without an outcome`;
  return {
    id: idOf(test),
    verdict: 'error',
    cases: [{ id: 'all', verdict: 'error', reason, evidence: [] }],
    observations: [],
    durationMs: result.duration,
  };
}
