/** Runs `load/traffic.ts` in k6, and takes the samples from its log as they come: masked exchanges, as a run of the contract has them. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createMasks, type Masks } from '../../fixtures/client/mask.ts';
import { keySettings, secretsOf } from '../../fixtures/config/keys.ts';
import type { Target } from '../../fixtures/config/target.ts';
import { listenForInterruption } from '../../fixtures/process.ts';
import { readRecord } from '../../fixtures/output/files.ts';
import { SuiteError } from '../../fixtures/verdict.ts';
import type { Exchange } from '../../schemas/records/exchange.ts';
import { trafficSchema, type TrafficSummary } from '../../schemas/records/traffic.ts';
import { scriptPath, startK6 } from '../k6/start.ts';
import { followLoad, freeAddress } from './live.ts';
import { planLoad } from './plan.ts';
import { reserveForLoad, unbounded } from './spending.ts';
import { fromLine, type Sampled } from './user/sample.ts';

function toExchange(sampled: Sampled, id: string, masks: Masks): Exchange {
  const { method, url, sent, status, body, startedAt, durationMs } = sampled;
  return {
    id,
    route: sampled.route,
    key: sampled.key,
    request: {
      method,
      url: masks.keys(url),
      headers: {
        'X-API-Key': `\${${keySettings[sampled.key]}}`,
        ...(sent === null ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(sent === null ? {} : { body: masks.keys(sent) }),
    },
    response: {
      status,
      headers: Object.entries(sampled.headers).map(([name, value]) => [
        masks.keys(name),
        masks.keys(value),
      ]),
      body: masks.response(body, sent ?? undefined),
    },
    times: { startedAt, durationMs },
  };
}

/** As many of one route and status as are worth a judgement, so that a flood of one kind hides no other. */
const mostOfAKind = 120;

/** Takes samples as they come, as many as are worth it. */
class Kept {
  readonly exchanges: Exchange[] = [];
  readonly #masks: Masks;
  readonly #most: number;
  readonly #kinds = new Map<string, number>();

  /** @param most samples that were asked for; those of odd answers come on top. */
  constructor(masks: Masks, most: number) {
    this.#masks = masks;
    this.#most = 2 * most;
  }

  add(sampled: Sampled): void {
    const kind = `${sampled.route} ${sampled.status}`;
    const count = this.#kinds.get(kind) ?? 0;
    this.#kinds.set(kind, count + 1);
    if (count >= mostOfAKind || this.exchanges.length >= this.#most) return;
    this.exchanges.push(toExchange(sampled, `t${this.exchanges.length + 1}`, this.#masks));
  }
}

export interface TrafficRun {
  readonly summary: TrafficSummary;
  readonly exchanges: readonly Exchange[];
  /** Standard output of k6, keys masked. */
  readonly stdout: string;
  /** The signal that ended it before its time, `SIGTERM`. */
  readonly by?: string;
}

/**
 * @param k6 its path.
 * @param onProgress gets the parts of a line that says what the load does, once a second; absent: nobody watches.
 * @throws SuiteError if k6 failed.
 */
export async function runTraffic(
  k6: string,
  target: Target,
  onProgress?: (parts: readonly string[]) => void,
): Promise<TrafficRun> {
  const run = randomUUID();
  const masks = createMasks(randomUUID(), secretsOf(target));
  const plan = planLoad(target.values, target.allow, target.maxRps);
  const kept = new Kept(masks, plan.samples);
  const file = join(target.out, 'traffic.json');
  mkdirSync(target.out, { recursive: true });
  rmSync(file, { force: true });
  const spending = reserveForLoad(target, plan, run);
  const address = onProgress && (await freeAddress());
  const { child, ended } = startK6(k6, scriptPath('traffic'), {
    env: {
      ...environment(target, run),
      GV_RESERVED: JSON.stringify(spending.reserved),
      // As an option, an address that another process took meanwhile would end k6.
      K6_ADDRESS: address,
    },
    args: ['--log-format=raw'],
    tls: target.values,
    mask: masks.keys,
    ownGroup: true,
    onLog: line => {
      const sampled = fromLine(run, line);
      if (sampled) kept.add(sampled);
      return sampled !== undefined;
    },
  });
  const ms = plan.mix.stages.reduce((sum, stage) => sum + stage.ms, 0);
  const unfollow = address && onProgress ? followLoad(address, ms, onProgress) : () => {};
  let by: string | undefined;
  // It ends what is under way and writes its summary; not for ever.
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
      unfollow();
      stopListening();
    });
  if (!existsSync(file)) throw new SuiteError('k6 ended without its summary (traffic.json)');
  const summary = readRecord(file, trafficSchema);
  spending.settle(summary);
  return { summary, exchanges: kept.exchanges, stdout, ...(by === undefined ? {} : { by }) };
}

/** Time that k6 has to end in; a request under way takes GV_TIMEOUT. */
const graceMs = 35_000;

export const wasInterrupted = (by: string): string => `the load was interrupted by ${by}`;

/** The settings as they were given, with the permissions of the target. */
function environment(target: Target, run: string) {
  const { values } = target;
  const given = Object.entries(values).flatMap(([name, value]) => {
    const text = asText(name, value);
    return text === undefined ? [] : [[name, text] as const];
  });
  return {
    ...Object.fromEntries(given),
    GV_BASE_URL: target.baseUrl,
    GV_ALLOW: [...target.allow].filter(effect => effect !== 'read').join(','),
    GV_MAX_RPS: String(Number.isFinite(target.maxRps) ? target.maxRps : unbounded),
    ...(target.origin === 'reference'
      ? { GV_MAX_SPEND: ['GBP', 'USD', 'EUR'].map(each => `${unbounded} ${each}`).join(',') }
      : {}),
    GV_OUT: target.out,
    GV_RUN_ID: run,
  };
}

const inSeconds = ['GV_TIMEOUT', 'GV_ASYNC_TIMEOUT', 'GV_PROBE_MAX_WAIT', 'GV_LOAD_DURATION'];
/** Keys in other states and what only the contract half uses are not handed over. */
const needed =
  /^GV_(PROFILE|API_KEY|AUTOMATION_KEY|ORDER_REQUEST_SUCCEEDED|ORDER_REQUEST_BULK|ORDER_BODY|RECIPIENT|LEDGER_CURRENCY_PARAM|MAX_SPEND|MAX_REQUESTS|TIMEOUT|ASYNC_TIMEOUT|PROBE_MAX_WAIT|LOAD_\w+)$/;

function asText(name: string, value: unknown): string | undefined {
  if (!needed.test(name) || value === undefined) return undefined;
  if (inSeconds.includes(name)) return String(Number(value) / 1000);
  if (name === 'GV_MAX_SPEND')
    return Object.entries(value as Record<string, number>)
      .map(([currency, amount]) => `${amount} ${currency}`)
      .join(',');
  if (name === 'GV_ORDER_BODY') return JSON.stringify(value);
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
