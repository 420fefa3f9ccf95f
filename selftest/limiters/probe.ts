import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../fixtures/client/clock.ts';
import { loadTarget } from '../../fixtures/config/load-target.ts';
import { noK6 } from '../../load/k6/k6.ts';
import { probeLimiters } from '../../load/limiter/run.ts';
import type { LimiterProbe, Probed } from '../../schemas/records/limiter.ts';
import type { Configured, ThirdPartyLimiter } from './limiter.ts';
import type { Row } from './verdict.ts';

/** Masked wherever it stands in findings: no word of theirs. */
const KEY = 'key-of-no-account';

/** Node in place of the path of a k6. */
export const byNode = noK6;

/**
 * Probes a deployment as a run does.
 *
 * @param driver the path of a k6, or `byNode`.
 * @param settings beside the address: what the probe may do, and its bounds.
 * @throws Error if k6 fails.
 */
export async function probeAt(
  baseUrl: string,
  driver: string,
  settings: Readonly<Record<string, string>>,
): Promise<readonly LimiterProbe[]> {
  const out = await mkdtemp(join(tmpdir(), 'limiters-'));
  const given = { GV_BASE_URL: baseUrl, GV_API_KEY: KEY, GV_K6: driver, GV_OUT: out };
  const unbounded = { clock: systemClock, leftMs: Infinity, check: () => {} };
  try {
    return await probeLimiters(loadTarget({ ...given, ...settings }), unbounded, () => {});
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

/**
 * Starts the limiter and probes it.
 *
 * @param driver the path of a k6, or `byNode`.
 */
export async function probe(
  driver: string,
  limiter: ThirdPartyLimiter,
  configured: Configured,
): Promise<Row> {
  const { baseUrl, close } = await limiter.start(configured);
  try {
    const probes = await probeAt(baseUrl, driver, {
      GV_ALLOW: 'exhaust',
      GV_PROBE: 'wallet',
      GV_PROBE_MAX_REQUESTS: `${5 * configured.limit + 300}`,
      GV_PROBE_MAX_WAIT: `${1.25 * configured.windowSeconds + 3}`,
    });
    const probed = probes.find(({ name }) => name === 'wallet') as LimiterProbe & Probed;
    const { notes } = probed;
    const last = Math.max(...notes.map(note => note.receivedAt));
    const seconds = (last - (notes[0]?.sentAt ?? last)) / 1000;
    return { limiter, configured, probed, seconds };
  } catch (error) {
    throw new Error(`${limiter.name}: ${(error as Error).message}`, { cause: error });
  } finally {
    await close();
  }
}
