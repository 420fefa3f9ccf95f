/** The limiter probes in k6, once a run; the checks of area `limits` judge what they found. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { harmlessJson } from '../../output/sanitize.ts';
import { writeWhole } from '../../output/whole.ts';
import { createMasks } from '../../fixtures/client/mask.ts';
import { keyOf, secretsOf } from '../../fixtures/config/keys.ts';
import type { Target } from '../../fixtures/config/target.ts';
import { NotExercised, SuiteError } from '../../fixtures/verdict.ts';
import type { LimiterProbe } from '../../schemas/records/limiter.ts';
import { findK6 } from '../k6/find.ts';
import { scriptPath, startK6 } from '../k6/start.ts';

/**
 * Runs `load/limiters.ts`, or takes what it left earlier in this run: the run removes `limiters.json` when it begins.
 *
 * @throws NotExercised where there is no k6, or no key.
 * @throws SuiteError where k6 failed.
 */
export async function probeLimiters(
  target: Target,
  timeoutMs: number,
  onProgress: (line: string) => void = line => process.stderr.write(`${line}\n`),
): Promise<readonly LimiterProbe[]> {
  const file = join(target.out, 'limiters.json');
  if (!existsSync(file)) await runK6(target, file, timeoutMs, onProgress);
  return JSON.parse(readFileSync(file, 'utf8')) as LimiterProbe[];
}

async function runK6(
  target: Target,
  file: string,
  timeoutMs: number,
  onProgress: (line: string) => void,
): Promise<void> {
  const k6 = await findK6({ explicit: target.values.GV_K6, onProgress });
  if ('missing' in k6) throw new NotExercised(k6.missing);
  mkdirSync(target.out, { recursive: true });
  const masks = createMasks('', secretsOf(target));
  try {
    await startK6(k6.path, scriptPath('limiters.ts'), {
      env: environment(target),
      tls: target.values,
      timeoutMs,
      mask: masks.keys,
    }).ended;
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
  if (!existsSync(file)) throw new SuiteError('k6 ended without its findings (limiters.json)');
  // k6 masks the key as it is; a response may have it in another spelling.
  const probes: unknown = JSON.parse(masks.keys(readFileSync(file, 'utf8')));
  writeWhole(file, harmlessJson(probes, 0));
}

function environment(target: Target) {
  const { allow, baseUrl, out, probe, values } = target;
  return {
    GV_BASE_URL: baseUrl,
    GV_API_KEY: keyOf(target, 'business'),
    GV_WEBHOOK_UNKNOWN: values.GV_WEBHOOK_UNKNOWN,
    GV_ALLOW: (['write', 'exhaust'] as const).filter(each => allow.has(each)).join(','),
    GV_TIMEOUT: String(target.timeoutMs / 1000),
    GV_PROBE: values.GV_PROBE?.join(','),
    GV_PROBE_MAX_REQUESTS: String(probe.maxRequests),
    GV_PROBE_MAX_WAIT: String(probe.maxWaitMs / 1000),
    GV_OUT: out,
  };
}
