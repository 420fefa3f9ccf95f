/** The wallet's limiter, driven to its 429 by reads (§8), for what only shows over the wire or while it refuses. */
import { dateOf, header, type Exchange } from '../../schemas/records/exchange.ts';
import { retryAfterSeconds } from '../../schemas/rejection.ts';
import { route } from '../../schemas/routes.ts';
import { countedAs } from '../../fixtures/client/api.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { addEvidence } from '../../fixtures/run/expect/expect.ts';
import { NotExercised } from '../../fixtures/verdict.ts';

interface Seen {
  readonly refusals: Exchange[];
  /** Reason for which it was not exhausted: what was tried in vain costs hundreds of requests, and no other check tries it again. */
  inVain?: NotExercised;
}

/** The responses of the limiter that this run has seen over the wire. */
const seenIn = ({ memo }: Context): Promise<Seen> =>
  memo('what was seen of the wallet limiter', () => ({ refusals: [] }));

/** Reads after which their pace is known. */
const PACE_AFTER = 10;

/**
 * Reads until the limiter refuses.
 *
 * @returns the 429.
 * @throws NotExercised if its limit is not known, is not reached by as many reads as this run may send, or comes back
 *   as fast as they do.
 */
export async function exhaustWallet(context: Context): Promise<Exchange> {
  const { target, clock } = context;
  const seen = await seenIn(context);
  if (seen.inVain) throw seen.inVain;
  const { most, perSecond } = await knownLimit(context);
  const sustained = `the wallet limiter sustains ${perSecond.toFixed(1)} requests a second`;
  if (target.maxRps < perSecond)
    throw new NotExercised(`${sustained}: GV_MAX_RPS (${target.maxRps}) is too slow to exhaust it`);
  const { api } = countedAs('probe', context);
  const startedAt = clock.now();
  for (let sent = 0; sent < Math.min(2 * most, target.probe.maxRequests); sent++) {
    const pace = (1000 * sent) / (clock.now() - startedAt);
    if (sent >= Math.max(PACE_AFTER, most / 4) && pace < perSecond)
      throw new NotExercised(
        `${sustained}: one read after the other, ${pace.toFixed(1)} a second, does not exhaust it`,
      );
    const options = { query: { limit: 1 }, fresh: true, patience: false } as const;
    const exchange = await api.send(route.ledger, options);
    if (exchange.response.status === 429) return remember(context, exchange);
  }
  seen.inVain = new NotExercised(
    `one read after the other did not exhaust the wallet limiter; GV_MAX_RPS (${target.maxRps}) and GV_PROBE_MAX_REQUESTS (${target.probe.maxRequests}) bound them`,
  );
  throw seen.inVain;
}

/** Keeps a 429 of this limiter for `walletRefusals`. */
export async function remember(context: Context, refusal: Exchange): Promise<Exchange> {
  (await seenIn(context)).refusals.push(refusal);
  return refusal;
}

/** The 429s of this limiter that this run has seen over the wire, or one of an exhaustion made for it. */
export async function walletRefusals(context: Context): Promise<readonly Exchange[]> {
  const { refusals } = await seenIn(context);
  if (refusals.length === 0) await context.memo('wallet limiter', () => exhaustWallet(context));
  refusals.forEach(addEvidence);
  return refusals;
}

/** Returns the wait that a 429 asks for, in milliseconds; a second if it states none. */
export function announcedWait(refusal: Exchange): number {
  const { startedAt, durationMs } = refusal.times;
  const now = dateOf(refusal) ?? startedAt + durationMs;
  return 1000 * (retryAfterSeconds(header(refusal, 'retry-after'), now) ?? 1);
}

/**
 * @returns the most that the limiter may admit at once, and the fewest a second that come back.
 * @throws NotExercised if its limit is not known, or is beyond what may be sent.
 */
async function knownLimit({ target, limiters }: Context) {
  const wallet = (await limiters()).find(({ name }) => name === 'wallet');
  if (!wallet || 'skipped' in wallet)
    throw new NotExercised(wallet?.skipped ?? 'the wallet limiter was not probed');
  const { limit, windowSeconds } = wallet.findings;
  if ('inconclusive' in limit)
    throw new NotExercised('the limit of the wallet limiter was not found');
  const { low, high } = limit;
  if (high > target.probe.maxRequests)
    throw new NotExercised(`the wallet limiter admits ${high} (GV_PROBE_MAX_REQUESTS)`);
  const longest = 'inconclusive' in windowSeconds ? Infinity : windowSeconds.high;
  return { most: high, perSecond: low / longest };
}
