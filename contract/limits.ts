/** §8 Rate limiting, §6 the webhook limiter, §7 the 429: judged from the notes of the probes. */
import type { RequirementId } from '../schemas/requirements.ts';
import type { LimiterFindings } from '../fixtures/context.ts';
import { expect } from '../fixtures/expect.ts';
import { observation, requirement } from '../fixtures/requirement.ts';
import { NotApplicable, NotExercised } from '../fixtures/verdict.ts';

type Measured = Exclude<LimiterFindings, { skipped: string }>;

/** @throws NotExercised where the probe did not run. */
function measured(limiter: LimiterFindings): Measured {
  if ('skipped' in limiter) throw new NotExercised(limiter.skipped);
  return limiter;
}

/** Holds claims that the probe's judge decided against each limiter. */
function claims(id: RequirementId, ...names: readonly string[]): void {
  requirement(id, async ({ limiters, each }) => {
    const all = await limiters();
    const cases = all.flatMap(limiter =>
      names.map(name => ({ id: `${limiter.id}: ${name}`, limiter, name })),
    );
    await each(cases, ({ limiter, name }) => {
      const claim = measured(limiter).claims.find(each => each.claim === name);
      if (!claim) throw new NotExercised('the probe did not come to it');
      const small = tooSmall(claim.actual, all);
      if (name === 'separate' && claim.verdict === 'failed' && small !== undefined)
        throw new NotExercised(`${small} admits too few requests to be asked meanwhile`);
      if (claim.verdict === 'not-applicable') throw new NotApplicable(claim.reason);
      if (claim.verdict === 'not-exercised') throw new NotExercised(claim.reason);
      expect(claim.verdict === 'passed' ? claim.expected : claim.actual, name).toBe(claim.expected);
    });
  });
}

/** A limiter that is told to refuse (`429 from webhooks`), and has so small a limit that our own questions exhaust it. */
function tooSmall(actual: string | undefined, all: readonly LimiterFindings[]): string | undefined {
  const named = all.find(limiter => actual?.includes(limiter.id));
  if (!named || 'skipped' in named) return undefined;
  const { value = 0 } = named.limit as { value?: number };
  return value < 6 ? named.id : undefined;
}

claims('limits.rejection', 'rejection-status', 'rejection-body');
claims('limits.retry-after', 'retry-after-integer');
claims('limits.retry-after-kept', 'retry-after-kept');
claims('limits.header-limit', 'ratelimit-limit', 'limit-admitted');
claims('limits.header-remaining', 'ratelimit-remaining', 'remaining-zero', 'remaining-falls');
claims('limits.header-reset', 'ratelimit-reset');
claims('limits.separate', 'separate');

observation('limits.found', async ({ limiters, observe }) => {
  for (const limiter of await limiters()) {
    if ('skipped' in limiter) continue;
    const { id, limit, windowSeconds, algorithm, observations } = limiter;
    observe('limits.found', { id, limit, windowSeconds, algorithm });
    for (const { id: what, value, marked } of observations)
      observe('limits.found', { id, [what]: value }, marked ? { marked } : {});
  }
});

observation('limits.messages', async ({ limiters, observe }) => {
  for (const limiter of await limiters()) {
    if ('skipped' in limiter) continue;
    const refused = limiter.notes.find(note => (note as { status?: unknown }).status === 429) as
      { body: string } | undefined;
    observe('limits.messages', { id: limiter.id, body: refused?.body });
  }
});
