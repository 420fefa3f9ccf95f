/** Runs `load/traffic.ts` in k6, with the money that it may spend. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../harness/client/clock.ts';
import { isAny, moneyText, type Money } from '../../harness/client/ledger/money.ts';
import { type Ledger, openLedger } from '../../harness/client/ledger/ledger.ts';
import type { Target } from '../../harness/config/target.ts';
import type { Environment } from '../../harness/config/values.ts';
import { NotExercised, SuiteError } from '../../harness/verdict.ts';
import { type TrafficSummary, trafficSchema } from '../../schemas/records/traffic.ts';
import type { Reserved } from './buying.ts';
import { type LoadPlan, ofLoad, soundness, planLoad } from './plan.ts';
import { type StatementId, statements } from '../../contract/statements.ts';
import type { Exchange } from '../../schemas/records/exchange.ts';
import type { Outcome } from '../../schemas/records/result.ts';
import { fromLine, Kept } from './samples.ts';
import { metrics } from './user/pacing.ts';
import { createMasks } from '../../harness/client/mask.ts';
import { secretsOf } from '../../harness/config/keys.ts';
import { listenForInterruption } from '../../harness/process.ts';
import { readRecord } from '../../harness/output/files.ts';
import { automationCurrencies } from '../../schemas/schema.ts';
import { scriptPath, startK6 } from '../k6/k6.ts';

export interface TrafficRun {
  readonly summary: TrafficSummary;
  readonly exchanges: readonly Exchange[];
  /** Standard output of k6, with masked keys. */
  readonly stdout: string;
  /** Signal that ended k6 early, like `SIGTERM`. */
  readonly by?: string;
}

/**
 * Runs the load and keeps a sample of its responses.
 *
 * @param k6 Path of k6.
 * @param given Environment from which the target was loaded.
 * @param onProgress Gets the seconds since the start, and the planned seconds of the load, once a second.
 * @throws SuiteError if k6 failed.
 */
