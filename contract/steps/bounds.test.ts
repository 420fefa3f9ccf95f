import fc from 'fast-check';
import { expect, test } from '#test';
import { sendVoucherBody } from '../../schemas/resources/automation.ts';
import { ExpectationFailed } from '../../harness/run/expect/expect.ts';
import type { Payload } from '../../fixtures/payloads/payloads.ts';
import { exchangeOf, thrownBy, voucher } from '../../fixtures/testing/fakes.ts';
import { breaking, judgeGenerated, keeping } from '../../fixtures/payloads/generated.ts';
import { tryPayload, type Send } from './bounds.ts';
import { NotExercised, SuiteError } from '../../harness/verdict.ts';

const payload = (valid: boolean): Payload => ({
  id: '10000',
  field: 'valuePurchased',
  keyword: 'maximum',
  valid,
  body: 'payload',
  control: 'control',
});

/** Tries a payload on a service that accepts one body, and may reject it when it is sent again. */
async function attempt(
  tried: Payload & { readonly row?: unknown },
  accepted: string,
  acceptedAgain: string,
) {
  const sent: string[] = [];
  const send = (body: unknown, again = false) => {
    sent.push(`${String(body)}${again ? ' again' : ''}`);
    const accepts = again ? acceptedAgain : accepted;
    const success = body === accepts || accepts === 'both';
    return Promise.resolve(exchangeOf(success ? 200 : 400, { success }));
  };
  const error = await tryPayload(tried, send).catch((thrown: unknown) => thrown);
  return { outcome: outcomeOf(error), sent: sent.join(', ') };
}

function outcomeOf(error: unknown): string {
  if (error instanceof ExpectationFailed) return 'failed';
  if (error instanceof NotExercised) return 'not exercised';
  if (error !== undefined) throw error;
  return 'passed';
}

const [at, beyond] = [payload(true), payload(false)];
for (const [tried, accepted, outcome, sent, acceptedAgain = accepted] of [
  [at, 'payload', 'passed', 'payload'],
  [at, 'control', 'failed', 'payload, control again, payload again'],
  [at, 'nothing', 'not exercised', 'payload, control again'],
  [at, 'nothing', 'passed', 'payload, control again, payload again', 'both'],
  [beyond, 'payload', 'failed', 'payload'],
  [beyond, 'control', 'passed', 'payload, control'],
  [beyond, 'nothing', 'not exercised', 'payload, control'],
] as const)
  test(`a payload ${tried.valid ? 'at' : 'beyond'} the bound is ${outcome} if the target accepts ${accepted}, and later ${acceptedAgain}`, async () => {
    expect(await attempt(tried, accepted, acceptedAgain)).toEqual({ outcome, sent });
  });

for (const tried of [at, beyond])
  test(`a payload ${tried.valid ? 'at' : 'beyond'} the bound is tried alone if its row is not exercised`, async () => {
    const sent: unknown[] = [];
    const send: Send = async body => {
      if (body === 'row') throw new NotExercised('GV_MAX_SPEND leaves 0');
      sent.push(body);
      const success = body === (tried.valid ? 'payload' : 'control');
      return Promise.resolve(exchangeOf(success ? 200 : 400, { success }));
    };
    await tryPayload({ ...tried, row: 'row' }, send);
    expect(sent).toEqual(tried.valid ? ['payload'] : ['payload', 'control']);
  });

test('the reason for a rejected control names the vouchers that failed', async () => {
  const send: Send = () =>
    Promise.resolve(exchangeOf(200, { success: true, data: { vouchersFailed: 3 } }));
  const error = await thrownBy(() => tryPayload(payload(true), send, () => false));
  expect(String(error)).toContain('inside the bounds is rejected too: vouchersFailed is 3');
});

const messages = (): fc.Arbitrary<Payload> => {
  const kept = keeping(sendVoucherBody, voucher, 'message');
  const broken = breaking(sendVoucherBody, voucher, 'message', ['type']);
  if (!kept || !broken) throw new Error('there is nothing to generate for a message');
  return fc.oneof(kept, broken);
};

const tryGenerated = (send: Send, options: { seed: number; runs: number }) =>
  judgeGenerated(messages(), payload => tryPayload(payload, send), options);

type Body = Record<string, unknown>;
const accepted = exchangeOf(200, { success: true });
const refused = exchangeOf(400, { success: false });

/** Returns a service that accepts the messages selected by `accepts`, and collects the bodies in `sent`. */
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
  await tryGenerated(send, { seed, runs: 20 });
  return sent;
};

test('a seed repeats the generated payloads', async () => {
  expect(await bodies(7)).toEqual(await bodies(7));
  expect(await bodies(7)).not.toEqual(await bodies(8));
});

test('a failure shows the smallest counter-example, with the seed and the path to repeat it', async () => {
  const { send } = service(
    message => keeps(message) && !JSON.stringify(message ?? '').includes('ß'),
  );
  const failure = await thrownBy(() => tryGenerated(send, { seed: 3, runs: 200 }));
  expect(failure).toBeInstanceOf(ExpectationFailed);
  const { expected } = failure as ExpectationFailed;
  expect(expected).toContain('"ß"');
  expect(expected).toMatch(/GV_SEED=3, path [\d:]+/);
});

test('the search for a smaller counter-example sends at most 64 requests', async () => {
  const { send, sent } = service(message => message === undefined);
  await tryGenerated(send, { seed: 3, runs: 1 }).catch(() => {});
  expect(sent.length).toBeLessThanOrEqual(2 * 32);
});

test('a missing response ends the generated payloads, and is not a counter-example', async () => {
  let sent = 0;
  const send = () => {
    sent += 1;
    return Promise.reject(new SuiteError('no response'));
  };
  await expect(tryGenerated(send, { seed: 3, runs: 50 })).rejects.toThrow('no response');
  expect(sent).toBe(1);
});

test('generated payloads are inconclusive if the target rejects them all', async () => {
  const { send } = service(() => false);
  await expect(tryGenerated(send, { seed: 3, runs: 5 })).rejects.toThrow(NotExercised);
});
