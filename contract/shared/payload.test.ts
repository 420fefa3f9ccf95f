import { expect, test } from '#test';
import type { Payload } from '../../fixtures/payloads/payloads.ts';
import { exchangeOf, thrownBy, failureOf } from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { tryPayload } from './bounds.ts';

const payload = (valid: boolean): Payload => ({
  id: '10000',
  field: 'valuePurchased',
  keyword: 'maximum',
  valid,
  body: 'payload',
  control: 'control',
});

const textPayload: Payload = { ...payload(true), further: ['half', 'short'] };

/** Tries a payload on a service that accepts these bodies; a body that is sent again may be refused by then. */
async function attempt(
  valid: boolean | Payload,
  accepts: readonly string[],
  acceptsAgain = accepts,
) {
  const sent: string[] = [];
  const send = (body: unknown, again = false) => {
    sent.push(`${String(body)}${again ? ' again' : ''}`);
    const success = (again ? acceptsAgain : accepts).includes(String(body));
    return Promise.resolve(exchangeOf(success ? 200 : 400, { success }));
  };
  const error = await thrownBy(async () => {
    await tryPayload(typeof valid === 'boolean' ? payload(valid) : valid, send);
    throw new Error('passed');
  });
  const failed = failureOf(() => {
    if (error instanceof NotExercised || (error as Error).message === 'passed') return;
    throw error;
  });
  const outcome = failed ? 'failed' : error instanceof NotExercised ? 'not exercised' : 'passed';
  return { outcome, sent };
}

test('at the bound: accepted is proof', async () => {
  expect(await attempt(true, ['payload'])).toEqual({ outcome: 'passed', sent: ['payload'] });
});

test('at the bound: refused fails where the neighbour inside is accepted, before and after', async () => {
  expect(await attempt(true, ['control'])).toEqual({
    outcome: 'failed',
    sent: ['payload', 'control', 'control again'],
  });
});

test('at the bound: refused shows nothing where the neighbour is refused, then or by now', async () => {
  expect((await attempt(true, [])).outcome).toBe('not exercised');
  expect((await attempt(true, ['control'], [])).outcome).toBe('not exercised');
});

test('beyond the bound: accepted fails', async () => {
  expect(await attempt(false, ['payload', 'control'])).toEqual({
    outcome: 'failed',
    sent: ['payload'],
  });
});

test('beyond the bound: refused is evidence only where the bound is accepted', async () => {
  expect(await attempt(false, ['control'])).toEqual({
    outcome: 'passed',
    sent: ['payload', 'control'],
  });
  expect((await attempt(false, [])).outcome).toBe('not exercised');
});

test('at the bound: refused together with its neighbour fails where a value further inside is accepted, twice', async () => {
  expect(await attempt(textPayload, ['short'])).toEqual({
    outcome: 'failed',
    sent: ['payload', 'control', 'half', 'short', 'short again'],
  });
  expect((await attempt(textPayload, ['half'], [])).outcome).toBe('not exercised');
  expect((await attempt(textPayload, [])).outcome).toBe('not exercised');
});

test('where every neighbour is refused: a payload that is refused as its breaker is, and not as they are, fails', async () => {
  const statuses = { payload: 400, control: 404, half: 404, short: 404, breaker: 400 };
  const verdict = async (changed: Partial<typeof statuses>) => {
    const answers: Record<string, number> = { ...statuses, ...changed };
    const send = async (body: unknown) => exchangeOf(answers[String(body)]!, { success: false });
    const tried = { ...textPayload, breaker: 'breaker' };
    const error = await thrownBy(() => tryPayload(tried, send));
    return error instanceof NotExercised ? 'not exercised' : 'failed';
  };
  expect(await verdict({})).toBe('failed');
  expect(await verdict({ payload: 404 })).toBe('not exercised');
  expect(await verdict({ breaker: 404 })).toBe('not exercised');
  expect(await verdict({ half: 400 })).toBe('not exercised');
  expect(await verdict({ payload: 500, breaker: 500 })).toBe('not exercised');
});
