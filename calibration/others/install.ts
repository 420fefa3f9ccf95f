/** The tools from their registries, in versions that are named here, kept in the cache of the project. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const cache = resolve('.cache', 'others');

export const versions = { schemathesis: '4.32.5', prism: '5.14.2' } as const;

/** @returns the executable. @throws Error without Python 3 or its registry. */
export async function installSchemathesis(): Promise<string> {
  const folder = join(cache, `schemathesis-${versions.schemathesis}`);
  const executable = join(folder, 'bin', 'schemathesis');
  if (!existsSync(executable)) {
    await execute('python3', ['-m', 'venv', folder]);
    const wanted = `schemathesis==${versions.schemathesis}`;
    await execute(join(folder, 'bin', 'pip'), ['install', '--quiet', wanted]);
  }
  return executable;
}

/** @returns its script, for node. @throws Error without its registry. */
export async function installPrism(): Promise<string> {
  const folder = join(cache, `prism-${versions.prism}`);
  const script = join(folder, 'node_modules', '@stoplight', 'prism-cli', 'dist', 'index.js');
  if (!existsSync(script)) {
    const wanted = `@stoplight/prism-cli@${versions.prism}`;
    const options = ['--no-audit', '--no-fund', '--ignore-scripts'];
    await execute('npm', ['install', '--prefix', folder, ...options, wanted]);
  }
  return script;
}
