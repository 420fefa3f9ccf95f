/** Polls of order requests, whose ids only the load itself learns. */
import type { Prepared } from './requests.ts';

/** At the end of the URL that the guard has seen; an id takes its place. */
export const placeholder = 'ID';

/** @returns undefined for an id that would lead to another route: encoded, all others stay in their segment of the path. */
export const pollOf = (poll: Prepared, id: string): Prepared | undefined =>
  ['', '.', '..'].includes(id)
    ? undefined
    : { ...poll, url: poll.url.slice(0, -placeholder.length) + encodeURIComponent(id) };
