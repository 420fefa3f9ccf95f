import type { Statements } from './statement.ts';

const needs = ['exhaust'] as const;

/** §8 Rate limiting, §6 the webhook limiter, §7 the 429. */
export const limits = {
  'limits.rejection': {
    anchor: '§7, §8 item 2',
    text: 'A request beyond the limit gets 429 with a JSON body that has a string error and no wrapper',
    needs,
  },
  'limits.retry-after': {
    anchor: '§8 item 2',
    text: 'A 429 carries retry-after, an integer of seconds',
    needs,
  },
  'limits.retry-after-kept': {
    anchor: '§8 item 2',
    text: 'After retry-after a request is admitted again',
    needs,
  },
  'limits.header-limit': {
    anchor: '§8 item 2',
    text: 'RateLimit-Limit is an integer, the requests a window admits',
    needs,
  },
  'limits.header-remaining': {
    anchor: '§8 item 2',
    text: 'RateLimit-Remaining is an integer, 0 on a 429 and never below',
    needs,
  },
  'limits.header-reset': {
    anchor: '§8 item 2',
    text: 'RateLimit-Reset is the Unix time in seconds at which the window resets',
    needs,
  },
  'limits.separate': {
    anchor: '§6, §8 item 1',
    text: 'Catalog, webhook and wallet routes have limiters of their own',
    needs,
  },
  'limits.body-wait': {
    anchor: '§8 item 2',
    text: 'A wait that the body of a 429 names agrees with retry-after',
    needs,
  },
  'limits.burst': {
    anchor: '§8 item 2',
    text: 'Many requests at once are admitted no more than the limit leaves',
    needs,
  },
  'limits.refused-order': {
    anchor: '§8 item 2',
    text: 'An order that the limiter refuses is not made',
    needs: ['exhaust', 'spend', 'GV_ORDER_BODY'],
  },
  'limits.header-lines': {
    anchor: '§8 item 2',
    text: 'retry-after and each RateLimit header have one value, however often they are sent',
    needs,
  },
  'limits.header-lines-seen': {
    anchor: '§8 item 2',
    text: 'Case and repetition of the headers of a 429',
    needs,
    observed: true,
  },
  'limits.found': {
    anchor: '§8 item 3',
    text: 'Limit, window and algorithm of each limiter, as measured',
    needs,
    observed: true,
  },
  'limits.messages': {
    anchor: '§7',
    text: 'Rate-limit messages seen',
    needs,
    observed: true,
  },
  'limits.sensitive-routes': {
    anchor: '§8 item 1',
    text: 'Which routes other than the wallet ones the sensitive limiter covers is not shown',
    untestable: 'Nothing is promised; finding out would cost a window for each route',
  },
} as const satisfies Statements;
