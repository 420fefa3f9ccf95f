/** The limiter probes: k6 measures, once a run; what it found is judged by the checks of area `limits`. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LimiterFindings } from '../../fixtures/engine/context.ts';
import { findK6 } from '../k6/find.ts';
import { knownKeys } from '../../fixtures/config/keys.ts';
import { createMasks } from '../../fixtures/client/mask.ts';
import type { Target } from '../../fixtures/config/target.ts';
import { NotExercised, SuiteError } from '../../fixtures/verdict.ts';
import type { LimiterName } from '../../schemas/routes.ts';
import type { LimiterResult } from '../limiter/summary.ts';

const cacheDir = fileURLToPath(new URL('../../.cache', import.meta.url));
const script = fileURLToPath(new URL('../limiters.ts', import.meta.url));

/** Where this run keeps what k6 found, for workers that start later. */
interface Kept {
  readonly run: string;
  readonly limiters: readonly LimiterFindings[];
}

/**
 * Runs `load/limiters.ts`, or takes what it found earlier in this run.
 *
 * @throws NotExercised where there is no k6.
 * @throws SuiteError where k6 failed.
 */
export async function measureLimiters(
  target: Target,
  run: string,
  onProgress: (line: string) => void = line => process.stderr.write(`${line}\n`),
): Promise<readonly LimiterFindings[]> {
  const file = join(target.out, 'limiters.json');
  const marker = join(target.out, 'limiters-run.json');
  if (existsSync(marker)) {
    const kept = JSON.parse(readFileSync(marker, 'utf8')) as Kept;
    if (kept.run === run) return kept.limiters;
  }
  const k6 = await findK6({
    ...(target.values.GV_K6 === undefined ? {} : { explicit: target.values.GV_K6 }),
    cacheDir,
    onProgress,
  });
  if ('missing' in k6) throw new NotExercised(k6.missing);
  mkdirSync(target.out, { recursive: true });
  await runK6(k6.path, target);
  if (!existsSync(file)) throw new SuiteError('k6 ended without its findings (limiters.json)');
  const found = JSON.parse(readFileSync(file, 'utf8')) as Record<LimiterName, LimiterResult>;
  const limiters = Object.entries(found).map(([id, result]) => toFindings(id, result));
  writeFileSync(marker, JSON.stringify({ run, limiters } satisfies Kept));
  return limiters;
}

/** What checks see of a measurement. */
export function toFindings(id: string, result: LimiterResult): LimiterFindings {
  return 'skipped' in result
    ? { id, skipped: result.skipped }
    : { id, ...result.findings, notes: result.notes };
}

/** k6's exit codes that are verdicts of its thresholds, and no trouble of its own. */
const judged = [0, 99];

async function runK6(path: string, target: Target): Promise<void> {
  const masks = createMasks('', knownKeys(target));
  const { code, told } = await new Promise<{ code: number; told: string }>(resolve => {
    execFile(
      path,
      ['run', '--quiet', '--no-usage-report', script],
      { env: environment(target), maxBuffer: 1e8 },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, told: stderr || stdout }),
    );
  });
  if (!judged.includes(code))
    throw new SuiteError(`k6 ended with ${code}: ${masks.keys(told).trim().slice(-600)}`);
}

/** Keys go by the environment: arguments are visible in the process list. */
function environment(target: Target): NodeJS.ProcessEnv {
  const { values, probe } = target;
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    ...(values.GV_CA_FILE === undefined ? {} : { SSL_CERT_FILE: values.GV_CA_FILE }),
    GV_BASE_URL: target.baseUrl,
    GV_API_KEY: values.GV_API_KEY,
    GV_WEBHOOK_UNKNOWN: values.GV_WEBHOOK_UNKNOWN,
    GV_ALLOW: [...target.allow].join(','),
    GV_PROBE_MAX_REQUESTS: String(probe.maxRequests),
    GV_PROBE_MAX_WAIT: String(probe.maxWaitMs / 1000),
    GV_OUT: target.out,
  };
}
