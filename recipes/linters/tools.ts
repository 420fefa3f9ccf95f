/** Fetches third-party linters once into the cache. Linters from PyPI go into a venv, and linters in Go are built. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '#test';
import { privateCache } from '../../harness/private-cache.ts';
import { buildGo, run, whyNoGo } from '../../load/k6/go.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const requirements = path('requirements.txt');

/** Returns a folder named after its content, so that another version gets another folder. */
const folderOf = (name: string, content: string): string =>
  privateCache(`${name}-${createHash('sha256').update(content).digest('hex').slice(0, 12)}`);

/** Returns the programs of `requirements.txt`. Without Python or PyPI, the test is skipped with the reason. */
export async function python(): Promise<(program: string) => string> {
  const folder = folderOf('linters-python', readFileSync(requirements, 'utf8'));
  const programs = (program: string) => join(folder, 'bin', program);
  // Created last, so it shows that the installation is complete.
  const done = join(folder, 'installed');
  if (!existsSync(done)) {
    const made = await run('python3', ['-m', 'venv', '--clear', folder]);
    test.skip(!made.ok, `there is no Python with venv: ${made.output.split('\n').at(-1)}`);
    // Only wheels are installed, because they run no code during installation.
    const options = ['--quiet', '--only-binary', ':all:', '--requirement', requirements];
    const installed = await run(programs('pip'), ['install', ...options], { env: process.env });
    if (!installed.ok) rmSync(folder, { recursive: true, force: true });
    test.skip(
      !installed.ok,
      `the linters could not be installed from PyPI: ${installed.output.split('\n').at(-1)}`,
    );
    await run('touch', [done]);
  }
  return programs;
}

/** Returns a program of the `go.mod` in this folder. Without Go or its proxy, the test is skipped with the reason. */
export async function goProgram(name: string, target: string): Promise<string> {
  const why = await whyNoGo();
  test.skip(why !== undefined, `${why}: install Go (https://go.dev/doc/install)`);
  const module = path('go');
  const sums =
    readFileSync(join(module, 'go.sum'), 'utf8') + readFileSync(join(module, 'main.go'), 'utf8');
  const program = join(folderOf('linters-go', sums), name);
  const failure = existsSync(program)
    ? undefined
    : await buildGo(program, { module, target, flags: ['-mod=readonly'] });
  test.skip(failure !== undefined, `go build in recipes/linters/go failed: ${failure}`);
  return program;
}

/** Expects that a linter finds nothing. */
export async function expectClean(program: string, ...args: readonly string[]): Promise<void> {
  const { ok, output } = await run(program, args);
  expect(ok, output).toBe(true);
}

/** Expects that a linter finds a planted mistake, which proves that it works. */
export async function expectFinding(
  finding: string | RegExp,
  program: string,
  ...args: readonly string[]
): Promise<void> {
  const { ok, output } = await run(program, args);
  expect(ok, 'the mistake was not found').toBe(false);
  expect(output).toMatch(finding);
}
