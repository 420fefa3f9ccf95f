/** §8 Rate limiting, §6 the webhook limiter, §7 the 429: judges the notes of the probes. */
import type { CheckContext } from '../../harness/run/context.ts';
import { type ClaimId, isSilent } from '../../schemas/records/limiter.ts';
import type { Lacks } from '../../schemas/lacks.ts';
import { observation, requirement } from '../requirement.ts';
import { expectNoProblem } from '../../harness/run/expect/found.ts';
import { NotApplicable, NotExercised, SuiteError } from '../../harness/verdict.ts';
import { recordedLines } from './recorded.ts';

/** Judges claims about each limiter. They were decided from the notes of its probe. */
async function judgeClaims(context: CheckContext, ...names: readonly ClaimId[]): Promise<void> {
  const cases = (await context.limiters()).flatMap(probe =>
    names.map(name => ({ id: `${probe.name}: ${name}`, limiter: probe.name, probe, name })),
  );
  await context.each(cases, ({ probe, name }) => {
    if ('skipped' in probe) throw notJudged(probe.skipped, probe.silent, probe.lacks);
    const claim = probe.findings.claims.find(each => each.claim === name);
    if (!claim) throw notJudged('the probe ended before this was measured');
    if (claim.verdict === 'not-applicable') throw new NotApplicable(claim.reason);
    if (claim.verdict === 'not-exercised') throw notJudged(claim.reason, isSilent(probe.notes));
    const { expected, actual } = claim;
    const recorded = recordedLines(probe, claim);
    expectNoProblem(
      claim.verdict === 'failed' ? { about: name, expected, actual, recorded } : undefined,
    );
  });
}

/** Returns a SuiteError if the target stopped answering, and NotExercised for any other reason. */
const notJudged = (reason = '', silent = false, lacks?: Lacks): Error =>
  silent ? new SuiteError(reason) : new NotExercised(reason, undefined, lacks);

requirement('limits.rejection', context =>
  judgeClaims(context, 'rejection-status', 'rejection-body'),
);
requirement('limits.retry-after', context => judgeClaims(context, 'retry-after-integer'));
requirement('limits.retry-after-kept', context => judgeClaims(context, 'retry-after-kept'));
requirement('limits.retry-after-end', context => judgeClaims(context, 'retry-after-end'));
requirement('limits.header-limit', context =>
  judgeClaims(context, 'ratelimit-limit', 'limit-admitted'),
);
requirement('limits.header-remaining', context =>
  judgeClaims(context, 'ratelimit-remaining', 'remaining-zero', 'remaining-falls'),
);
requirement('limits.header-reset', context => judgeClaims(context, 'ratelimit-reset'));
requirement('limits.separate', context => judgeClaims(context, 'separate'));
requirement('limits.burst', context => judgeClaims(context, 'burst'));

observation('limits.found', async context => {
  const { observe } = context;
  for (const limiter of await context.limiters()) {
    if ('skipped' in limiter) continue;
    const { name: id, findings } = limiter;
    const { limit, windowSeconds, algorithm, observations } = findings;
    observe('limits.found', { id, limit, windowSeconds, algorithm });
    for (const { id: what, value, marked } of observations)
      observe('limits.found', { id, [what]: value }, marked ? { marked } : {});
  }
});

observation('limits.messages', async context => {
  const { observe } = context;
  for (const limiter of await context.limiters()) {
    if ('skipped' in limiter) continue;
    const rejected = limiter.notes.find(({ status }) => status === 429);
    observe('limits.messages', { id: limiter.name, body: rejected?.body });
  }
});
