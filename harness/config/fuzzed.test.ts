/** Tests that anything may stand in `.env`: a value, or one line that names the setting, says what is wrong and repeats no secret. */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { expect, test } from '#test';
import { hostile } from '../../fixtures/testing/hostile.ts';
import { minimal } from '../../fixtures/testing/fakes.ts';
import { inFolder, withVariable } from '../../fixtures/testing/spawned.ts';
import { readEnvironment } from './environment.ts';
import { loadTarget } from './load-target.ts';
import { settingNames, type SettingName } from './settings.ts';
import { ConfigurationError, parseValues, readValues } from './values.ts';

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
  for (const url of [
    'ftp://me:hunter@a.example',
    'http://me:hunter@',
    'https://me:hunter@a.example',
  ])
    expect(problemOf('GV_BASE_URL', url)).toMatch(/^GV_BASE_URL: must (?!.*hunter)/);
  expect(problemOf('GV_WEBHOOK_BODY', '{"secret":"hunter"')).toMatch(/must be JSON(?!.*hunter)/);
  expect(problemOf('GV_WEBHOOK_BODY', 'hunter')).toMatch(/must be JSON(?!.*hunter)/);
});

const addresses: readonly [given: string, read: string | RegExp][] = [
  [' https://a.example ', 'https://a.example'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example'],
  ['https://аpi.example', 'https://xn--pi-6kc.example'],
  ['https://a.example:0/x', /port 0/],
  ['https://a.example/#', /query or a fragment/],
  ['https://a.exa\nmple', /http\(s\) URL/],
  ['https://@a.example', /user name/],
  ['file:///etc/passwd', /http\(s\) URL/],
  ['a.example', /http\(s\) URL.*not "a\.example"/],
];
for (const [given, read] of addresses)
  test(`the address ${JSON.stringify(given)} ${typeof read === 'string' ? 'is read' : 'is rejected'}`, () => {
    const { values, problems } = parseValues({ GV_BASE_URL: given });
    if (typeof read === 'string') expect(values.GV_BASE_URL).toBe(read);
    else expect(problems).toEqual([expect.stringMatching(read)]);
  });

const rejected: readonly [SettingName, string, RegExp][] = [
  ['GV_MAX_SPEND', '5 GBP, 6 GBP', /GBP twice/],
  ['GV_MAX_SPEND', `${'9'.repeat(400)} GBP`, /at most/],
  ['GV_MAX_SPEND', ' ', /amounts like "250 GBP, 50 EUR", not ""/],
  ['GV_MAX_SPEND', '5 gbp', /"250 GBP, 50 EUR", not "5 gbp"/],
  ['GV_TIMEOUT', '9999999', /at most 2147482 seconds/],
  ['GV_MAX_BODY', '1000000', /at most 512/],
  ['GV_COUNTRIES', 'GB,us', /"GB,US", not "us"/],
  ['GV_BULK_ORDER_PATH', '../automation/vouchers', /business prefix/],
  ['GV_OUT', 'out\0', /must be a path/],
];
for (const [name, given, problem] of rejected)
  test(`${name} rejects ${JSON.stringify(given.slice(0, 20))}`, () => {
    expect(parseValues({ [name]: given }).problems).toEqual([expect.stringMatching(problem)]);
  });

/** Returns what a file leads to, in the folder of the test. */
function reading<T>(bytes: Uint8Array | string, read: () => T, name = '.env'): T {
  writeFileSync(test.info().outputPath(name), bytes);
  return inFolder(test.info().outputPath(), read);
}
const read = (bytes: Uint8Array | string) => reading(bytes, () => readEnvironment({}));

test('any .env file is read, or rejected with a message', () => {
  const lines = fc.array(fc.tuple(names, fc.constantFrom('=', ' = ', ':', ''), texts));
  const files = fc.oneof(
    fc.uint8Array({ maxLength: 500 }),
    lines.map(all => all.map(parts => parts.join('')).join('\n')),
  );
  fc.assert(
    fc.property(files, bytes => {
      try {
        readValues(read(bytes));
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigurationError);
      }
    }),
    { numRuns: 200 },
  );
});

test('a .env file may have a byte order mark and Windows line ends, and UTF-16 is rejected', () => {
  const text = 'GV_BASE_URL=https://a.example\r\nGV_API_KEY="a b"\r\n';
  const settled = { GV_BASE_URL: 'https://a.example', GV_API_KEY: 'a b' };
  expect(read(`\ufeff${text}`)).toEqual(settled);
  expect(() => read(Buffer.from(text, 'utf16le'))).toThrow('.env: it is UTF-16 or not a text');
});

test('a line that would be read only in part is rejected', () => {
  expect(() => read('GV_API_KEY=abc#def\n')).toThrow('GV_API_KEY has a # in its value');
  expect(() => read('GV_ORDER_BODY={"a":"#1"}\n')).toThrow('GV_ORDER_BODY has a # in its value');
  expect(() => read('GV_API_KEY abc\n')).toThrow('GV_API_KEY has no = after it');
  expect(() => read('GV_API_KEY=abc\n#GV_API_KEY=c\nGV_API_KEY=d\n')).toThrow(
    'GV_API_KEY is set twice',
  );
  const fine = "GV_API_KEY='abc#def' # mine\nGV_SEED=1 # one#two\n#GV_RUNS=2#3\n";
  expect(read(fine)).toEqual({ GV_API_KEY: 'abc#def', GV_SEED: '1' });
});

test('a setting in lower case is reported', () => {
  const { problems } = parseValues(read('gv_base_url=https://a.example\n'));
  expect(problems).toEqual([expect.stringContaining('is GV_BASE_URL meant?')]);
});

test('an invalid certificate authority or proxy address stops the run before the first request', async () => {
  const problems = (settled: object) => () => loadTarget({ ...minimal, ...settled });
  reading(
    'no PEM',
    () =>
      expect(problems({ GV_CA_FILE: 'ca.pem' })).toThrow(
        'GV_CA_FILE: "ca.pem" is not a PEM certificate',
      ),
    'ca.pem',
  );
  expect(problems({ GV_CA_FILE: tmpdir() })).toThrow('cannot be read (EISDIR)');
  await withVariable('https_proxy', 'me:hunter2@proxy:3128', () =>
    expect(problems({})).toThrow(/https_proxy: must be an address(?![^]*hunter2)/),
  );
});
