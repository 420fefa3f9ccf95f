/** recipes/partner, by linters of others. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { projectFile, test } from '../../fixtures/testing/spawned.ts';
import { expectClean, expectFinding, python } from './tools.ts';

const file = projectFile('recipes/partner/Containerfile');

test('the container, by hadolint', async ({ cwd }) => {
  const hadolint = (await python())('hadolint');
  await expectClean(hadolint, file);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('USER 1000:1000\n');
  const planted = join(cwd, 'Containerfile');
  writeFileSync(planted, text.replace('WORKDIR /suite', 'WORKDIR suite'));
  await expectFinding('DL3000', hadolint, planted);
});

test('the script, by ShellCheck', async () => {
  await expectClean((await python())('shellcheck'), projectFile('recipes/partner/verify.sh'));
});
