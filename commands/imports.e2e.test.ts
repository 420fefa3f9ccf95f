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
  [
    'fixtures/up.ts',
    '../contract/judgements.ts',
    'The root of fixtures/ imports from schemas/ only',
  ],
  ['fixtures/config/planted.ts', '../client/api.ts', 'fixtures/config/ imports from schemas/ only'],
  [
    'fixtures/config/up.ts',
    '../../load/limiter/findings.ts',
    'fixtures/ imports from schemas/ and',
  ],
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
  [
    'reference/faults/auth/planted.ts',
    '../../../schemas/values.ts',
    'imports nothing from outside',
  ],
  ['contract/planted.ts', '../reports/files.ts', 'contract/ imports from fixtures/ and'],
  ['contract/auth/planted.ts', '../../reference/server.ts', 'contract/ imports from fixtures/ and'],
  [
    'contract/auth/doubled.ts',
    '../../fixtures/testing/fakes.ts',
    'Neither the reference nor hosts',
  ],
  [
    'contract/auth/hosted.ts',
    '../../fixtures/run/hosts/in-process.ts',
    'Neither the reference nor',
  ],
  ['contract/auth/steps.ts', '../orders/checks.ts', 'Nobody imports checks'],
  ['contract/auth/judgements.ts', '../../fixtures/client/api.ts', 'so that load and recorded'],
  ['contract/errors/judgements.ts', '../auth/bad-keys.ts', 'so that load and recorded'],
  ['contract/orders/judgements.ts', './steps.ts', 'so that load and recorded'],
  ['contract/auth/statements.ts', '../../schemas/routes.ts', 'Statements are data'],
  ['contract/orders/statements.ts', './judgements.ts', 'Statements are data'],
  ['load/planted.ts', '../contract/auth/checks.ts', 'load/ imports from fixtures/ and schemas/'],
  ['load/limiter/planted.ts', '../../selftest/one.ts', 'load/ imports from fixtures/ and schemas/'],
  ['load/traffic/planted.ts', '../../fixtures/testing/fakes.ts', 'Neither the reference nor hosts'],
  ['load/hosted.ts', '../fixtures/run/hosts/in-process.ts', 'Neither the reference nor hosts'],
  ['reports/planted.ts', '../fixtures/verdict.ts', 'schemas/ and fixtures/output/ only'],
  ['reports/page/planted.ts', '../../selftest/one.ts', 'schemas/ and fixtures/output/ only'],
  ['reports/judging.ts', '../contract/judgements.ts', 'of contract/ its statements'],
] as const;

const importing = (from: string) => `import { x } from '${from}';\nexport const y = x;\n`;

/** Every direction that is allowed, types of packages, and what tests may do. */
const allowed = {
  'schemas/zero.ts': 'export const x = 0;\n',
  'schemas/records/near.ts': importing('../zero.ts'),
  'schemas/records/stating.ts': importing('../../contract/statements.ts'),
  'schemas/types.ts':
    "import type { OpenAPIV3_1 } from 'openapi-types';\nexport type Document = OpenAPIV3_1.Document;\n",
  'fixtures/output/clean.ts': importing('../../schemas/zero.ts'),
  'fixtures/verdict.ts': importing('../schemas/zero.ts'),
  'fixtures/config/clean.ts': importing('../verdict.ts'),
  'fixtures/client/clean.ts': importing('../config/zero.ts'),
  'fixtures/recordings/clean.ts': importing('../client/zero.ts'),
  'fixtures/run/expect/clean.ts': importing('../../client/zero.ts'),
  'fixtures/run/clean.ts': importing('../../contract/judgements.ts'),
  'fixtures/run/expecting.ts': importing('./expect/zero.ts'),
  'fixtures/run/hosts/clean.ts': importing('../../../reference/zero.ts'),
  'fixtures/payloads/clean.ts': importing('../../schemas/zero.ts'),
  'fixtures/testing/clean.ts': importing('../../reference/zero.ts'),
  'reference/clean.ts': importing('./routes/zero.ts'),
  'reference/routes/clean.ts': importing('../clean.ts'),
  'reference/faults/auth/clean.ts': importing('../../clean.ts'),
  'contract/clean.ts': importing('../fixtures/run/zero.ts'),
  'contract/statements.ts': importing('./wallet/statements.ts'),
  'contract/wallet/statements.ts': importing('../../schemas/statement.ts'),
  'contract/wallet/judgements.ts': importing('../catalog/judgements.ts'),
  'contract/catalog/judgements.ts': importing('../../fixtures/run/expect/zero.ts'),
  'contract/wallet/steps.ts': importing('../shared/zero.ts'),
  'contract/wallet/checks.ts': importing('./steps.ts'),
  'contract/wallet/examples.ts': importing('../../fixtures/testing/zero.ts'),
  'load/clean.ts': importing('./limiter/zero.ts'),
  'load/traffic/clean.ts': importing('../../contract/judgements.ts'),
  'load/traffic/recorded.ts': importing('../../fixtures/run/pipeline.ts'),
  'reports/clean.ts': importing('../fixtures/output/zero.ts'),
  'reports/stating.ts': importing('../contract/statements.ts'),
  'selftest/matrix/clean.ts': importing('../../reference/zero.ts'),
  'commands/clean.ts': importing('../selftest/zero.ts'),
  'schemas/tests.test.ts': importing('../reference/zero.ts'),
};

async function lint(cwd: string, files: Readonly<Record<string, string>>) {
  copyFileSync(projectFile('.oxlintrc.json'), join(cwd, '.oxlintrc.json'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    writeFileSync(join(cwd, file), text);
  }
  const { code, stdout } = await ended(
    start(projectFile('node_modules/.bin/oxlint'), ['--format=json'], { cwd }),
  );
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { filename: string; message: string; help?: string }[];
  };
  return { code, diagnostics };
}

test('each planted violation is reported', async ({ cwd }) => {
  const planted = violations.map(([file, from]) => [file, importing(from)] as const);
  const { code, diagnostics } = await lint(cwd, { ...Object.fromEntries(planted), ...allowed });
  for (const [file, from, why] of violations) {
    const found = diagnostics.filter(({ filename }) => filename === file);
    const text = found.map(({ message, help }) => `${message} ${help}`).join('\n');
    expect.soft(text, file).toContain(`'${from}' import is restricted`);
    expect.soft(text, file).toContain(why);
  }
  const wrong: readonly string[] = violations.map(([file]) => file);
  expect(diagnostics.filter(({ filename }) => !wrong.includes(filename))).toEqual([]);
  expect(code).toBe(1);
});

test('imports in the allowed directions pass', async ({ cwd }) => {
  expect(await lint(cwd, allowed)).toEqual({ code: 0, diagnostics: [] });
});
