import { expect, test } from '#test';
import { runnerEnvironment } from './runner.ts';

const theirs = {
  PLAYWRIGHT_HTML_OUTPUT_DIR: 'site',
  PLAYWRIGHT_BLOB_OUTPUT_NAME: 'theirs.zip',
  PLAYWRIGHT_JSON_OUTPUT_NAME: 'theirs.json',
  PW_TEST_REPORTER: './theirs.ts',
  PWTEST_CACHE_DIR: 'cache',
  PWDEBUG: '1',
};

test('variables of Playwright do not reach the runner; all others do', () => {
  const others = {
    PATH: '/bin',
    PWD: '/',
    GV_OUT: 'out',
    NODE_OPTIONS: '--use-openssl-ca',
    PLAYWRIGHT_BROWSERS_PATH: 'browsers',
  };
  const env = runnerEnvironment([], { ...theirs, ...others });
  for (const name of Object.keys(theirs)) expect(env).not.toHaveProperty(name);
  expect(env).toMatchObject(others);
  expect(env['PLAYWRIGHT_TRANSFORM_CACHE_DIR']).toMatch(/\.cache.playwright$/);
});

test('a reporter that the user adds keeps the name of its file', () => {
  const env = runnerEnvironment(['--add-reporter=json'], theirs);
  expect(env).toHaveProperty('PLAYWRIGHT_JSON_OUTPUT_NAME', 'theirs.json');
  expect(env).not.toHaveProperty('PLAYWRIGHT_HTML_OUTPUT_DIR');
});
