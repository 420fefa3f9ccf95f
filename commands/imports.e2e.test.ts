/** Import directions are enforced: the lint rule reports planted violations of each. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '#test';
import { ended, projectFile, start, test } from '../fixtures/testing/spawned.ts';

const violations = [
  ['schemas/planted.ts', '../fixtures/verdict.ts', 'schemas/ is the ground'],
  ['schemas/resources/planted.ts', '../../contract/auth/checks.ts', 'schemas/ is the ground'],
  ['schemas/records/planted.ts', '../../selftest/one.ts', 'schemas/ is the ground'],
  ['schemas/package.ts', 'ajv', 'schemas/ imports no package at run time'],
  ['fixtures/output/far.ts', '../client/api.ts', 'fixtures/output/ imports from schemas/ only'],
  ['fixtures/planted.ts', './run/check.ts', 'The root of fixtures/ imports from schemas/ only'],
  ['fixtures/up.ts', '../contract/judgements.ts', 'The root of fixtures/ imports from'],
  ['fixtures/config/planted.ts', '../client/api.ts', 'fixtures/config/ imports from schemas/ only'],
  ['fixtures/config/up.ts', '../../load/request.ts', 'fixtures/ imports from schemas/ and'],
  ['fixtures/config/judging.ts', '../../contract/judgements.ts', 'of contract/ its statements.'],
  ['fixtures/client/planted.ts', '../run/check.ts', 'fixtures/client/ imports from schemas/ and'],
  ['fixtures/client/expecting.ts', '../run/expect/expect.ts', 'fixtures/client/ imports from'],
  ['fixtures/client/up.ts', '../../reports/files.ts', 'fixtures/ imports from schemas/ and'],
  ['fixtures/recordings/planted.ts', '../run/check.ts', 'fixtures/recordings/ imports from'],
  ['fixtures/recordings/up.ts', '../../reports/files.ts', 'fixtures/ imports from schemas/ and'],
  ['fixtures/run/planted.ts', '../payloads/payloads.ts', 'does not know what it runs'],
  ['fixtures/run/host.ts', './hosts/playwright.ts', 'A run does not know its hosts'],
  ['fixtures/run/up.ts', '../../contract/auth/judgements.ts', 'its statements and judgements'],
  ['fixtures/run/expect/planted.ts', '../check.ts', 'imports nothing of the run'],
  ['fixtures/run/expect/up.ts', '../../../contract/judgements.ts', 'of contract/ its statements.'],
  ['fixtures/run/hosts/planted.ts', '../../testing/fakes.ts', 'is for tests only'],
  ['fixtures/run/hosts/up.ts', '../../../selftest/one.ts', 'fixtures/ imports from schemas/ and'],
  ['fixtures/payloads/planted.ts', '../run/hosts/playwright.ts', 'knows neither hosts nor'],
  ['fixtures/testing/planted.ts', '../../contract/auth/checks.ts', 'its statements and judgements'],
  ['reference/planted.ts', '../schemas/errors.ts', 'imports nothing from outside'],
  ['reference/routes/planted.ts', '../../fixtures/verdict.ts', 'imports nothing from outside'],
  ['reference/faults/auth/planted.ts', '../../../schemas/values.ts', 'imports nothing from'],
  ['contract/planted.ts', '../reports/files.ts', 'contract/ imports from fixtures/ and'],
  ['contract/auth/planted.ts', '../../reference/server.ts', 'contract/ imports from fixtures/ and'],
  ['contract/auth/doubled.ts', '../../fixtures/testing/fakes.ts', 'Neither the reference nor'],
  ['contract/auth/hosted.ts', '../../fixtures/run/hosts/in-process.ts', 'Neither the reference'],
  ['contract/auth/steps.ts', '../orders/checks.ts', 'Nobody imports checks'],
  ['contract/auth/judgements.ts', '../../fixtures/client/api.ts', 'so that load and recorded'],
  ['contract/errors/judgements.ts', '../auth/bad-keys.ts', 'so that load and recorded'],
  ['contract/orders/judgements.ts', './steps.ts', 'so that load and recorded'],
  ['contract/auth/statements.ts', '../../schemas/routes.ts', 'Statements are data'],
  ['contract/orders/statements.ts', './judgements.ts', 'Statements are data'],
  ['load/planted.ts', '../contract/auth/checks.ts', 'load/ imports from fixtures/ and schemas/'],
  [
    'load/limiters/planted.ts',
    '../../selftest/one.ts',
    'load/ imports from fixtures/ and schemas/',
  ],
  ['load/traffic/planted.ts', '../../fixtures/testing/fakes.ts', 'Neither the reference nor hosts'],
  ['load/hosted.ts', '../fixtures/run/hosts/in-process.ts', 'Neither the reference nor hosts'],
  ['reports/planted.ts', '../fixtures/verdict.ts', 'schemas/ and fixtures/output/ only'],
  ['reports/page/planted.ts', '../../selftest/one.ts', 'schemas/ and fixtures/output/ only'],
  ['reports/judging.ts', '../contract/judgements.ts', 'of contract/ its statements'],
] as const;

test('each planted violation is reported', async ({ cwd }) => {
  // What is allowed needs no file here: `npm run check` lints every direction that the project uses.
  copyFileSync(projectFile('.oxlintrc.json'), join(cwd, '.oxlintrc.json'));
  for (const [file, from] of violations) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    writeFileSync(join(cwd, file), `import { x } from '${from}';\nexport const y = x;\n`);
  }
  const oxlint = projectFile('node_modules/.bin/oxlint');
  const { code, stdout } = await ended(start(oxlint, ['--format=json'], { cwd }));
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { filename: string; message: string; help?: string }[];
  };
  for (const [file, from, why] of violations) {
    const found = diagnostics.filter(({ filename }) => filename === file);
    const text = found.map(({ message, help }) => `${message} ${help}`).join('\n');
    expect.soft(text, file).toContain(`'${from}' import is restricted`);
    expect.soft(text, file).toContain(why);
  }
  expect(code).toBe(1);
});
