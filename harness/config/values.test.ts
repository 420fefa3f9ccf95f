import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { parse } from 'dotenv';
import fc from 'fast-check';
import { expect, test } from '#test';
import { minimal } from '../../fixtures/testing/fakes.ts';
import { hostile } from '../../fixtures/testing/hostile.ts';
import { projectFiles, readSource } from '../../fixtures/testing/spawned.ts';
import { withVariable } from '../../fixtures/testing/spawned.ts';
import { loadTarget } from './load-target.ts';
import { settingNames, settings, type SettingName } from './settings.ts';
import {
  ConfigurationError,
  internalNames,
  namesTarget,
  parseValues,
  type Environment,
} from './values.ts';

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

test('extra headers are read from JSON, and a wrong value is not shown', () => {
  const problemOf = (headers: string) => parseValues({ GV_HEADERS: headers }).problems[0];
  expect(parseValues({ GV_HEADERS: '{"X-Bypass":"a b"}' }).values).toEqual({
    GV_HEADERS: { 'X-Bypass': 'a b' },
  });
  expect(problemOf('X-Bypass: a')).toContain('must be JSON on one line');
  expect(problemOf('{"x-api-key":"a"}')).toBe(
    'GV_HEADERS: must not have x-api-key, which the suite sets itself',
  );
  expect(problemOf('{"X-Bypass":"s\\necret"}')).toBe(
    'GV_HEADERS: X-Bypass must be printable ASCII without blanks around it',
  );
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

const incomplete: readonly [Environment, problem: string][] = [
  [{ GV_API_KEY: 'k' }, 'GV_BASE_URL: missing, while a target is described by GV_API_KEY'],
  [
    { GV_BASE_URL: minimal.GV_BASE_URL },
    'GV_API_KEY: missing; a target needs at least this key or GV_AUTOMATION_KEY',
  ],
  [
    { ...minimal, GV_BULK_ORDER_BODY: '{}' },
    'GV_BULK_ORDER_PATH: missing, while GV_BULK_ORDER_BODY is given',
  ],
  [
    { ...minimal, GV_CLIENT_KEY: 'package.json' },
    'GV_CLIENT_CERT: missing, while GV_CLIENT_KEY is given',
  ],
  [{ ...minimal, GV_CA_FILE: 'no/such.pem' }, 'GV_CA_FILE: there is no file "no/such.pem"'],
  [{ ...minimal, GV_ALLOW: 'spend' }, 'GV_MAX_SPEND: missing, while GV_ALLOW permits to spend'],
];

test('a missing setting or file is reported with the name of its setting', () => {
  for (const [env, problem] of incomplete) expect(problemsOf(env)).toEqual([problem]);
});

test('settings of the run do not select a target, and an empty setting counts as absent', () => {
  expect(namesTarget({ GV_PROFILE: 'smoke', GV_MAX_RPS: '1', GV_BASE_URL: '' })).toBe(false);
  expect(namesTarget({ GV_KEY_REVOKED: 'x' })).toBe(true);
});

test('empty and foreign variables are ignored, and seconds become milliseconds', () => {
  const env = {
    GV_LOAD_DURATION: '2',
    GV_MAX_SPEND: '250 GBP, 50.5 EUR',
    GV_K6: '',
    GV_RUN_ID: 'x',
    PATH: '/',
  };
  expect(parseValues(env)).toEqual({
    values: { GV_LOAD_DURATION: 2000, GV_MAX_SPEND: { GBP: 250, EUR: 50.5 } },
    problems: [],
  });
  expect(parseValues({ GV_LOAD_ERROR_RATE: '2', GV_LOAD_P95: '0.5' }).problems.join('; ')).toMatch(
    /GV_LOAD_P95: .*; GV_LOAD_ERROR_RATE: /,
  );
  expect(settings.GV_LOAD_ERROR_RATE.parse('.01')).toBe(0.01);
});

test('GV_PROBE names each limiter once', () => {
  const { values } = parseValues({ GV_PROBE: 'wallet, catalog,wallet' });
  expect(values.GV_PROBE).toEqual(['catalog', 'wallet']);
});

test('an invalid certificate authority or proxy address stops the run before the first request', async () => {
  const file = test.info().outputPath('ca.pem');
  writeFileSync(file, 'no PEM');
  const withAuthority = (GV_CA_FILE: string) => problemsOf({ ...minimal, GV_CA_FILE });
  expect(withAuthority(file)).toEqual([expect.stringContaining('is not a PEM certificate')]);
  expect(withAuthority(tmpdir())).toEqual([expect.stringContaining('cannot be read (EISDIR)')]);
  await withVariable('https_proxy', 'me:hunter2@proxy:3128', () =>
    expect(problemsOf(minimal)).toEqual([
      expect.stringMatching(/https_proxy: must be an address(?![^]*hunter2)/),
    ]),
  );
});

test('an address is trimmed, and written in ASCII', () => {
  for (const [given, read] of [
    [' https://a.example ', 'https://a.example'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example'],
    ['https://аpi.example', 'https://xn--pi-6kc.example'],
  ] as const)
    expect(parseValues({ GV_BASE_URL: given }).values.GV_BASE_URL).toBe(read);
});

const rejected: readonly [SettingName, string, RegExp][] = [
  ['GV_BASE_URL', 'https://a.example:0/x', /port 0/],
  ['GV_BASE_URL', 'https://a.example/#', /query or a fragment/],
  ['GV_BASE_URL', 'https://a.exa\nmple', /http\(s\) URL/],
  ['GV_BASE_URL', 'https://@a.example', /user name/],
  ['GV_BASE_URL', 'a.example', /http\(s\) URL.*not "a\.example"/],
  ['GV_PROBE', 'walet', /names no limiter: "walet"/],
  ['GV_MAX_SPEND', '5 GBP, 6 GBP', /GBP twice/],
  ['GV_MAX_SPEND', `${'9'.repeat(400)} GBP`, /at most/],
  ['GV_MAX_SPEND', '5 gbp', /"250 GBP, 50 EUR", not "5 gbp"/],
  ['GV_TIMEOUT', '9999999', /at most 2147482 seconds/],
  ['GV_MAX_BODY', '1000000', /at most 512/],
  ['GV_BULK_ORDER_PATH', '../automation/vouchers', /business prefix/],
  ['GV_OUT', 'out\0', /must be a path/],
];
for (const [name, given, problem] of rejected)
  test(`${name} rejects ${JSON.stringify(given.slice(0, 20))}`, () => {
    expect(parseValues({ [name]: given }).problems).toEqual([expect.stringMatching(problem)]);
  });

const picked: readonly string[] = [
  ' |\t|""|\'\'|"|\n|\r\n|\ufeffx|a\0b|\u200b|=|#|-|--help'.split('|'),
  '0|-5|1e9|1e999|٣|１|0x10|NaN|Infinity|1.5|.'.split('|'),
  '1e9 GBP|-5 GBP|5 gbp|5 GBP 5|5GBP,|2026-01-01|９ GBP'.split('|'),
  '__proto__|constructor|{"__proto__":{"a":1}}|[|{"a":|../../etc'.split('|'),
  ['9'.repeat(400), 'x'.repeat(1e4)],
  Object.values(hostile).filter(text => text.length < 1e5),
].flat();
const texts = fc.oneof(
  fc.constantFrom(...picked),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
);
const names = fc.constantFrom(...settingNames);

const problemOf = (name: SettingName, text: string): string | undefined =>
  parseValues({ [name]: text }).problems[0];

test('any text is accepted, or rejected with one short line', () => {
  const holds = (name: SettingName, text: string) => {
    const problem = problemOf(name, text);
    if (problem === undefined) return;
    expect(problem).toMatch(new RegExp(`^${name}: [^\\n\\r\\x00-\\x1f]{5,400}$`));
  };
  fc.assert(fc.property(names, texts, holds), { numRuns: 300 });
  for (const name of settingNames) for (const text of picked) holds(name, text);
});

const pasted = fc.oneof(
  fc.uuid(),
  fc.stringMatching(/^sk_live_[a-z0-9]{10,40}[0-9]$/),
  fc.stringMatching(/^[A-Za-z0-9+/]{40,80}=$/),
);

test('a key that is pasted into the wrong line is not printed', () => {
  fc.assert(
    fc.property(names, pasted, fc.constantFrom('', ' ', '\n', 'é'), (name, key, more) => {
      expect(problemOf(name, more + key) ?? '').not.toContain(key);
      const both = { GV_API_KEY: key, [name]: `${key}${more}` };
      expect(parseValues(both).problems.join()).not.toContain(key);
    }),
    { numRuns: 300 },
  );
  const short = { GV_API_KEY: 'abc-xyz', GV_PROFILE: 'abc-xyz' };
  expect(parseValues(short).problems.join()).not.toContain('abc-xyz');
});

test('the content of a key file, the password of an address and a secret in a body are not printed', () => {
  const pem =
    '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIDsecretsecret\n-----END PRIVATE KEY-----\n';
  for (const name of ['GV_SIGNING_KEY', 'GV_CLIENT_KEY', 'GV_CA_FILE', 'GV_OUT'] as const)
    expect(problemOf(name, pem)).toMatch(new RegExp(`^${name}: must be a path(?!.*secret)`));
  for (const url of ['ftp://me:hunter@a.example', 'https://me:hunter@a.example'])
    expect(problemOf('GV_BASE_URL', url)).toMatch(/^GV_BASE_URL: must (?!.*hunter)/);
  expect(problemOf('GV_WEBHOOK_BODY', '{"secret":"hunter"')).toMatch(/must be JSON(?!.*hunter)/);
  expect(problemOf('GV_WEBHOOK_BODY', 'hunter')).toMatch(/must be JSON(?!.*hunter)/);
});

const example = readSource('.env.example');

test('.env.example lists every setting once', () => {
  const names = [...example.matchAll(/^(GV_\w+)=/gm)].map(match => match[1]);
  expect(names.map(String).toSorted()).toEqual(settingNames.toSorted());
  expect(Object.values(parse(example)).join('')).toBe('');
});

test('every key is a secret', () => {
  const secret = settingNames.filter(name => 'secret' in settings[name] && settings[name].secret);
  const files = ['GV_SIGNING_KEY', 'GV_CLIENT_KEY'];
  const keys = settingNames.filter(name => /_KEY($|_)/.test(name) && !files.includes(name));
  expect(secret).toEqual(keys);
});

/** Files with our code or configuration. Tests are excluded, because they invent names. */
const sources = projectFiles().filter(
  file => /(\.(tsx?|json|ya?ml|go)|\.ci\/\w+)$/.test(file) && !file.endsWith('.test.ts'),
);

test('the sources name only existing settings', () => {
  const known = [...settingNames, ...internalNames];
  const used = sources.flatMap(file => {
    const text = readSource(file);
    return [...text.matchAll(/\bGV_\w+/g)].map(([name]) => ({ file, name }));
  });
  // `GV_ORDER_REQUEST_${which}`, or a name broken off in a pattern, is the beginning of names.
  const isKnown = (name: string) =>
    known.includes(name) || (name.endsWith('_') && known.some(each => each.startsWith(name)));
  expect(used.length).toBeGreaterThan(100);
  expect(used.filter(({ name }) => !isKnown(name))).toEqual([]);
});
