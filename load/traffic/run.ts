/** Runs `load/traffic.ts` in k6, and takes the samples from its console as they come. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Exchange } from '../../schemas/records/exchange.ts';
import { knownKeys } from '../../fixtures/config/keys.ts';
import { createMasks } from '../../fixtures/client/mask.ts';
import type { Target } from '../../fixtures/config/target.ts';
import { SuiteError } from '../../fixtures/verdict.ts';
import { Kept } from './exchanges.ts';
import { planLoad } from './plan.ts';
import { fromLine } from './sample.ts';
import type { TrafficSummary } from './summary.ts';

export interface TrafficRun {
  readonly summary: TrafficSummary;
  readonly exchanges: readonly Exchange[];
  /** What k6 said on its standard output, keys masked. */
  readonly told: string;
}

/** k6's exit codes that are verdicts of its thresholds, and no trouble of its own. */
const judged = [0, 99];
const script = fileURLToPath(new URL('../traffic.ts', import.meta.url));

/**
 * @param k6 its path.
 * @param onStarted is given the process id, to end it with the run.
 * @throws SuiteError where k6 failed.
 */
export async function runTraffic(
  k6: string,
  target: Target,
  onStarted: (stop: (signal: NodeJS.Signals) => void) => void = () => {},
): Promise<TrafficRun> {
  const run = randomUUID();
  const masks = createMasks(randomUUID(), knownKeys(target));
  const kept = new Kept(masks, planLoad(target.values, target.allow, target.maxRps).samples);
  const file = join(target.out, 'traffic.json');
  mkdirSync(target.out, { recursive: true });
  rmSync(file, { force: true });
  const child = spawn(k6, ['run', '--quiet', '--no-usage-report', '--log-format=raw', script], {
    env: environment(target, run),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onStarted(signal => child.kill(signal));
  let told = '';
  const complaints: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (told += text));
  createInterface({ input: child.stderr }).on('line', line => {
    const sampled = fromLine(run, line);
    if (sampled) kept.add(sampled);
    else if (complaints.length < 50) complaints.push(masks.keys(line));
  });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  if (code === null || !judged.includes(code) || !existsSync(file))
    throw new SuiteError(`k6 ended with ${code}: ${complaints.join('\n').slice(-1500)}`);
  const summary = JSON.parse(readFileSync(file, 'utf8')) as TrafficSummary;
  return { summary, exchanges: kept.exchanges, told: masks.keys(told) };
}

/** What a reference of our own may be made to spend. */
const unbounded = 1_000_000;

/** Keys go by the environment: arguments are visible in the process list. Settings go as they were given. */
function environment(target: Target, run: string): NodeJS.ProcessEnv {
  const { values } = target;
  const given = Object.entries(values).flatMap(([name, value]) => {
    const text = asText(name, value);
    return text === undefined ? [] : [[name, text] as const];
  });
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    ...(values.GV_CA_FILE === undefined ? {} : { SSL_CERT_FILE: values.GV_CA_FILE }),
    ...Object.fromEntries(given),
    GV_BASE_URL: target.baseUrl,
    GV_ALLOW: [...target.allow].filter(effect => effect !== 'read').join(','),
    GV_MAX_RPS: String(Number.isFinite(target.maxRps) ? target.maxRps : unbounded),
    ...(target.origin === 'reference'
      ? { GV_MAX_SPEND: ['GBP', 'USD', 'EUR'].map(each => `${unbounded} ${each}`).join(',') }
      : {}),
    GV_OUT: target.out,
    GV_RUN: run,
  };
}

const inSeconds = ['GV_TIMEOUT', 'GV_ASYNC_TIMEOUT', 'GV_PROBE_MAX_WAIT', 'GV_LOAD_DURATION'];
/** Keys of states and what only the contract half asks for stay here. */
const needed =
  /^GV_(API_KEY|AUTOMATION_KEY|ORDER_REQUEST_SUCCEEDED|ORDER_REQUEST_BULK|ORDER_BODY|RECIPIENT|LEDGER_CURRENCY_PARAM|MAX_SPEND|MAX_REQUESTS|TIMEOUT|ASYNC_TIMEOUT|PROBE_MAX_WAIT|LOAD_\w+)$/;

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
