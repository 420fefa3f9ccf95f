/** Runs the real commands in processes of their own, for tests: each in its own folder, untouched by the environment around it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';
import { startReference } from '../fixtures/reference/server.ts';
import type { Reference, ReferenceOptions } from '../fixtures/reference/types.ts';
import type { ConformanceResult } from '../schemas/result.ts';

type Settings = Readonly<Record<string, string>>;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Run extends Ended {
  /** The folder that the run wrote to (`GV_OUT`). */
  readonly out: string;
  readonly result: ConformanceResult | undefined;
}

interface Fixtures {
  /** Working directory of what is spawned: without a `.env`, removed after the test. */
  readonly cwd: string;
  /** Starts a reference of the test's own, closed after it. */
  readonly reference: (options?: ReferenceOptions) => Promise<Reference>;
  /** `npm run conformance -- <args>` with these settings and no others. */
  readonly conformance: (settings: Settings, ...args: string[]) => Promise<Run>;
}

export const projectFile = (path: string): string =>
  fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Settings under which a target is treated like one that the run started itself. */
export const everythingAllowed: Settings = {
  GV_ALLOW: 'write,spend,exhaust',
  GV_MAX_SPEND: '1000000 GBP, 1000000 USD, 1000000 EUR, 1000000 NGN',
  GV_MAX_RPS: '1000',
};

/** Nothing of the surrounding runner and no `GV_*` reaches the process. */
export function start(
  file: string,
  args: readonly string[],
  options: { cwd: string; settings?: Settings },
): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  return spawn(file, args, {
    cwd: options.cwd,
    env: { PATH, HOME, ...options.settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export async function ended(child: ChildProcess): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  return { code, stdout, stderr };
}

export const test = base.extend<Fixtures>({
  cwd: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'gv-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  reference: async ({}, use) => {
    const started: Reference[] = [];
    await use(async options => {
      const reference = await startReference(options);
      started.push(reference);
      return reference;
    });
    for (const each of started) await each.close();
  },
  conformance: async ({ cwd }, use) => {
    let runs = 0;
    await use(async (settings, ...args) => {
      const out = join(cwd, `out-${++runs}`);
      mkdirSync(out);
      // The configuration is named because the working directory is not the project.
      const command = [
        projectFile('commands/conformance.ts'),
        `--config=${projectFile('playwright.config.ts')}`,
        ...args,
      ];
      const child = start(tsx, command, { cwd, settings: { GV_OUT: out, ...settings } });
      const { code, stdout, stderr } = await ended(child);
      const file = join(out, 'conformance.json');
      const result = existsSync(file)
        ? (JSON.parse(readFileSync(file, 'utf8')) as ConformanceResult)
        : undefined;
      return { code, stdout, stderr, out, result };
    });
  },
});

export const tsx = projectFile('node_modules/.bin/tsx');
