/** Polls of order requests, whose ids are known only during the load. */
import type { Prepared } from '../requests.ts';

/** Stands for the id at the end of the URL that the guard has checked. */
export const placeholder = 'ID';

/** @returns undefined for an id that would lead to another route: encoded, all others stay in their segment of the path. */
export const pollOf = (poll: Prepared, id: string): Prepared | undefined =>
  ['', '.', '..'].includes(id)
    ? undefined
    : { ...poll, url: poll.url.slice(0, -placeholder.length) + encodeURIComponent(id) };
