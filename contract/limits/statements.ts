import type { Statements } from '../../schemas/statement.ts';

/** Names the unknown webhook, which the probe of the webhook limiter removes. */
const probed = {
  needs: ['exhaust'],
  uses: ['unknown webhook'],
  effect: 'exhaust',
  stage: 'limiters',
} as const;

/** §8 Rate limiting, §6 the webhook limiter, §7 the 429. */
export const limits = {
  'limits.rejection': {
    anchor: '§7, §8 item 2',
    text: 'A request beyond the limit gets 429 with a JSON object whose error is a string, without a wrapper',
    implied: false,
    ...probed,
  },
  'limits.retry-after': {
    anchor: '§8 item 2',
    text: 'A 429 carries retry-after, an integer number of seconds',
    implied: false,
    ...probed,
  },
  'limits.retry-after-kept': {
    anchor: '§8 item 2',
    text: 'After the wait that retry-after states, a request is admitted',
    implied: '§8 item 2: retry-after is the time to wait, so a request after that time is admitted',
    ...probed,
  },
  'limits.retry-after-end': {
    anchor: '§8 item 2',
    text: 'No request gets a 429 after the wait that an earlier 429 stated',
    implied:
      '§8 item 2: each 429 carries the time to wait, so the limiter is open when the wait of one 429 is over',
    doubt: 'Other clients may use up each window, or a limiter may also count rejected requests',
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
    text: 'RateLimit-Remaining is an integer that counts down to 0, and is 0 on a 429',
    implied:
      '§8 item 2: RateLimit-Remaining is the number of requests that the window has left, and a request is rejected because none is left',
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
    text: 'Catalog, webhook and wallet routes have separate limiters, so exhausting one limiter leaves the other limiters open',
    implied: false,
    ...probed,
  },
  'limits.burst': {
    anchor: '§8 item 2',
    text: 'A window admits no more requests than RateLimit-Limit, even in a concurrent burst',
    implied:
      '§8 item 2: a window has a maximum of requests, whether they come at once or one after the other',
    doubt: 'The nodes of one limiter may synchronise its counter with a delay',
    ...probed,
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
  'limits.refused-order': {
    anchor: '§8 item 2',
    text: 'The spec does not show whether an order that the limiter rejects is created',
    untestable: 'An order that is sent to be rejected may be created and cost money',
  },
  'limits.sensitive-routes': {
    anchor: '§8 item 1',
    text: 'The spec does not show which routes the sensitive limiter covers, apart from the wallet routes',
    untestable: 'Nothing is promised, and finding out would use up a window for each route',
  },
} as const satisfies Statements;