export async function runTraffic(
  k6: string,
  target: Target,
  given: Environment,
  onProgress: (seconds: number, planned: number) => void,
): Promise<TrafficRun> {
  const run = randomUUID();
  const masks = createMasks(randomUUID(), secretsOf(target));
  const plan = planLoad(target.values, target.allow, target.maxRps);
  const kept = new Kept(plan.samples);
  const file = join(target.out, 'traffic.json');
  mkdirSync(target.out, { recursive: true });
  rmSync(file, { force: true });
  const spending = reserveForLoad(target, plan, run);
  const { child, ended } = startK6(k6, scriptPath('traffic'), {
    env: {
      ...environment(target, given, run),
      GV_RESERVED: JSON.stringify(spending.reserved),
    },
    args: ['--log-format=raw'],
    tls: target.values,
    mask: masks.keys,
    ownGroup: true,
    onLog: line => {
      const sample = fromLine(run, line);
      if (sample) kept.add(sample);
      return sample !== undefined;
    },
  });
  const ms = plan.mix.stages.reduce((sum, stage) => sum + stage.ms, 0);
  const startedAt = Date.now();
  const timer = setInterval(() => onProgress((Date.now() - startedAt) / 1000, ms / 1000), 1000);
  let by: string | undefined;
  // k6 ends pending requests and writes its summary, within a time limit.
  const stopListening = listenForInterruption((signal, again) => {
    by ??= signal;
    child.kill(again ? 'SIGKILL' : 'SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), graceMs).unref();
  });
  const { stdout } = await ended
    .catch((error: Error) => {
      throw by === undefined ? error : new SuiteError(`${wasInterrupted(by)}, and left no summary`);
    })
    .finally(() => {
      clearInterval(timer);
      stopListening();
    });
  if (!existsSync(file)) throw new SuiteError('k6 ended without its summary (traffic.json)');
  const summary = readRecord(file, trafficSchema);
  spending.settle(summary);
  return { summary, exchanges: kept.exchanges(masks), stdout, ...(by === undefined ? {} : { by }) };
}

/** Time for k6 to end. A pending request takes up to GV_TIMEOUT. */
const graceMs = 35_000;

/** Returns the reason for a load that a signal ended early. */
export const wasInterrupted = (by: string): string => `the load was interrupted by ${by}`;

/** Returns the given settings, with the bounds of the target. */
function environment(target: Target, given: Environment, run: string): Environment {
  return {
    ...Object.fromEntries(Object.entries(given).filter(([name]) => needed.test(name))),
    GV_BASE_URL: target.baseUrl,
    GV_ALLOW: [...target.allow].filter(effect => effect !== 'read').join(','),
    GV_MAX_RPS: String(Number.isFinite(target.maxRps) ? target.maxRps : unbounded),
    ...(target.origin === 'reference' ? { GV_MAX_SPEND: moneyText(plenty) } : {}),
    GV_OUT: target.out,
    GV_RUN_ID: run,
  };
}

/** Matches the settings for k6. Keys in other states and settings of the contract half are not passed on. */
const needed =
  /^GV_(PROFILE|API_KEY|HEADERS|AUTOMATION_KEY|ORDER_REQUEST_SUCCEEDED|ORDER_REQUEST_BULK|ORDER_BODY|RECIPIENT|LEDGER_CURRENCY_PARAM|MAX_SPEND|MAX_REQUESTS|TIMEOUT|ASYNC_TIMEOUT|PROBE_MAX_WAIT|LOAD_\w+)$/;

interface LoadSpending {
  readonly reserved: Reserved;
  /** @param summary Summary of a load that has ended. Without it, the whole reservation counts as spent. */
  settle(summary: TrafficSummary): void;
}

const unbounded = 1_000_000;
/** Money that the load may spend on our own reference. */
const plenty: Money = Object.fromEntries(automationCurrencies.map(each => [each, unbounded]));
const nothing = () => {};
const load = { id: './gv traffic', family: 'business' } as const;

/** Reserves money in the ledger before the load. The unspent part is released after the load. */
function reserveForLoad(target: Target, plan: LoadPlan, run: string): LoadSpending {
  if (target.origin === 'reference') return { reserved: { money: plenty }, settle: nothing };
  if (!plan.purchases) return { reserved: {}, settle: nothing };
  try {
    return reserveRoom(openLedger(target, run, systemClock));
  } catch (error) {
    if (!(error instanceof NotExercised)) throw error;
    return { reserved: { why: error.message }, settle: nothing };
  }
}

/** Reserves all remaining money, because the purchases are known only after the catalog was read. */
function reserveRoom(ledger: Ledger): LoadSpending {
  const room = Object.entries(ledger.room());
  const left = room.filter(([, value]) => value > 0);
  // If no money is left, the ledger states the reason for the smallest amount.
  const wanted = left.length > 0 ? left : room.slice(0, 1).map(([name]) => [name, 0.01] as const);
  const costs = wanted.map(([currency, value]) => ({ currency, value }));
  const reservation = ledger.reserve(load, costs);
  return {
    reserved: { money: Object.fromEntries(left) },
    settle({ spend, possiblySpent = {} }) {
      if (!spend) return;
      if (isAny(possiblySpent)) ledger.hold(load, possiblySpent);
      reservation.release(spend);
    },
  };
}

/** Describes failures and warnings as the contract half does, and the number of judged responses. */
export function describeVerdicts(outcomes: readonly Outcome[], samples: number): string {
  const judged = outcomes.filter(({ cases }) =>
    cases.some(({ verdict }) => verdict !== 'not-exercised' && verdict !== 'not-applicable'),
  );
  const having = (...wanted: Outcome['verdict'][]) =>
    judged.filter(({ verdict }) => wanted.includes(verdict));
  const [bad, warnings] = [having('failed', 'error'), having('warning')];
  return [
    ...[...bad, ...warnings].flatMap(({ id, verdict, cases }) => {
      const { anchor, text } = statements[id as StatementId];
      const wrong = cases.filter(each => each.verdict === verdict);
      const [first] = wrong;
      return [
        `${verdict} ${id} (${anchor}) ${text}`,
        `  in ${wrong.length} of ${cases.length} cases`,
        ...(first?.doubt === undefined ? [] : [`  doubt: ${first.doubt}`]),
        ...(first ? [`  case ${first.id}\n${indent(first.message ?? first.reason ?? '')}`] : []),
        '',
      ];
    }),
    `${samples} responses checked against ${judged.length} requirements: ${bad.length === 0 ? 'all met' : `${bad.length} broken`}${warnings.length > 0 ? `, ${warnings.length} with a warning` : ''}`,
  ].join('\n');
}

const indent = (text: string) => text.replace(/^/gm, '    ');

/** Metrics of the run itself. If their threshold is crossed, the run is in trouble, not the target. */
const troubles: readonly string[] = [`http_reqs{${ofLoad}}`, metrics.exceptions, metrics.open];
const unanswered = `http_reqs{${ofLoad},status:200}`;

/**
 * Returns the exit code of a load: 1 for failures of the target, 3 for failures of the run, 2 if nothing was judged.
 *
 * @param strict True if warnings count as failures.
 */
export function exitCodeOf(
  summary: TrafficSummary,
  outcomes: readonly Pick<Outcome, 'verdict'>[],
  strict = false,
): number {
  const has = (verdict: Outcome['verdict']) => outcomes.some(each => each.verdict === verdict);
  const broken = summary.thresholds.filter(({ ok }) => !ok).map(({ metric }) => metric);
  const demanded = broken.filter(metric => !(metric in soundness) || metric.startsWith('checks'));
  const isDoubtful = (metric: string) =>
    summary.withheld !== undefined && metric.startsWith('http_req_duration');
  if (has('failed') || (strict && has('warning')) || demanded.some(each => !isDoubtful(each)))
    return 1;
  if (has('error') || broken.some(each => troubles.includes(each) || isDoubtful(each))) return 3;
  return (has('passed') || has('warning')) && !broken.includes(unanswered) ? 0 : 2;
}
