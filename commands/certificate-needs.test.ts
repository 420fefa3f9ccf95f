import { expect, test } from '#test';
import { targetWith } from '../fixtures/testing/fakes.ts';
import { expectCertifiable, missingForCertificate, missingLines } from './certificate-needs.ts';

const core = [
  'GV_KEY_REVOKED',
  'GV_KEY_IP_BLOCKED',
  'GV_KEY_INCOMPLETE_PROFILE',
  'GV_KEY_PENDING_VERIFICATION',
];

test('the list has all settings that the features need, each once', () => {
  const { needs } = missingForCertificate(['catalog', 'wallet'], targetWith({}));
  expect(needs).toEqual([...core, 'GV_COUNTRIES', 'GV_KEY_NO_WALLET']);
  const given = Object.fromEntries(
    needs.map(name => [name, name === 'GV_COUNTRIES' ? 'GB' : name]),
  );
  expect(missingForCertificate(['catalog', 'wallet'], targetWith(given))).toEqual({
    needs: [],
    currencies: [],
  });
});

test('the list has permissions, and the currencies that GV_MAX_SPEND must name', () => {
  const poor = targetWith({ GV_ALLOW: 'spend', GV_MAX_SPEND: '500 GBP' });
  expect(missingForCertificate(['orders'], poor)).toMatchObject({ currencies: ['USD'] });
  const lines = missingLines(missingForCertificate(['orders'], targetWith({}))).join('\n');
  expect(lines).toMatch(/GV_ALLOW +with spend/);
  expect(lines).toMatch(/GV_MAX_SPEND +must name GBP, USD, /);
});

test('a business key in the form of an automation key may serve as one, which only a run can tell', () => {
  const uuid = '2b1b1c1e-0000-4000-8000-000000000000';
  const { needs } = missingForCertificate(['tools'], targetWith({ GV_API_KEY: uuid }));
  expect(needs).not.toContain('GV_AUTOMATION_KEY');
  expect(missingForCertificate(['tools'], targetWith({})).needs).toContain('GV_AUTOMATION_KEY');
});

test('one refusal names the signing key and all other settings', () => {
  const env = { GV_BASE_URL: 'https://vouchers.example', GV_API_KEY: 'k' };
  const named = (given: Readonly<Record<string, string>>): string[] => {
    try {
      expectCertifiable(['catalog', 'wallet'], given);
      return [];
    } catch (error) {
      return [...(error as Error).message.matchAll(/^ {2}(GV_\w+) /gm)].map(
        ([, name = '']) => name,
      );
    }
  };
  expect(named(env)).toEqual(['GV_SIGNING_KEY', ...core, 'GV_COUNTRIES', 'GV_KEY_NO_WALLET']);
  // The embedded reference has all other settings.
  expect(named({})).toEqual(['GV_SIGNING_KEY']);
});
