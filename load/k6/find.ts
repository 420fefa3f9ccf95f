import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildGo, hasGo, run } from './go.ts';

/** The version that `load/k6/go.mod` pins. */
export const K6_VERSION = '2.2.0';

/** Of `GV_K6`: no k6 is wanted. */
export const noK6 = 'none';

const BUILD_DIR = fileURLToPath(new URL('.', import.meta.url));
export const PROJECT_CACHE = fileURLToPath(new URL('../../.cache', import.meta.url));
const INSTALL =
  'install k6 (https://grafana.com/docs/k6/latest/set-up/install-k6/), name it in GV_K6, or install Go to let this project build it';

export type K6 =
  | { path: string; version: string }
  /** `buildable`: a run would build it. */
  | { missing: string; buildable?: true };

export interface FindK6Options {
  /** `GV_K6`: used or an error, never passed over. */
  explicit?: string | undefined;
  /** Folder for builds of k6, as `k6-<version>/k6`; `.cache` of the working directory by default. */
  cacheDir?: string;
  /** False: it is looked for, and not built. */
  build?: boolean;
  /** Lines about a build, which takes some minutes. */
  onProgress?: (line: string) => void;
}

/** Finds a k6 that runs: the explicit one, else PATH, the cache, or a build of the pinned one. */
export async function findK6({
  explicit,
  cacheDir = '.cache',
  build = true,
  onProgress = () => {},
}: FindK6Options): Promise<K6> {
  if (explicit) {
    const { version, problem = 'does not run as k6' } = await inspect(explicit);
    return version
      ? { path: explicit, version }
      : { missing: `GV_K6 names ${explicit}, which ${problem}; ${INSTALL}` };
  }
  const cached = join(resolve(cacheDir), `k6-${K6_VERSION}`, 'k6');
  for (const path of ['k6', cached]) {
    const { version, problem } = await inspect(path);
    if (version) return { path, version };
    if (problem) onProgress(`${path} is passed over: it ${problem}`);
  }
  if (!(await hasGo()))
    return {
      missing: `k6 is neither on the PATH nor in the cache, and there is no Go; ${INSTALL}`,
    };
  if (!build)
    return {
      missing: `k6 is neither on the PATH nor in the cache: a run that probes limiters builds ${K6_VERSION} once with Go, about three minutes`,
      buildable: true,
    };
  onProgress(`building k6 ${K6_VERSION} once, about three minutes`);
  const failure = await buildGo(cached, {
    module: BUILD_DIR,
    target: 'go.k6.io/k6/v2',
    flags: ['-mod=mod'],
    onProgress,
  });
  const version = failure === undefined ? (await inspect(cached)).version : undefined;
  return version
    ? { path: cached, version }
    : { missing: `k6 could not be built: ${failure ?? 'the build does not run'}; ${INSTALL}` };
}

/** Version of a k6 that the scripts run on; `problem` if a program runs and is not one. */
async function inspect(path: string): Promise<{ version?: string; problem?: string }> {
  const { ok, output } = await run(path, ['version']);
  if (!ok) return {};
  const [, version, major] = /^k6(?:\.exe)? v((\d+)\.\d+\.\d+\S*)/m.exec(output) ?? [];
  if (version === undefined) return { problem: 'prints no version of k6' };
  return Number(major) < 1
    ? { problem: `is k6 ${version}, and the scripts need 1.0 or later` }
    : { version };
}
