import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from '#test';
import { test, inFolder } from '../../fixtures/testing/spawned.ts';
import { findReadable, givenBesideFile, readEnvironment } from './environment.ts';
import { settingNames } from './settings.ts';
import { ConfigurationError, readValues, type Environment } from './values.ts';

test('.env.$GV_ENV is read, and variables of the environment override it', ({ cwd }) => {
  writeFileSync(join(cwd, '.env.staging'), 'GV_API_KEY=from-file\nGV_SEED=7\nOTHER=x\n');
  const read = (env: Environment) => inFolder(cwd, () => readEnvironment(env));
  expect(read({ GV_ENV: 'staging', GV_SEED: '8', GV_API_KEY: '', PATH: '/' })).toEqual({
    GV_ENV: 'staging',
    GV_API_KEY: 'from-file',
    GV_SEED: '8',
  });
  expect(() => read({ GV_ENV: 'absent' })).toThrow('GV_ENV: there is no file');
});

test('GV_ENV_FILE names the settings file by its path, and excludes GV_ENV', ({ cwd }) => {
  const file = join(cwd, 'sandbox settings');
  expect(() => readEnvironment({ GV_ENV_FILE: file })).toThrow('GV_ENV_FILE: there is no file');
  writeFileSync(file, 'GV_SEED=7\n');
  expect(readEnvironment({ GV_ENV_FILE: file })).toMatchObject({ GV_SEED: '7' });
  expect(readEnvironment({ GV_ENV_FILE: `"${file}"` })).toMatchObject({ GV_SEED: '7' });
  expect(() => readEnvironment({ GV_ENV_FILE: file, GV_ENV: 'staging' })).toThrow(
    'GV_ENV names .env.staging: set one of the two',
  );
});

test('settings beside the file are known, without secrets, so that another shell can have them', ({
  cwd,
}) => {
  writeFileSync(join(cwd, '.env'), 'GV_BASE_URL=https://a.example\nGV_ALLOW=write\nGV_OUT=~/o\n');
  writeFileSync(join(cwd, '.env.staging'), 'GV_API_KEY=k\n');
  const given = (env: Environment) => inFolder(cwd, () => givenBesideFile(env));
  expect(given({ GV_ALLOW: 'write', GV_SEED: '8', PATH: '/' })).toEqual({});
  const more = { GV_ALLOW: 'spend', GV_MAX_SPEND: '"9 GBP"', GV_STATE: '' };
  const secret = { GV_API_KEY: 'k', GV_HEADERS: '{"a":"b"}', GV_WEBHOOK_BODY: '{"secret":"s"}' };
  expect(given({ ...more, ...secret })).toEqual({ GV_ALLOW: 'spend', GV_MAX_SPEND: '9 GBP' });
  expect(given({ GV_ENV: 'staging' })).toEqual({ GV_ENV_FILE: '.env.staging' });
});

test('settings of another user in the working folder are rejected, unless GV_ENV_FILE names them', ({
  cwd,
}) => {
  test.skip(process.geteuid?.() !== 0, 'only root can give a file away');
  const file = join(cwd, '.env');
  writeFileSync(file, 'GV_BASE_URL=https://theirs.example\n');
  chownSync(file, 65534, 65534);
  const read = (env: Environment) => inFolder(cwd, () => readEnvironment(env));
  expect(() => read({})).toThrow('.env: it belongs to another user (uid 65534)');
  expect(read({ GV_ENV_FILE: '.env' })).toMatchObject({ GV_BASE_URL: 'https://theirs.example' });
});

