import { expect, test } from '#test';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import {
  answer,
  contextOver,
  ourTarget,
  targetWith,
  thrownBy,
  walletProbe,
  type FakeContext,
} from '../../fixtures/testing/fakes.ts';
import type { LimiterProbe, Measured } from '../../schemas/records/limiter.ts';
import type { Target } from '../../fixtures/config/target.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { route } from '../../schemas/routes.ts';
import { announcedWait, exhaustWallet, walletRefusals } from './wallet-limiter.ts';

const exact = (value: number) => ({ low: value, value, high: value });

const found = (limit: Measured): LimiterProbe => walletProbe({ limit });

interface World {
  readonly target?: Target;
  readonly takesMs?: number;
  readonly limiters?: readonly LimiterProbe[];
}

/** A wallet limiter that admits 40 in two seconds; a response takes a while. */
function limited({ target = ourTarget(), takesMs = 1, limiters = [found(exact(40))] }: World) {
  const context: FakeContext = contextOver(
    (_, count) => {
      void context.clock.sleep(takesMs);
      return answer(count > 40 ? 429 : 200, { error: 'slow down' });
    },
    target,
    { limiters },
  );
  return context;
}

const refusing = async (world: World) => {
  const context = limited(world);
  const error = await thrownBy(() => exhaustWallet(context));
  expect(error).toBeInstanceOf(NotExercised);
  return { error: String(error), sent: context.requests.length };
};

test('reads are sent until one is refused', async () => {
  const context = limited({});
  expect((await exhaustWallet(context)).response.status).toBe(429);
  expect(context.requests).toHaveLength(41);
});

test('where GV_MAX_RPS is too slow for the limiter, nothing is sent', async () => {
  const { error, sent } = await refusing({ target: targetWith({ GV_MAX_RPS: '10' }) });
  expect(error).toContain('GV_MAX_RPS (10) is too slow to exhaust it');
  expect(sent).toBe(0);
});

test('where the responses are too slow for the limiter, it is given up early', async () => {
  const { error, sent } = await refusing({ takesMs: 100 });
  expect(error).toContain('10.0 a second, does not exhaust it');
  expect(sent).toBe(10);
});

test('a limiter that is never reached is given up after twice its limit', async () => {
  const context = contextOver(() => answer(200), ourTarget(), { limiters: [found(exact(40))] });
  await expect(exhaustWallet(context)).rejects.toThrow(
    'one read after the other did not exhaust the wallet limiter',
  );
  expect(context.requests).toHaveLength(80);
  await expect(walletRefusals(context)).rejects.toThrow('did not exhaust');
  expect(context.requests).toHaveLength(80);
});

for (const [limiters, reason] of [
  [[], 'the wallet limiter was not probed'],
  [[{ name: 'wallet', skipped: 'GV_ALLOW does not permit' }], 'GV_ALLOW does not permit'],
  [[found({ inconclusive: true, reason: 'x' })], 'the limit of the wallet limiter was not found'],
  [[found(exact(1001))], 'the wallet limiter admits 1001 (GV_PROBE_MAX_REQUESTS)'],
] as const)
  test(`nothing is sent where ${reason}`, async () => {
    const { error, sent } = await refusing({ limiters });
    expect(error).toContain(reason);
    expect(sent).toBe(0);
  });

test('a 429 announces its wait in seconds or as a date; without one it is a second', () => {
  const wait = (headers: Record<string, string>) =>
    announcedWait(exchangeOn(route.wallet, { status: 429, headers }));
  expect(wait({ 'Retry-After': '7' })).toBe(7000);
  const date = 'Thu, 01 Jan 2026 00:00:00 GMT';
  expect(wait({ 'retry-after': 'Thu, 01 Jan 2026 00:00:03 GMT', date })).toBe(3000);
  expect(wait({})).toBe(1000);
});
