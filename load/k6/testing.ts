/** Provides k6 to tests. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '#test';
import { findK6 } from './k6.ts';

/** Returns the path of k6, building it unless `build` is false. Without k6, the test is skipped with the reason. */
export async function ownK6({ build = true } = {}): Promise<string> {
  const found = await findK6({ explicit: process.env['GV_K6'], build });
  test.skip('missing' in found, 'missing' in found ? found.missing : '');
  return 'path' in found ? found.path : '';
}

/**
 * Runs a script in k6 with only these settings and a new folder for results.
 *
 * @returns the exit code, the output, and the folder.
 */
export async function runScript(
  k6: string,
  script: string,
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly text: string; readonly out: string }> {
  const ofTest = test.info().outputDir;
  mkdirSync(ofTest, { recursive: true });
  const out = mkdtempSync(join(ofTest, 'k6-'));
  const child = spawn(k6, ['run', '--quiet', '--no-usage-report', script], {
    env: { PATH: process.env['PATH'], HOME: out, GV_OUT: out, ...settings },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const code = await new Promise<number | null>(ended => child.on('close', ended));
  return { code, text, out };
}
