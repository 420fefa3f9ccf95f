import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect } from '#test';
import { test, inFolder } from '../../fixtures/testing/spawned.ts';
import { readEnvironment } from './environment.ts';
import type { Environment } from './values.ts';

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
