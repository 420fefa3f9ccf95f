/** The real command in a process of its own, untouched by the environment around it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const gv = fileURLToPath(new URL('../gv', import.meta.url));

/** Everything but driving limiters to their 429. */
export const permissions = {
  GV_ALLOW: 'write,spend',
  GV_MAX_SPEND: '1000000 GBP, 1000000 USD, 1000000 EUR, 1000000 NGN',
};

export interface Started {
  readonly child: ChildProcess;
  /** The exit code, and what it printed. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
}

/** Starts `./gv conformance <args>` in a folder with these settings and no others. */
export function startConformance(
  cwd: string,
  settings: Readonly<Record<string, string>>,
  args: readonly string[],
): Started {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(gv, ['conformance', ...args], {
    cwd,
    env: { PATH, HOME, GV_STATE: join(cwd, 'state'), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  return { child, ended: ended.then(code => ({ code, output })) };
}
