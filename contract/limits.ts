/** §8 Rate limiting, §6 the webhook limiter, §7 the 429: judged from the notes of the probes. */
import type { RequirementId } from '../schemas/requirements/index.ts';
import type { LimiterProbe, Probed } from '../schemas/records/limiter.ts';
import type { Exchange } from '../schemas/records/exchange.ts';
import { walletRefusals } from '../fixtures/scenarios/wallet-limiter.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { orderWhileRefused } from '../fixtures/scenarios/refused-order.ts';
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import { NotApplicable, NotExercised } from '../fixtures/verdict.ts';

const limiterHeaders = ['retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];

/** A header as it came over the wire, line by line. */
const linesOf = ({ response }: Exchange, name: string) =>
  response.headers.filter(([sent]) => sent.toLowerCase() === name);

/** @throws NotExercised where the probe did not run. */
function probed(limiter: LimiterProbe): Probed {
  if ('skipped' in limiter) throw new NotExercised(limiter.skipped);
  return limiter;
}

/** Holds claims that the probe's judge decided against each limiter. */
function claims(id: RequirementId, ...names: readonly string[]): void {
  requirement(id, async ({ limiters, each }) => {
    const cases = (await limiters()).flatMap(limiter =>
      names.map(name => ({ id: `${limiter.name}: ${name}`, limiter, name })),
    );
    await each(cases, ({ limiter, name }) => {
      const claim = probed(limiter).findings.claims.find(each => each.claim === name);
      if (!claim) throw new NotExercised('the probe did not come to it');
      if (claim.verdict === 'not-applicable') throw new NotApplicable(claim.reason);
      if (claim.verdict === 'not-exercised') throw new NotExercised(claim.reason);
      expect(claim.verdict === 'passed' ? claim.expected : claim.actual, name).toBe(claim.expected);
    });
  });
}

claims('limits.rejection', 'rejection-status', 'rejection-body');
claims('limits.retry-after', 'retry-after-integer');
claims('limits.retry-after-kept', 'retry-after-kept');
claims('limits.header-limit', 'ratelimit-limit', 'limit-admitted');
claims('limits.header-remaining', 'ratelimit-remaining', 'remaining-zero', 'remaining-falls');
claims('limits.header-reset', 'ratelimit-reset');
claims('limits.separate', 'separate');
claims('limits.body-wait', 'body-wait');
claims('limits.burst', 'burst');

requirement('limits.refused-order', async ({ each, ...parts }) => {
  await each(await orderWhileRefused(parts), ({ id, made, stoodStill }) => {
    expect(made(), `new in ${id}, although the order was refused`).toEqual([]);
    if (!stoodStill()) throw new NotExercised(`${id} changed meanwhile`);
  });
});

requirement('limits.header-lines', async ({ each, ...parts }) => {
  const cases = (await walletRefusals(parts)).flatMap(refusal =>
    limiterHeaders.map(name => ({
      id: `${refusal.route}: ${name}`,
      lines: linesOf(refusal, name),
    })),
  );
  await each(cases, ({ lines, id }) => {
    if (lines.length === 0) throw new NotApplicable('this limiter does not send it');
    const values = [...new Set(lines.map(([, value]) => value))];
    expect(values, id).toHaveLength(1);
    // One line of several numbers is no integer, alike or not.
    expect(values[0], id).not.toMatch(/^\d+(\s*,\s*\d+)+$/);
  });
});

observation('limits.header-lines-seen', async ({ observe, ...parts }) => {
  for (const refusal of await walletRefusals(parts)) {
    const lines = limiterHeaders.map(name => linesOf(refusal, name).map(([sent]) => sent));
    const repeated = lines.filter(sent => sent.length > 1).flat();
    const value = { of: refusal.route, names: [...new Set(lines.flat())], repeated };
    observe('limits.header-lines-seen', value, repeated.length > 0 ? { marked: true } : {});
  }
});

observation('limits.found', async ({ limiters, observe }) => {
  for (const limiter of await limiters()) {
    if ('skipped' in limiter) continue;
    const { name: id, findings } = limiter;
    const { limit, windowSeconds, algorithm, observations } = findings;
    observe('limits.found', { id, limit, windowSeconds, algorithm });
    for (const { id: what, value, marked } of observations)
      observe('limits.found', { id, [what]: value }, marked ? { marked } : {});
  }
});

observation('limits.messages', async ({ limiters, observe }) => {
  for (const limiter of await limiters()) {
    if ('skipped' in limiter) continue;
    const refused = limiter.notes.find(({ status }) => status === 429);
    observe('limits.messages', { id: limiter.name, body: refused?.body });
  }
});
