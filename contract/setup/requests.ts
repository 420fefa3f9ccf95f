/** Counts the requests of a run before it sends them. */
import { fileURLToPath } from 'node:url';
import { readJsonFile } from '../../harness/output/files.ts';
import type { Need } from '../../schemas/statement.ts';

/** Requests that the same checks use. */
export interface RequestsOf {
  /** Conditions without which the requests are not sent. */
  readonly needs: readonly Need[];
  /** Ids of the checks, with blanks between them. */
  readonly of: string;
  readonly requests: number;
}

const file = fileURLToPath(new URL('requests.json', import.meta.url));

/** Returns the requests of a run with all settings and permissions, as `./gv requests` measured them on the reference. */
const measured = (): readonly RequestsOf[] => readJsonFile(file) as readonly RequestsOf[];

/**
 * Returns the number of requests that these checks send together. A request that several checks use is sent once.
 *
 * @param isMet Returns true if a condition of a request is met.
 */
export const countRequests = (
  ids: ReadonlySet<string>,
  isMet: (need: Need) => boolean,
  all: readonly RequestsOf[] = measured(),
): number =>
  all
    .filter(({ needs, of }) => needs.every(isMet) && of.split(' ').some(id => ids.has(id)))
    .reduce((sum, { requests }) => sum + requests, 0);
