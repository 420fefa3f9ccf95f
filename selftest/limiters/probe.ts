import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scriptPath, startK6 } from '../../load/k6/start.ts';
import type { LimiterProbe, Probed } from '../../schemas/records/limiter.ts';
import type { Configured, ThirdPartyLimiter } from './limiter.ts';
import type { Row } from './verdict.ts';

/**
 * Starts the limiter and probes it with the script that probes any deployment.
 *
 * @throws Error where k6 fails.
 */
export async function probe(
  k6: string,
  limiter: ThirdPartyLimiter,
  configured: Configured,
): Promise<Row> {
  const { baseUrl, close } = await limiter.start(configured);
  const out = await mkdtemp(join(tmpdir(), 'third-party-'));
  const { ended } = startK6(k6, scriptPath('limiters'), {
    env: {
      GV_BASE_URL: baseUrl,
      GV_API_KEY: 'any',
      GV_ALLOW: 'exhaust',
      GV_PROBE: 'wallet',
      GV_PROBE_MAX_REQUESTS: `${5 * configured.limit + 300}`,
      GV_PROBE_MAX_WAIT: `${1.25 * configured.windowSeconds + 3}`,
      GV_OUT: out,
    },
  });
  try {
    await ended.catch((error: Error) => {
      throw new Error(`${limiter.name}: ${error.message}`);
    });
    const probes = JSON.parse(await readFile(join(out, 'limiters.json'), 'utf8')) as LimiterProbe[];
    const probed = probes.find(({ name }) => name === 'wallet') as Probed;
    const { notes } = probed;
    const last = Math.max(...notes.map(note => note.receivedAt));
    const seconds = (last - (notes[0]?.sentAt ?? last)) / 1000;
    return { limiter, configured, probed, seconds };
  } finally {
    await close();
    await rm(out, { recursive: true, force: true });
  }
}
