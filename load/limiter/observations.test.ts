import { expect, test } from '#test';
import { fixedWindow } from '../../fixtures/testing/simulated-limiters.ts';
import { probeSimulated } from './testing/simulated.ts';

const bodies: readonly [names: string, body: (seconds: number) => object, windowMs?: number][] = [
  ['twice the wait', s => ({ error: 'slow', retryAfter: 2 * s + 3 })],
  ['milliseconds as seconds', s => ({ error: 'slow', retryAfterSeconds: 1000 * s })],
  ['milliseconds as seconds in a text', s => ({ error: `Try again in ${1000 * s} seconds` })],
  ['less than the wait in a text', () => ({ error: 'Please wait 2 seconds' }), 900_000],
  ['seconds as minutes', s => ({ error: 'slow', retry_after_minutes: 60 + s })],
];

for (const [names, body, windowMs = 5000] of bodies)
  test(`a body that names ${names} is marked, and accuses nobody`, async () => {
    const { claims, observations } = await probeSimulated({
      limiter: fixedWindow(20, windowMs, false),
      lie: (response, { admitted, retryAt }, now) =>
        admitted
          ? response
          : { ...response, body: JSON.stringify(body(Math.ceil((retryAt - now) / 1000))) },
    });
    expect(observations).toContainEqual(
      expect.objectContaining({ id: 'wait-in-body', marked: true }),
    );
    expect(claims.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
  });
