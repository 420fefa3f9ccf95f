/** What a probe costs: its requests against the limit, its time against what the limiter makes it wait. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startReference } from '../../fixtures/reference/server.ts';
import { announcedSeconds, isRefusal } from '../../load/probe/note.ts';
import type { LimiterResult } from '../../load/limiter/summary.ts';

const script = fileURLToPath(new URL('../../load/limiters.ts', import.meta.url));

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
  try {
    const env = {
      ...reference.settings,
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      GV_ALLOW: 'exhaust,write',
      GV_OUT: out,
    };
    const child = spawn(k6, ['run', '--quiet', '--no-usage-report', script], {
      env,
      stdio: 'ignore',
    });
    const code = await new Promise(ended => child.once('close', ended));
    if (code !== 0) throw new Error(`the probes ended with ${String(code)}`);
    const found = JSON.parse(readFileSync(join(out, 'limiters.json'), 'utf8')) as Record<
      keyof typeof limits,
      LimiterResult
    >;
    return Object.entries(found).map(([name, result]) =>
      describe(name, limits[name as keyof typeof limits], result),
    );
  } finally {
    rmSync(out, { recursive: true, force: true });
    await reference.close();
  }
}

function describe(name: string, truth: (typeof limits)['catalog'], result: LimiterResult): string {
  if ('skipped' in result) return `  ${name.padEnd(12)} not probed: ${result.skipped}`;
  const { notes } = result;
  const seconds =
    (Math.max(...notes.map(note => note.receivedAt)) - (notes[0]?.sentAt ?? 0)) / 1000;
  const retryAfter = announcedSeconds(notes.find(isRefusal) ?? notes[0]!) ?? 0;
  const wait = truth.windowSeconds + retryAfter;
  const limit = `limit ${truth.limit}, window ${truth.windowSeconds} s`;
  return `  ${name.padEnd(12)}${limit.padEnd(28)}${notes.length} requests, ${(notes.length / truth.limit).toFixed(1)} times the limit; ${seconds.toFixed(1)} s, ${(seconds / wait).toFixed(1)} times window and retry-after (${wait} s)`;
}
