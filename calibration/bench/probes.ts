/** What a probe costs: its requests compared with the limit, its time with the waits that the limiter imposes. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startReference } from '../../fixtures/reference/server.ts';
import { scriptPath, startK6 } from '../../load/k6/start.ts';
import { announcedSeconds, isRejected, type LimiterProbe } from '../../schemas/records/limiter.ts';

/** Known to us, not to the probe. */
const limits = {
  catalog: { limit: 60, windowSeconds: 2 },
  webhooks: { limit: 20, windowSeconds: 3 },
  wallet: { limit: 200, windowSeconds: 4 },
};

/** One line a limiter. */
export async function probeCosts(k6: string): Promise<string[]> {
  const reference = await startReference({ limits });
  const out = mkdtempSync(join(tmpdir(), 'bench-'));
  const env = { ...reference.settings, GV_ALLOW: 'exhaust,write', GV_OUT: out };
  try {
    const { code } = await startK6(k6, scriptPath('limiters.ts'), { env }).ended;
    if (code !== 0) throw new Error('the probes found broken claims');
    const probes = JSON.parse(readFileSync(join(out, 'limiters.json'), 'utf8')) as LimiterProbe[];
    return probes.map(describe);
  } finally {
    rmSync(out, { recursive: true, force: true });
    await reference.close();
  }
}

function describe(probe: LimiterProbe): string {
  const { name } = probe;
  if ('skipped' in probe) return `  ${name.padEnd(12)} not probed: ${probe.skipped}`;
  const { notes } = probe;
  const truth = limits[name];
  const seconds =
    (Math.max(...notes.map(note => note.receivedAt)) - (notes[0]?.sentAt ?? 0)) / 1000;
  const retryAfter = announcedSeconds(notes.find(isRejected) ?? notes[0]!) ?? 0;
  const wait = truth.windowSeconds + retryAfter;
  const limit = `limit ${truth.limit}, window ${truth.windowSeconds} s`;
  return `  ${name.padEnd(12)}${limit.padEnd(28)}${notes.length} requests, ${(notes.length / truth.limit).toFixed(1)} times the limit; ${seconds.toFixed(1)} s, ${(seconds / wait).toFixed(1)} times window and retry-after (${wait} s)`;
}
