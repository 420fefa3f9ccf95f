import { expect, test } from '#test';
import { NoResponse } from '../../client/response.ts';
import type { WireResponse } from '../../client/transport.ts';
import type { Target } from '../../config/target.ts';
import {
  answer,
  apiOver,
  ourTarget,
  targetWith,
  thrownBy,
  type Answer,
} from '../../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../verdict.ts';
import { preflight } from './preflight.ts';

async function sentBy(answers: Answer, target: Target = targetWith()) {
  const { api, requests, log } = apiOver(answers, target);
  await preflight({ api, target, exchanges: () => log.exchanges });
  return requests.map(({ url }) => new URL(url).pathname.split('/').slice(5).join('/'));
}
const failure = async (answers: Answer, target: Target = targetWith()) =>
  String(await thrownBy(() => sentBy(answers, target)));
const rejected = answer(401, { error: 'Invalid API key', reason: 'revoked' });
const html = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  answer(status, '<html>', { 'Content-Type': 'text/html', ...headers });

for (const status of [200, 400, 403, 501])
  test(`one read is enough if it gets ${status}`, async () => {
    expect(await sentBy(() => answer(status))).toEqual(['business/products']);
  });

const odd: Readonly<Record<string, WireResponse>> = {
  'rejects the key': rejected,
  'is not there': answer(404, { error: 'Not found' }),
  'is a page': html(200),
  'leads elsewhere': answer(302, '', { Location: 'https://login.example/' }),
};
for (const [what, first] of Object.entries(odd))
  test(`a single route that ${what} does not stop the run`, async () => {
    const wire: Answer = ({ url }) => (url.endsWith('/products') ? first : answer(200));
    expect((await sentBy(wire)).length).toBeGreaterThan(1);
  });

test('one rejected key stops the run', async () => {
  const wire: Answer = ({ url }) => (url.includes('/automation/') ? rejected : answer(200));
  expect(await failure(wire, ourTarget())).toContain('rejects GV_AUTOMATION_KEY with 401');
});

test('an automation key stops the run only if both automation routes reject it', async () => {
  const forbidden = answer(403, { success: false, error: 'no integration permission' });
  const wire =
    (refused: string): Answer =>
    ({ url }) =>
      url.includes(refused) ? forbidden : answer(200);
  expect(await failure(wire('/automation/'), ourTarget())).toContain(
    'GV_AUTOMATION_KEY with 403 (no integration permission), on the status and on the balance',
  );
  expect(await sentBy(wire('/status'), ourTarget())).toContain(
    'automation/actions/get_wallet_balance',
  );
});

test('missing business routes do not stop a run with automation routes', async () => {
  const wire: Answer = ({ url }) => answer(url.includes('/automation/') ? 200 : 404);
  expect((await sentBy(wire, ourTarget())).length).toBeGreaterThan(2);
});

test('an unknown host gets one request per key', async () => {
  const urls = new Set<string>();
  const wire: Answer = ({ url }) => {
    urls.add(url);
    throw new NoResponse('no response: ENOTFOUND', 'ENOTFOUND');
  };
  expect(await failure(wire, ourTarget())).toContain('is not known');
  expect(urls.size).toBe(2);
});

test('the message for a used-up budget is not replaced', async () => {
  const target = targetWith({ GV_MAX_REQUESTS: '1' });
  expect(await thrownBy(() => sentBy(() => rejected, target))).toEqual(
    new NotExercised('the budget of 1 requests is spent (GV_MAX_REQUESTS)'),
  );
});