test('~/ stands for the home folder in paths only', ({ cwd }) => {
  writeFileSync(join(cwd, '.env'), 'GV_SIGNING_KEY=~/key.pem\nGV_OUT=a~/b\nGV_CHALLENGE=~/text\n');
  expect(inFolder(cwd, () => readEnvironment({ GV_CA_FILE: '~/ca.pem', GV_STATE: '~' }))).toEqual({
    GV_SIGNING_KEY: join(homedir(), 'key.pem'),
    GV_OUT: 'a~/b',
    GV_CHALLENGE: '~/text',
    GV_CA_FILE: join(homedir(), 'ca.pem'),
    GV_STATE: homedir(),
  });
  expect(() => readEnvironment({ GV_ENV_FILE: '~/gone.env' })).toThrow(
    `there is no file ${join(homedir(), 'gone.env')}`,
  );
});

test('quotes around a variable are removed, as in the file', () => {
  const given = {
    GV_MAX_SPEND: "'500 GBP'",
    GV_API_KEY: '"key"',
    GV_ORDER_BODY: '`{"note":"it\'s"}`',
    GV_BULK_ORDER_BODY: '{"a":"b"}',
    GV_CHALLENGE: `"'quoted'"`,
    GV_RECIPIENT: `"a@b.example'`,
  };
  expect(readEnvironment(given)).toEqual({
    GV_MAX_SPEND: '500 GBP',
    GV_API_KEY: 'key',
    GV_ORDER_BODY: '{"note":"it\'s"}',
    GV_BULK_ORDER_BODY: '{"a":"b"}',
    GV_CHALLENGE: `'quoted'`,
    GV_RECIPIENT: `"a@b.example'`,
  });
});

/** Reads the settings of a `.env` file with this content. */
function readFile(content: Uint8Array | string): Environment {
  writeFileSync(test.info().outputPath('.env'), content);
  return inFolder(test.info().outputPath(), () => readEnvironment({}));
}

test('any .env file is read, or rejected with a message', () => {
  const lines = fc.array(
    fc.tuple(
      fc.constantFrom(...settingNames),
      fc.constantFrom('=', ' = ', ':', ''),
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('"', "'a", 'a#b', '\n', '\ufeffa')),
    ),
  );
  const files = fc.oneof(
    fc.uint8Array({ maxLength: 500 }),
    lines.map(all => all.map(parts => parts.join('')).join('\n')),
  );
  fc.assert(
    fc.property(files, bytes => {
      try {
        readValues(readFile(bytes));
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
  expect(readFile(`\ufeff${text}`)).toEqual(settled);
  expect(() => readFile(Buffer.from(text, 'utf16le'))).toThrow('.env: it is UTF-16 or not a text');
});

test('a line that would be read only in part is rejected', () => {
  expect(() => readFile('GV_API_KEY=abc#def\n')).toThrow('GV_API_KEY has a # in its value');
  expect(() => readFile('GV_ORDER_BODY={"a":"#1"}\n')).toThrow(
    'GV_ORDER_BODY has a # in its value',
  );
  expect(() => readFile('GV_API_KEY abc\n')).toThrow('GV_API_KEY has no = after it');
  expect(() => readFile('GV_API_KEY=abc\n#GV_API_KEY=c\nGV_API_KEY=d\n')).toThrow(
    'GV_API_KEY is set twice',
  );
  const fine = "GV_API_KEY='abc#def' # mine\nGV_SEED=1 # one#two\n#GV_RUNS=2#3\n";
  expect(readFile(fine)).toEqual({ GV_API_KEY: 'abc#def', GV_SEED: '1' });
});

test('a setting in lower case is reported', () => {
  expect(() => readValues(readFile('gv_base_url=https://a.example\n'))).toThrow(
    'is GV_BASE_URL meant?',
  );
});

test('a file with keys that others can read is found', ({ cwd }) => {
  test.skip(process.platform === 'win32', 'only POSIX has these file modes');
  const file = join(cwd, 'key.pem');
  writeFileSync(file, '', { mode: 0o600 });
  expect(findReadable(file)).toEqual([]);
  expect(findReadable(join(cwd, 'gone'))).toEqual([]);
  chmodSync(file, 0o640);
  expect(findReadable(file)).toEqual([
    `others can read ${file} (mode 640), which holds keys. Run chmod 600 ${file}`,
  ]);
});
