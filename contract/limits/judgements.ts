/** §7, §8 item 2: judges a single 429. The checks judge the behaviour of a limiter over several requests, from the notes of its probe. */
import { brokenOff, dateOf, header, type Exchange } from '../../schemas/records/exchange.ts';
import {
  bodyProblem,
  limitProblem,
  remainingProblem,
  resetProblem,
  retryAfterProblem,
} from '../../schemas/rejection.ts';
import { retryAfterSeconds } from '../../schemas/retry-after.ts';
import { expectNoProblem } from '../../harness/run/expect/found.ts';
import { NotApplicable } from '../../harness/verdict.ts';
import { isBusiness, type Judgement, type Judgements } from '../../harness/run/judgement.ts';

const isRejection = (exchange: Exchange): boolean =>
  isBusiness(exchange) && exchange.response.status === 429;

const judge429 = (
  expected: string,
  problem: (exchange: Exchange) => string | undefined,
  reads: NonNullable<Judgement['requires']> = ['response headers'],
): Judgement => ({
  appliesTo: isRejection,
  requires: reads,
  rejectedKeys: true,
  verify: exchange => {
    const actual = problem(exchange);
    expectNoProblem(actual === undefined ? undefined : { expected, actual });
  },
});

/** Returns a header that a 429 carries only if the limiter supports it. */
function supported(exchange: Exchange, name: string): string {
  const value = header(exchange, name);
  if (value === undefined) throw new NotApplicable(`this 429 carries no ${name}`);
  return value;
}

function problemOfBody(exchange: Exchange): string | undefined {
  const problem = bodyProblem(exchange.response.body);
  return problem && (brokenOff(exchange) ?? problem);
}

/** Returns the time of a response in seconds, by the clock of the target if it sends a Date. NaN if a recording has neither clock. */
function now(exchange: Exchange): number {
  const { startedAt, durationMs } = exchange.times;
  const received = exchange.unrecorded?.includes('times') ? NaN : startedAt + durationMs;
  return (dateOf(exchange) ?? received) / 1000;
}

export const limits: Judgements = {
  'limits.rejection': judge429(
    'a JSON object with a string error, without success, action, code and timestamp',
    problemOfBody,
    ['response body'],
  ),
  'limits.retry-after': judge429(
    'retry-after is an integer number of seconds, not a point in time',
    exchange => retryAfterProblem(header(exchange, 'retry-after'), now(exchange)),
  ),
  'limits.header-limit': judge429('RateLimit-Limit is an integer above 0', exchange =>
    limitProblem(supported(exchange, 'ratelimit-limit')),
  ),
  // The 429 may have the headers of another limiter, which still admits requests. Only a probe can
  // tell the two limiters apart.
  'limits.header-remaining': judge429('RateLimit-Remaining is an integer', exchange =>
    remainingProblem(supported(exchange, 'ratelimit-remaining')),
  ),
  'limits.header-reset': judge429(
    'RateLimit-Reset is a Unix timestamp in seconds',
    exchange => {
      const seconds = now(exchange);
      const wait = retryAfterSeconds(header(exchange, 'retry-after'), seconds * 1000);
      return resetProblem(supported(exchange, 'ratelimit-reset'), seconds, wait);
    },
    ['response headers', 'times'],
  ),
};
