import { spawnSync } from 'node:child_process';

/** Whether git ignores a file here; undefined where there is no repository, or no git. */
export function isIgnoredByGit(file: string): boolean | undefined {
  const { status } = spawnSync('git', ['check-ignore', '--quiet', '--', file], { stdio: 'ignore' });
  if (status === 0) return true;
  return status === 1 ? false : undefined;
}
