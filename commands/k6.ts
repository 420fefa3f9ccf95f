/** Builds k6 (`./gv k6`). */
import { print } from '../harness/output/wrap.ts';
import { findK6, howToBuild, k6Version } from '../load/k6/k6.ts';
import { readEnvironment } from '../harness/config/environment.ts';
import type { ConformanceResult } from '../schemas/records/result.ts';
import { command } from './cli/command.ts';

export default command({
  about: `Finds k6, or builds k6 ${k6Version} with Go from pinned sources, below the installation, in about three minutes. ./gv traffic needs k6 and also builds it. A run probes the limiters with k6, or with Node if there is no k6.`,
  settings: { first: ['GV_K6'], all: ['GV_K6'] },
  examples: [['./gv k6', 'build k6, unless it is on the PATH or was built before']],
  exitCodes: { 0: 'there is a k6', 3: 'k6 could not be built' },
  run: async () => {
    const explicit = readEnvironment()['GV_K6'];
    const k6 = await findK6({ explicit, build: true, onProgress: line => print(line) });
    if ('missing' in k6) throw new Error(`There is no k6: ${k6.missing}.`);
    print(`k6 ${k6.version}: ${k6.path}`);
    return 0;
  },
});

/**
 * Returns a line for the end of a run whose limiters Node probed because there is no k6.
 *
 * @param explicit Value of GV_K6.
 */
export const noteOnDriver = (
  { limiters }: Pick<ConformanceResult, 'limiters'>,
  explicit: string | undefined,
): string[] =>
  explicit === undefined && limiters.some(each => 'driver' in each && each.driver === 'node')
    ? [`k6 was not found, so Node measured the limiters; ${howToBuild}`]
    : [];
