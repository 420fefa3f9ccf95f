import { expect, test } from '#test';
import type { Discovered } from '../../../schemas/records/log-entry.ts';
import { route } from '../../../schemas/routes.ts';
import { NoResponse } from '../../client/response.ts';
import type { WireResponse } from '../../client/transport.ts';
import { ifKey } from '../../config/keys.ts';
import { loadTarget } from '../../config/load-target.ts';
import { missingNeed } from '../../config/needs.ts';
import type { Target } from '../../config/target.ts';
import type { Environment } from '../../config/values.ts';
import {
  answer,
  apiOver,
  minimal,
  ourTarget,
  targetWith,
  thrownBy,
  type Answer,
} from '../../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../verdict.ts';
import { preflight, withServedKeys } from './preflight.ts';

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

for (const status of [200, 400, 501])
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

// Keys that serve instead of keys that are not set.

const { GV_BASE_URL } = minimal;
const uuid = '6d1f0c52-1f0a-4b5e-9a55-0c8f2a3b4c5d';
const automationKey = { GV_BASE_URL, GV_AUTOMATION_KEY: uuid };
const isStatus = { success: true, configured: true, businessId: 'b' };

async function serve(env: Environment, answers: Answer) {
  const target = loadTarget(env);
  const { api, requests, log } = apiOver(answers, target);
  const discovered: Discovered[] = [];
  const onDiscovered = (each: Discovered) => void discovered.push(each);
  const served = await withServedKeys({ target, api, onDiscovered });
  return { target: served, requests, log, discovered };
}

const sentTo = ({ requests }: Awaited<ReturnType<typeof serve>>) =>
  requests.map(({ url }) => url.slice(GV_BASE_URL.length));

const untried: readonly [string, Environment][] = [
  ['all three keys are set', { ...automationKey, GV_API_KEY: 'b', GV_KEY_OTHER_ACCOUNT: 'o' }],
  ['the business key is no UUID', { GV_BASE_URL, GV_API_KEY: 'gvb_1f2e3d4c' }],
  ['the profile smoke finds out nothing', { ...automationKey, GV_PROFILE: 'smoke' }],
];
for (const [what, env] of untried)
  test(`no other use of a key is tried if ${what}`, async () => {
    const { target, requests, discovered } = await serve(env, () => answer(200, isStatus));
    expect([requests, discovered, target.served]).toEqual([[], [], {}]);
  });

test('the log names the setting of a key with two uses, and contains no key', async () => {
  const { target, log, discovered } = await serve(automationKey, () => answer(200, { echo: uuid }));
  const { api } = apiOver(() => answer(200), target, log);
  await api.send(route.wallet);
  await api.send(route.wallet, { key: 'end-changed' });
  const written = JSON.stringify([log.exchanges, discovered]);
  expect(written).not.toContain(uuid);
  expect(written).not.toContain(uuid.slice(0, -1));
  const keys = log.exchanges.map(({ key, request }) => [key, request.headers['X-API-Key']]);
  expect(keys).toEqual([
    ['automation', '${GV_AUTOMATION_KEY}'],
    ['business', '${GV_AUTOMATION_KEY}'],
    ['end-changed', '${GV_AUTOMATION_KEY%?}0'],
  ]);
});

const bothKeys = { GV_BASE_URL, GV_API_KEY: 'ours', GV_AUTOMATION_KEY: uuid };
const walletOf = (userID: string) => answer(200, [{ _id: `w-${userID}`, userID }]);

test('an automation key that sees the wallets of another owner serves as a key of another account', async () => {
  const run = await serve(bothKeys, ({ headers }) =>
    walletOf(headers['X-API-Key'] === uuid ? 'them' : 'us'),
  );
  expect(sentTo(run)).toEqual(['/api/v1/business/wallet', '/api/v1/business/wallet']);
  expect(ifKey(run.target, 'other-account')).toBe(uuid);
  expect(missingNeed(run.target, ['GV_KEY_OTHER_ACCOUNT'])).toBeUndefined();
  expect(run.discovered.map(({ name, value }) => [name, value])).toEqual([
    ['GV_KEY_OTHER_ACCOUNT', '${GV_AUTOMATION_KEY}'],
  ]);
});

const sameAccount: readonly [string, Environment, Answer][] = [
  ['one owner', bothKeys, () => walletOf('us')],
  ['no owner', bothKeys, () => answer(200, [{ _id: 'w' }])],
  ['it is rejected', bothKeys, () => answer(403, { error: 'No' })],
  ['one key for both', { ...bothKeys, GV_API_KEY: uuid }, () => walletOf('us')],
];
for (const [what, env, answers] of sameAccount)
  test(`an automation key does not serve as a key of another account: ${what}`, async () => {
    const run = await serve(env, answers);
    expect(ifKey(run.target, 'other-account')).toBeUndefined();
    expect(run.discovered).toEqual([]);
  });
