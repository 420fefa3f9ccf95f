import fc from 'fast-check';
import { expect, test } from '#test';
import { sendVoucherBody } from '../../schemas/resources/automation.ts';
import { ExpectationFailed } from '../../fixtures/run/expect/expect.ts';
import type { Payload } from '../../fixtures/payloads/payloads.ts';
import { exchangeOf, thrownBy, failureOf } from '../../fixtures/testing/fakes.ts';
import {
  bodiesKeeping,
  breaking,
  keeping,
  tryGenerated,
  tryKeeping,
  tryPayload,
} from './bounds.ts';
import { NotExercised, SuiteError } from '../../fixtures/verdict.ts';

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

const base = {
  productCode: 'ABC-123',
  merchant: 'Café Olé',
  currency: 'GBP',
  valuePurchased: 10,
  recipientEmail: 'recipient@example.com',
};

const messages = (): fc.Arbitrary<Payload> => {
  const kept = keeping(sendVoucherBody, base, 'message');
  const broken = breaking(sendVoucherBody, base, 'message', ['type']);
  if (!kept || !broken) throw new Error('there is nothing to generate for a message');
  return fc.oneof(kept, broken);
};

type Body = Record<string, unknown>;
const accepted = exchangeOf(200, { success: true });
const refused = exchangeOf(400, { success: false });

/** A service that accepts the messages that `accepts` selects; `sent` collects what it was sent. */
const service = (accepts: (message: unknown) => boolean, sent: Body[] = []) => ({
  sent,
  send: (body: unknown) => {
    sent.push(body as Body);
    return Promise.resolve(accepts((body as Body)['message']) ? accepted : refused);
  },
});

const keeps = (message: unknown) =>
  message === undefined || (typeof message === 'string' && [...message].length <= 500);

const bodies = async (seed: number) => {
  const { send, sent } = service(keeps);
  await tryGenerated(messages(), send, { seed, runs: 20 });
  return sent;
};

test('one seed gives the same payloads, another one others', async () => {
  expect(await bodies(7)).toEqual(await bodies(7));
  expect(await bodies(7)).not.toEqual(await bodies(8));
});

test('a bound that is kept holds for every generated payload', async () => {
  expect((await bodies(1)).length).toBeGreaterThanOrEqual(20);
});

test('the failure is the smallest counter-example, with the seed and the path that replay it', async () => {
  // Rejects what a careless filter rejects, whatever its length.
  const { send } = service(
    message => keeps(message) && !JSON.stringify(message ?? '').includes('<'),
  );
  const failure = await thrownBy(() => tryGenerated(messages(), send, { seed: 3, runs: 200 }));
  expect(failure).toBeInstanceOf(ExpectationFailed);
  const { expected } = failure as ExpectationFailed;
  expect(expected).toContain('"<"');
  expect(expected).toMatch(/GV_SEED=3, path [\d:]+/);
});

test('shrinking sends no more than its cap', async () => {
  const { send, sent } = service(message => message === undefined);
  await tryGenerated(messages(), send, { seed: 3, runs: 1 }).catch(() => {});
  expect(sent.length).toBeLessThanOrEqual(2 * 32);
});

test('an error of the suite stops at once and is no counter-example', async () => {
  let sent = 0;
  const send = () => {
    sent += 1;
    return Promise.reject(new SuiteError('no response'));
  };
  await expect(tryGenerated(messages(), send, { seed: 3, runs: 50 })).rejects.toThrow(
    'no response',
  );
  expect(sent).toBe(1);
});

test('where everything is refused, be the bound kept or not, nothing is shown', async () => {
  const { send } = service(() => false);
  await expect(tryGenerated(messages(), send, { seed: 3, runs: 5 })).rejects.toThrow(NotExercised);
});

const options = { seed: 3, runs: 2 };
const together = bodiesKeeping(sendVoucherBody, base, options);

test('one body holds a generated value of each field that neither catalog nor settings decide', () => {
  expect(together).toHaveLength(2);
  for (const body of together) {
    expect(body).toMatchObject(base);
    expect(Object.keys(body)).toEqual([...Object.keys(base), 'recipientName', 'message']);
  }
});

test('bodies that are accepted prove all of their fields', async () => {
  const { send, sent } = service(keeps);
  await tryKeeping(together, messages(), send, options);
  expect(sent).toEqual(together);
});

test('where a body is refused, the payloads of one field show whether it is the cause', async () => {
  const careless = service(message => message === undefined);
  const alone = keeping(sendVoucherBody, base, 'message');
  if (!alone) throw new Error('there is nothing to generate for a message');
  await expect(tryKeeping(together, alone, careless.send, options)).rejects.toThrow(
    ExpectationFailed,
  );
});
