import { expect, test } from '#test';
import { minimal, targetWith } from '../../fixtures/testing/fakes.ts';
import { isMixed, isUuid } from './keys.ts';
import { loadTarget, shownSettings } from './load-target.ts';

test('a run only reads unless GV_ALLOW permits more, and spend implies write', () => {
  const spend = { GV_ALLOW: 'spend', GV_MAX_SPEND: '1 GBP' };
  expect([...targetWith().allow]).toEqual(['read']);
  expect([...targetWith({ GV_ALLOW: 'exhaust' }).allow]).toEqual(['read', 'exhaust']);
  expect([...targetWith(spend).allow].toSorted()).toEqual(['read', 'spend', 'write']);
});

test('loopback needs permission like any other target', () => {
  const local = targetWith({ GV_BASE_URL: 'http://127.0.0.1:4010' });
  expect(local.origin).toBe('configured');
  expect([...local.allow]).toEqual(['read']);
});

test('requests are paced except to a loopback address', () => {
  const rateAt = (address: string, more = {}) =>
    targetWith({ GV_BASE_URL: address, ...more }).maxRps;
  for (const host of ['127.0.0.1:4010', 'localhost', '[::1]:4010', 'api.localhost'])
    expect(rateAt(`http://${host}/v2`), host).toBe(Infinity);
  for (const host of ['vouchers.example', '10.0.0.1', '127.0.0.1.example'])
    expect(rateAt(`https://${host}`), host).toBe(20);
  expect(rateAt('http://127.0.0.1:4010', { GV_MAX_RPS: '7' })).toBe(7);
});

test('the reference permits everything, and smoke only reads', () => {
  const everything = ['exhaust', 'read', 'spend', 'write'];
  const ours = loadTarget({}, minimal);
  expect(ours.origin).toBe('reference');
  expect([...ours.allow].toSorted()).toEqual(everything);
  expect([...loadTarget({ GV_PROFILE: 'smoke' }, minimal).allow]).toEqual(['read']);
  const smoke = targetWith({ GV_PROFILE: 'smoke', GV_ALLOW: 'spend', GV_MAX_SPEND: '1 GBP' });
  expect([...smoke.allow]).toEqual(['read']);
  expect(smoke).toMatchObject({ maxRequests: 60, maxRps: 2 });
  const more = { GV_PROFILE: 'smoke', GV_MAX_REQUESTS: '61', GV_MAX_RPS: '3' };
  expect(targetWith(more)).toMatchObject({ maxRequests: 60, maxRps: 2 });
  const less = { GV_PROFILE: 'smoke', GV_MAX_REQUESTS: '59', GV_MAX_RPS: '1' };
  expect(targetWith(less)).toMatchObject({ maxRequests: 59, maxRps: 1 });
});

const uuid = '6d1f0c52-1f0a-4b5e-9a55-0c8f2a3b4c5d';

test('a result shows the kind of a key and nothing else about it', () => {
  const keys = {
    GV_API_KEY: 'the-secret-business-key',
    GV_AUTOMATION_KEY: uuid,
    GV_KEY_REVOKED: '4711081547110815',
    GV_KEY_OTHER_ACCOUNT: 'gvb_nHP3EAuXLMaUnkay',
  };
  const shown = shownSettings(targetWith(keys));
  for (const key of Object.values(keys)) expect(JSON.stringify(shown)).not.toContain(key);
  expect(isUuid(shown.GV_AUTOMATION_KEY ?? '')).toBe(true);
  expect(isUuid(shown.GV_API_KEY ?? '')).toBe(false);
  expect(shown.GV_KEY_REVOKED).toMatch(/^\d{12,}$/);
  expect([shown.GV_API_KEY, shown.GV_KEY_OTHER_ACCOUNT].map(key => isMixed(key ?? ''))).toEqual([
    false,
    true,
  ]);
});

test('a result shows which keys are equal', () => {
  const { GV_API_KEY, GV_KEY_OTHER_ACCOUNT, GV_AUTOMATION_KEY } = shownSettings(
    targetWith({
      GV_API_KEY: uuid,
      GV_KEY_OTHER_ACCOUNT: uuid,
      GV_AUTOMATION_KEY: `0${uuid.slice(1)}`,
    }),
  );
  expect(GV_KEY_OTHER_ACCOUNT).toBe(GV_API_KEY);
  expect(GV_AUTOMATION_KEY).not.toBe(GV_API_KEY);
});

test('a result shows the other settings, without paths of this machine', () => {
  const { GV_COUNTRIES, ...rest } = shownSettings(
    targetWith({ GV_COUNTRIES: 'GB,US', GV_OUT: '/home/somebody/out', GV_K6: '/opt/k6' }),
  );
  expect(GV_COUNTRIES).toEqual(['GB', 'US']);
  expect(rest).not.toHaveProperty('GV_OUT');
  expect(rest).not.toHaveProperty('GV_K6');
});
