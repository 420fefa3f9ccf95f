import type { Statements } from '../../schemas/statement.ts';

const probed = { needs: ['exhaust'], effect: 'exhaust' } as const;

/** §8 Rate limiting, §6 the webhook limiter, §7 the 429. */
export const limits = {
  'limits.rejection': {
    anchor: '§7, §8 item 2',
    text: 'A request beyond the limit gets 429 with a JSON body that has a string error and no wrapper',
    implied: false,
    ...probed,
  },
  'limits.retry-after': {
    anchor: '§8 item 2',
    text: 'A 429 carries retry-after, an integer of seconds',
    implied: false,
    ...probed,
  },
  'limits.retry-after-kept': {
    anchor: '§8 item 2',
    text: 'After retry-after a request is admitted again',
    implied: '§8 item 2: the header is the time to wait, which is over when it has passed',
    ...probed,
  },
  'limits.header-limit': {
    anchor: '§8 item 2',
    text: 'RateLimit-Limit is an integer: the number of requests that a window admits',
    implied: false,
    ...probed,
  },
  'limits.header-remaining': {
    anchor: '§8 item 2',
    text: 'RateLimit-Remaining is an integer, 0 on a 429 and never below',
    implied:
      '§8 item 2: the header is what a window has left; a request that is rejected found nothing, and less than nothing is no number of requests',
    ...probed,
  },
  'limits.header-reset': {
    anchor: '§8 item 2',
    text: 'RateLimit-Reset is the Unix time in seconds at which the window resets',
    implied: false,
    ...probed,
  },
  'limits.separate': {
    anchor: '§6, §8 item 1',
    text: 'Catalog, webhook and wallet routes have separate limiters',
    implied: false,
    ...probed,
  },
  'limits.burst': {
    anchor: '§8 item 2',
    text: 'Of a concurrent burst, no more requests are admitted than the limit leaves',
    implied:
      '§8 item 2: a window has a maximum of requests, whether they come together or one after the other',
    ...probed,
  },
  'limits.refused-order': {
    anchor: '§8 item 2',
    text: 'An order that the limiter rejects is not made',
    implied: '§8 item 2: the request is rejected, and of what is rejected nothing is carried out',
    needs: ['exhaust', 'spend', 'GV_ORDER_BODY'],
    effect: 'exhaust',
  },
  'limits.header-lines': {
    anchor: '§8 item 2',
    text: 'retry-after and each RateLimit header have a single value, even when repeated',
    implied: '§8 item 2: each header is one integer, and two that differ are none',
    ...probed,
  },
  'limits.header-lines-seen': {
    anchor: '§8 item 2',
    text: 'Case and repetition of the headers of a 429',
    ...probed,
    observed: true,
  },
  'limits.found': {
    anchor: '§8 item 3',
    text: 'Limit, window and algorithm of each limiter, as measured',
    ...probed,
    observed: true,
    varies: true,
  },
  'limits.messages': {
    anchor: '§7',
    text: 'Rate-limit messages seen',
    ...probed,
    observed: true,
  },
  'limits.sensitive-routes': {
    anchor: '§8 item 1',
    text: 'Which routes other than the wallet ones the sensitive limiter covers is not shown',
    untestable: 'Nothing is promised; finding out would cost a window for each route',
  },
} as const satisfies Statements;
