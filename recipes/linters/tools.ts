/** Linters of others, fetched once into the cache: those of PyPI into a venv, those in Go built. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '#test';
import { projectCache, buildGo, hasGo, run } from '../../load/k6/k6.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const requirements = path('requirements.txt');

/** Named by what is in it: another version is another folder. */
const folderOf = (name: string, content: string): string =>
  join(projectCache, `${name}-${createHash('sha256').update(content).digest('hex').slice(0, 12)}`);

/** Programs of `requirements.txt`; without Python or PyPI the test is skipped with the reason. */
export async function python(): Promise<(program: string) => string> {
  const folder = folderOf('linters-python', readFileSync(requirements, 'utf8'));
  const programs = (program: string) => join(folder, 'bin', program);
  // Of all programs the last to be there.
  const done = join(folder, 'installed');
  if (!existsSync(done)) {
    const made = await run('python3', ['-m', 'venv', '--clear', folder]);
    test.skip(!made.ok, `there is no Python with venv: ${made.output.split('\n').at(-1)}`);
    // Wheels only: nothing of them runs when it is installed.
    const options = ['--quiet', '--only-binary', ':all:', '--requirement', requirements];
    const installed = await run(programs('pip'), ['install', ...options]);
    if (!installed.ok) rmSync(folder, { recursive: true, force: true });
    test.skip(
      !installed.ok,
      `PyPI does not give the linters: ${installed.output.split('\n').at(-1)}`,
    );
    await run('touch', [done]);
  }
  return programs;
}

/** A program of the `go.mod` beside this file; without Go or its proxy the test is skipped with the reason. */
export async function goProgram(name: string, target: string): Promise<string> {
  test.skip(!(await hasGo()), 'there is no Go: install it (https://go.dev/doc/install)');
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

/** Has to find nothing. */
export async function expectClean(program: string, ...args: readonly string[]): Promise<void> {
  const { ok, output } = await run(program, args);
  expect(ok, output).toBe(true);
}

/** A linter that finds nothing in a file with a planted mistake is none. */
export async function expectFinding(
  finding: string | RegExp,
  program: string,
  ...args: readonly string[]
): Promise<void> {
  const { ok, output } = await run(program, args);
  expect(ok, 'the mistake was not found').toBe(false);
  expect(output).toMatch(finding);
}
