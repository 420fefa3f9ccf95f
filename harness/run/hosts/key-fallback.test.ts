import { expect, test } from '#test';
import type { Discovered } from '../../../schemas/records/log-entry.ts';
import { route } from '../../../schemas/routes.ts';
import { ifKey } from '../../config/keys.ts';
import { loadTarget } from '../../config/load-target.ts';
import { missingNeed } from '../../config/needs.ts';
import type { Environment } from '../../config/values.ts';
import { answer, apiOver, minimal, type Answer } from '../../../fixtures/testing/fakes.ts';
import { withServedKeys } from './preflight.ts';

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
