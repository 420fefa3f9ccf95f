import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Configured, ForeignLimiter } from './limiter.ts';
import type { Row } from './verdict.ts';

const SCRIPT = fileURLToPath(new URL('../../load/limiters.ts', import.meta.url));

/**
 * Starts the limiter and measures it with the script that measures any deployment.
 *
 * @throws Error where k6 ends with something else than its verdict (0, 99).
 */
export async function measure(
  k6: string,
  limiter: ForeignLimiter,
  configured: Configured,
): Promise<Row> {
  const { baseUrl, close } = await limiter.start(configured);
  const out = await mkdtemp(join(tmpdir(), 'foreign-'));
  try {
    const { code, told } = await run(k6, {
      PATH: process.env['PATH'],
      HOME: out,
      GV_BASE_URL: baseUrl,
      GV_API_KEY: 'any',
      GV_ALLOW: 'exhaust',
      GV_PROBE: 'wallet',
      GV_PROBE_MAX_REQUESTS: `${5 * configured.limit + 300}`,
      GV_PROBE_MAX_WAIT: `${1.25 * configured.windowSeconds + 3}`,
      GV_OUT: out,
    });
    if (code !== 0 && code !== 99)
      throw new Error(`k6 ended with ${code} at ${limiter.name}: ${told.trim().slice(-600)}`);
    const found = JSON.parse(await readFile(join(out, 'limiters.json'), 'utf8')) as {
      wallet: Row['result'];
    };
    const { notes } = found.wallet;
    const ended = Math.max(...notes.map(note => note.receivedAt));
    const seconds = (ended - (notes[0]?.sentAt ?? ended)) / 1000;
    return { limiter, configured, result: found.wallet, seconds };
  } finally {
    await close();
    await rm(out, { recursive: true, force: true });
  }
}

async function run(k6: string, env: NodeJS.ProcessEnv) {
  const child = spawn(k6, ['run', '--quiet', '--no-usage-report', SCRIPT], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let told = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (told += chunk.toString()));
  const code = await new Promise<number | null>((ended, failed) => {
    child.on('error', failed).on('close', ended);
  });
  return { code, told };
}
