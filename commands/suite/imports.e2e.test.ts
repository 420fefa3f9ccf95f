/** Import directions are enforced: the lint rule reports planted violations of each. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '#test';
import { ended, projectFile, start, test } from '../../fixtures/testing/spawned.ts';

const violations = [
  ['schemas/planted.ts', '../fixtures/verdict.ts', 'schemas/ is the ground'],
  ['schemas/requirements/planted.ts', '../../contract/auth.ts', 'schemas/ is the ground'],
  ['schemas/records/planted.ts', '../../calibration/one.ts', 'schemas/ is the ground'],
  ['schemas/package.ts', 'ajv', 'schemas/ imports no package at run time'],
  ['output/planted.ts', '../fixtures/verdict.ts', 'output/ imports from schemas/ only'],
  ['fixtures/planted.ts', './engine/check.ts', 'The root of fixtures/ imports from schemas/ only'],
  ['fixtures/up.ts', '../contract/auth.ts', 'The root of fixtures/ imports from schemas/ only'],
  ['fixtures/config/planted.ts', '../client/api.ts', 'fixtures/config/ imports from schemas/ only'],
  ['fixtures/config/up.ts', '../../load/probe/run.ts', 'fixtures/ imports from schemas/ and'],
  [
    'fixtures/client/planted.ts',
    '../engine/check.ts',
    'fixtures/client/ imports from schemas/ and',
  ],
  [
    'fixtures/client/matching.ts',
    '../matchers/expect.ts',
    'fixtures/client/ imports from schemas/',
  ],
  ['fixtures/client/up.ts', '../../reports/files.ts', 'fixtures/ imports from schemas/ and'],
  [
    'fixtures/recordings/planted.ts',
    '../judgements/index.ts',
    'fixtures/recordings/ imports from schemas/',
  ],
  ['fixtures/recordings/up.ts', '../../reports/files.ts', 'fixtures/ imports from schemas/ and'],
  ['fixtures/matchers/planted.ts', '../judgements/auth.ts', 'fixtures/matchers/ imports from'],
  ['fixtures/matchers/up.ts', '../../contract/auth.ts', 'fixtures/ imports from schemas/ and'],
  ['fixtures/judgements/planted.ts', '../client/api.ts', 'schemas/ and matchers/ only'],
  ['fixtures/judgements/setting.ts', '../config/target.ts', 'schemas/ and matchers/ only'],
  ['fixtures/judgements/up.ts', '../../load/probe/run.ts', 'fixtures/ imports from schemas/ and'],
  ['fixtures/engine/planted.ts', '../scenarios/pages.ts', 'does not know what it runs'],
  ['fixtures/engine/host.ts', './hosts/playwright.ts', 'The engine does not know its hosts'],
  ['fixtures/engine/up.ts', '../../calibration/one.ts', 'fixtures/ imports from schemas/ and'],
  ['fixtures/payloads/planted.ts', '../engine/hosts/playwright.ts', 'knows neither hosts nor'],
  ['fixtures/scenarios/planted.ts', '../reference/server.ts', 'knows neither hosts nor'],
  ['fixtures/scenarios/up.ts', '../../contract/auth.ts', 'fixtures/ imports from schemas/ and'],
  ['fixtures/engine/hosts/planted.ts', '../../testing/fakes.ts', 'is for tests only'],
  [
    'fixtures/engine/hosts/up.ts',
    '../../../load/probe/run.ts',
    'fixtures/ imports from schemas/ and',
  ],
  ['fixtures/testing/planted.ts', '../../contract/auth.ts', 'fixtures/ imports from schemas/ and'],
  ['fixtures/reference/planted.ts', '../../schemas/errors.ts', 'imports nothing from outside'],
  ['fixtures/reference/near.ts', '../verdict.ts', 'imports nothing from outside'],
  [
    'fixtures/reference/routes/planted.ts',
    '../../config/target.ts',
    'imports nothing from outside',
  ],
  [
    'fixtures/reference/faults/auth/planted.ts',
    '../../../verdict.ts',
    'imports nothing from outside',
  ],
  ['contract/planted.ts', '../reports/files.ts', 'contract/ imports from fixtures/ and'],
  ['contract/knowing.ts', '../fixtures/reference/server.ts', 'Neither the reference nor hosts'],
  [
    'contract/hosted.ts',
    '../fixtures/engine/hosts/playwright.ts',
    'Neither the reference nor hosts',
  ],
  ['load/planted.ts', '../contract/auth.ts', 'load/ imports from fixtures/ and schemas/ only'],
  [
    'load/probe/planted.ts',
    '../../calibration/one.ts',
    'load/ imports from fixtures/ and schemas/',
  ],
  [
    'load/traffic/planted.ts',
    '../../fixtures/testing/fakes.ts',
    'neither the reference nor test doubles',
  ],
  [
    'load/hosted.ts',
    '../fixtures/engine/hosts/in-process.ts',
    'only the one for recorded exchanges',
  ],
  [
    'reports/planted.ts',
    '../fixtures/verdict.ts',
    'reports/ imports from schemas/ and output/ only',
  ],
  [
    'reports/calibrated.ts',
    '../calibration/one.ts',
    'reports/ imports from schemas/ and output/ only',
  ],
] as const;

const importing = (from: string) => `import { x } from '${from}';\nexport const y = x;\n`;

/** Every direction that is allowed, types of packages, and what tests may do. */
const allowed = {
  'schemas/zero.ts': 'export const x = 0;\n',
  'schemas/records/near.ts': importing('../zero.ts'),
  'schemas/types.ts':
    "import type { OpenAPIV3_1 } from 'openapi-types';\nexport type Document = OpenAPIV3_1.Document;\n",
  'fixtures/verdict.ts': importing('../schemas/zero.ts'),
  'fixtures/config/clean.ts': importing('../verdict.ts'),
  'fixtures/client/clean.ts': importing('../config/zero.ts'),
  'fixtures/recordings/clean.ts': importing('../client/zero.ts'),
  'fixtures/matchers/clean.ts': importing('../client/zero.ts'),
  'fixtures/judgements/clean.ts': importing('../matchers/zero.ts'),
  'fixtures/engine/clean.ts': importing('../judgements/zero.ts'),
  'fixtures/engine/hosts/clean.ts': importing('../../reference/zero.ts'),
  'fixtures/payloads/clean.ts': importing('../../schemas/zero.ts'),
  'fixtures/scenarios/clean.ts': importing('../payloads/zero.ts'),
  'fixtures/scenarios/pages/clean.ts': importing('../../engine/zero.ts'),
  'fixtures/testing/clean.ts': importing('../reference/zero.ts'),
  'fixtures/reference/clean.ts': importing('./routes/zero.ts'),
  'fixtures/reference/routes/clean.ts': importing('../clean.ts'),
  'fixtures/reference/faults/auth/clean.ts': importing('../../clean.ts'),
  'contract/clean.ts': importing('../fixtures/scenarios/zero.ts'),
  'load/clean.ts': importing('./probe/zero.ts'),
  'load/traffic/clean.ts': importing('../../fixtures/judgements/zero.ts'),
  'load/traffic/recorded.ts': importing('../../fixtures/engine/recorded.ts'),
  'reports/clean.ts': importing('../schemas/zero.ts'),
  'calibration/matrix/clean.ts': importing('../../fixtures/reference/zero.ts'),
  'commands/clean.ts': importing('../calibration/zero.ts'),
  'schemas/tests.test.ts': importing('../fixtures/reference/zero.ts'),
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
