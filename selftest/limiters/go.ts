import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PROJECT_CACHE, buildGo, hasGo } from '../../load/k6/k6.ts';
import type { ThirdPartyLimiter, Started } from './limiter.ts';
import { goVersion } from './version.ts';

const MODULE = fileURLToPath(new URL('go', import.meta.url));

/** The limiters of `go/main.go`, which serves them all from one process. */
const goLimiters = [
  {
    name: goVersion('github.com/throttled/throttled/v2'),
    path: 'throttled',
    algorithm: 'token-bucket',
  },
  { name: goVersion('github.com/go-chi/httprate'), path: 'httprate', algorithm: 'sliding-window' },
  { name: goVersion('github.com/ulule/limiter/v3'), path: 'ulule', algorithm: 'fixed-window' },
] as const;

/**
 * Builds `go/` into the cache and starts it; with Go's own cache a second build takes a second.
 *
 * @returns the started program, or why the limiters written in Go are missing, with the remedy.
 */
export async function startGo(cacheDir = PROJECT_CACHE): Promise<Started | { missing: string }> {
  if (!(await hasGo()))
    return { missing: 'there is no Go: install it (https://go.dev/doc/install)' };
  const path = join(resolve(cacheDir), 'third-party-limiters', 'limiters');
  const failure = await buildGo(path, { module: MODULE, target: '.', flags: ['-mod=readonly'] });
  if (failure !== undefined)
    return { missing: `go build in selftest/limiters/go failed: ${failure}` };
  const child = spawn(path, { stdio: ['pipe', 'pipe', 'inherit'] });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`selftest/limiters/go ended with ${code} before it listened`);
  });
  const lines = createInterface({ input: child.stdout });
  const [baseUrl] = (await Promise.race([once(lines, 'line'), failed])) as [string];
  failed.catch(() => {});
  return {
    baseUrl,
    close: async () => {
      const ended = child.exitCode === null ? once(child, 'exit') : undefined;
      child.stdin.end();
      await ended;
    },
  };
}

/** The limiters that the running program serves, each start below a path of its own. */
export function servedBy({ baseUrl }: Started): ThirdPartyLimiter[] {
  let instance = 0;
  return goLimiters.map(({ name, path, algorithm }) => ({
    name,
    algorithm,
    start: async ({ limit, windowSeconds }) => ({
      baseUrl: `${baseUrl}/${path}/${limit}/${windowSeconds}s/${instance++}`,
      close: async () => {},
    }),
  }));
}
