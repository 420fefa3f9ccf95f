/** Polls an order request, whose id is known only during the load. */
import type { GuardedRequest } from '../../request.ts';

/** Replaces the id at the end of the URL when the guard checks it. */
export const placeholder = 'ID';

/**
 * Returns the request that polls an order request.
 *
 * @returns undefined if the id would lead to another route. All other ids stay in their path segment once they are encoded.
 */
export const pollOf = <Poll extends GuardedRequest>(poll: Poll, id: string): Poll | undefined =>
  ['', '.', '..'].includes(id)
    ? undefined
    : { ...poll, url: poll.url.slice(0, -placeholder.length) + encodeURIComponent(id) };
