/** §8 Rate limiting, §6 the webhook limiter, §7 the 429: judged from the notes of the probes. */
import type { CheckContext, Context } from '../../fixtures/run/context.ts';
import type { ClaimId, LimiterProbe } from '../../schemas/records/limiter.ts';
import { observation, requirement } from '../../fixtures/run/requirement.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { orderWhileRefused, walletRefusals } from './wallet-limiter.ts';
import { NotApplicable, NotExercised, ifExercised } from '../../fixtures/verdict.ts';
import type { Exchange } from '../../schemas/records/exchange.ts';
import { unknownWebhook } from '../steps/webhooks.ts';

const limiterHeaders = ['retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];

/** A header as it came over the wire, line by line. */
const linesOf = ({ response }: Exchange, name: string) =>
  response.headers.filter(([sent]) => sent.toLowerCase() === name);

/** Probes them once a run: that of the webhooks is driven by removing a webhook that nobody has. */
async function probed(context: Context): Promise<readonly LimiterProbe[]> {
  if (context.target.allow.has('exhaust')) await ifExercised(unknownWebhook(context));
  return context.limiters();
}

/** Judges each limiter by claims that were decided from the notes of its probe. */
async function judgeClaims(context: CheckContext, ...names: readonly ClaimId[]): Promise<void> {
  const cases = (await probed(context)).flatMap(limiter =>
    names.map(name => ({ id: `${limiter.name}: ${name}`, limiter, name })),
  );
  await context.each(cases, ({ limiter, name }) => {
    if ('skipped' in limiter) throw new NotExercised(limiter.skipped);
    const claim = limiter.findings.claims.find(each => each.claim === name);
    if (!claim) throw new NotExercised('the probe ended before this was measured');
    if (claim.verdict === 'not-applicable') throw new NotApplicable(claim.reason);
    if (claim.verdict === 'not-exercised') throw new NotExercised(claim.reason);
    expect(claim.actual ?? claim.verdict, name).toSatisfy(
      claim.expected ?? 'passed',
      () => claim.verdict === 'passed',
    );
  });
}

requirement('limits.rejection', context =>
  judgeClaims(context, 'rejection-status', 'rejection-body'),
);
requirement('limits.retry-after', context => judgeClaims(context, 'retry-after-integer'));
requirement('limits.retry-after-kept', context => judgeClaims(context, 'retry-after-kept'));
requirement('limits.header-limit', context =>
  judgeClaims(context, 'ratelimit-limit', 'limit-admitted'),
);
requirement('limits.header-remaining', context =>
  judgeClaims(context, 'ratelimit-remaining', 'remaining-zero', 'remaining-falls'),
);
requirement('limits.header-reset', context => judgeClaims(context, 'ratelimit-reset'));
requirement('limits.separate', context => judgeClaims(context, 'separate'));
requirement('limits.burst', context => judgeClaims(context, 'burst'));

requirement('limits.refused-order', async context => {
  await context.each(await orderWhileRefused(context), ({ id, made, stoodStill }) => {
    expect(made(), `new in ${id}, although the order was refused`).toEqual([]);
    if (!stoodStill()) throw new NotExercised(`${id} changed meanwhile`);
  });
});

requirement('limits.header-lines', async context => {
  const cases = (await walletRefusals(context)).flatMap(refusal =>
    limiterHeaders.map(name => ({
      id: `${refusal.route}: ${name}`,
      lines: linesOf(refusal, name),
      refusal,
    })),
  );
  await context.each(cases, ({ lines, id, refusal }) => {
    if (lines.length === 0) throw new NotApplicable('this limiter does not send it');
    const values = [...new Set(lines.map(([, value]) => value))];
    expect(values, id, refusal).toSatisfy('one value', different => different.length === 1);
    // One line of several numbers is no integer, alike or not.
    expect(values[0], id, refusal).toSatisfy(
      'one number',
      value => !/^\d+(\s*,\s*\d+)+$/.test(String(value)),
    );
  });
});

observation('limits.header-lines-seen', async context => {
  for (const refusal of await walletRefusals(context)) {
    const lines = limiterHeaders.map(name => linesOf(refusal, name).map(([sent]) => sent));
    const repeated = lines.filter(sent => sent.length > 1).flat();
    const value = { of: refusal.route, names: [...new Set(lines.flat())], repeated };
    context.observe('limits.header-lines-seen', value, repeated.length > 0 ? { marked: true } : {});
  }
});

observation('limits.found', async context => {
  const { observe } = context;
  for (const limiter of await probed(context)) {
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
  for (const limiter of await probed(context)) {
    if ('skipped' in limiter) continue;
    const rejected = limiter.notes.find(({ status }) => status === 429);
    observe('limits.messages', { id: limiter.name, body: rejected?.body });
  }
});
