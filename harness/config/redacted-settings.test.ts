import { expect, test } from '#test';
import { targetWith } from '../../fixtures/testing/fakes.ts';
import { isMixed, isUuid } from './keys.ts';
import { shownSettings } from './load-target.ts';

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
