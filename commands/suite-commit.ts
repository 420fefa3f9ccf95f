/** Reads the commit of this suite, by which the other side finds the suite that made a certificate. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOnPath, withoutKeys } from '../harness/programs.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns the commit of a clone in which no file was changed or added, or undefined. */
export function suiteCommit(): string | undefined {
  const git = findOnPath('git');
  if (git === undefined || !existsSync(join(root, '.git'))) return undefined;
  const { stdout } = spawnSync(git, ['status', '--porcelain=v2', '--branch'], {
    cwd: root,
    encoding: 'utf8',
    env: withoutKeys(),
  });
  const isUnchanged = /^(# .*\n)+$/.test(stdout);
  return isUnchanged ? /^# branch\.oid (\w+)$/m.exec(stdout)?.[1] : undefined;
}
