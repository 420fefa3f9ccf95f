import { expect, test } from '#test';
import { minimal } from '../../fixtures/testing/fakes.ts';
import { loadTarget } from './load-target.ts';
import { settings } from './settings.ts';
import { ConfigurationError, namesTarget, parseValues, type Environment } from './values.ts';

function problemsOf(env: Environment): readonly string[] {
  try {
    loadTarget(env);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
  return [];
}

const sorted = (names: Iterable<string | undefined>) => [...names].map(String).toSorted();

const bad: Record<string, string> = {
  GV_BASE_URL: 'ftp://vouchers.example',
  GV_API_KEY: 'with blank',
  GV_AUTOMATION_KEY: 'https://vouchers.example/key',
  GV_ORDER_FOREIGN: 'two words',
  GV_COUNTRIES: 'GB,,US',
  GV_ORDER_BODY: '{"productCode":',
  GV_BULK_ORDER_PATH: 'orders?bulk',
  GV_RECIPIENT: 'nobody',
  GV_ALLOW: 'write,delete',
  GV_MAX_SPEND: '250',
  GV_PROFILE: 'nightly',
  GV_STRICT: 'yes',
  GV_MAX_REQUESTS: '0',
  GV_MAX_RPS: '-1',
  GV_TIMEOUT: '0',
  GV_ASYNC_TIMEOUT: 'soon',
  GV_SEED: '1.5',
  GV_RUNS: 'x',
  GV_PROBE_MAX_REQUESTS: '1e3',
  GV_PROBE_MAX_WAIT: '-1',
};

test('every bad value is reported at once, each once, with the name of its variable', () => {
  const names = problemsOf({ ...bad, GV_OUT: '' }).map(each => each.split(':')[0]);
  expect(sorted(names)).toEqual(sorted(Object.keys(bad)));
});

test('blanks around a key are removed', () => {
  expect(parseValues({ GV_API_KEY: ' sk_1\r\n', GV_KEY_REVOKED: ' ' })).toEqual({
    values: { GV_API_KEY: 'sk_1' },
    problems: ['GV_KEY_REVOKED: must be printable ASCII without blanks'],
  });
});

for (const [name, meant = ''] of [
  ['GV_BASEURL', 'is GV_BASE_URL meant? '],
  ['GV-API-KEY', 'is GV_API_KEY meant? '],
  ['GV_MAX_SPENT', 'is GV_MAX_SPEND meant? '],
  ['GV_TOKEN'],
] as const)
  test(`${name} is rejected as an unknown setting ${meant && `(${meant.trim()})`}`, () => {
    expect(problemsOf({ ...minimal, [name]: 'x' })).toEqual([
      `${name}: there is no such setting; ${meant}.env.example lists them all`,
    ]);
  });

test('contradictions are reported with the variable that resolves them', () => {
  expect(problemsOf({ GV_API_KEY: 'k' })).toEqual([
    'GV_BASE_URL: missing, while a target is described by GV_API_KEY',
  ]);
  expect(problemsOf({ GV_BASE_URL: minimal.GV_BASE_URL })).toEqual([
    'GV_API_KEY: missing; a target needs at least this key or GV_AUTOMATION_KEY',
  ]);
  expect(problemsOf({ ...minimal, GV_BULK_ORDER_BODY: '{}' })).toEqual([
    'GV_BULK_ORDER_PATH: missing, while GV_BULK_ORDER_BODY is given',
  ]);
  expect(problemsOf({ ...minimal, GV_CLIENT_KEY: 'package.json' })).toEqual([
    'GV_CLIENT_CERT: missing, while GV_CLIENT_KEY is given',
  ]);
  expect(problemsOf({ ...minimal, GV_CA_FILE: 'no/such.pem' })).toEqual([
    'GV_CA_FILE: there is no file "no/such.pem"',
  ]);
});

test('permission to spend needs a bound', () => {
  expect(problemsOf({ ...minimal, GV_ALLOW: 'spend' })).toEqual([
    'GV_MAX_SPEND: missing, while GV_ALLOW permits to spend',
  ]);
  const { values } = parseValues({ GV_ALLOW: 'spend', GV_MAX_SPEND: '250 GBP, 50.5 EUR' });
  expect(values.GV_MAX_SPEND).toEqual({ GBP: 250, EUR: 50.5 });
});

test('settings of the run do not select a target, and an empty setting counts as absent', () => {
  expect(namesTarget({ GV_PROFILE: 'smoke', GV_MAX_RPS: '1', GV_BASE_URL: '' })).toBe(false);
  expect(namesTarget({ GV_KEY_REVOKED: 'x' })).toBe(true);
});

test('empty and foreign variables are ignored, and seconds become milliseconds', () => {
  const env = {
    GV_LOAD_DURATION: '2',
    GV_MAX_SPEND: '5 GBP',
    GV_K6: '',
    GV_RUN_ID: 'x',
    PATH: '/',
  };
  expect(parseValues(env)).toEqual({
    values: { GV_LOAD_DURATION: 2000, GV_MAX_SPEND: { GBP: 5 } },
    problems: [],
  });
  expect(parseValues({ GV_LOAD_ERROR_RATE: '2', GV_LOAD_P95: '0.5' }).problems.join('; ')).toMatch(
    /GV_LOAD_P95: .*; GV_LOAD_ERROR_RATE: /,
  );
  expect(settings.GV_LOAD_ERROR_RATE.parse('.01')).toBe(0.01);
});

test('GV_PROBE names each limiter once, and rejects other names', () => {
  const { values } = parseValues({ GV_PROBE: 'wallet, catalog,wallet' });
  expect(values.GV_PROBE).toEqual(['catalog', 'wallet']);
  expect(parseValues({ GV_PROBE: 'walet' }).problems.join()).toContain('names no limiter: "walet"');
});
