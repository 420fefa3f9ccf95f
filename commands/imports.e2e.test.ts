/** The import direction is enforced: planted violations show that the lint rule sees them. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import { ended, projectFile, start, test } from '../fixtures/testing/spawned.ts';

const violations = [
  ['schemas/planted.ts', '../fixtures/api.ts', 'schemas/ is the ground'],
  ['schemas/requirements/planted.ts', '../../contract/auth.ts', 'schemas/ is the ground'],
  ['schemas/package.ts', 'ajv', 'schemas/ imports no package at run time'],
  ['fixtures/planted.ts', '../contract/auth.ts', 'fixtures/ imports from schemas/ only'],
  ['fixtures/reference/planted.ts', '../../schemas/errors.ts', 'imports nothing from outside'],
  ['fixtures/reference/planted-near.ts', '../expect.ts', 'imports nothing from outside'],
  [
    'fixtures/reference/routes/planted.ts',
    '../../../schemas/errors.ts',
    'imports nothing from outside',
  ],
  ['contract/planted.ts', '../reports/build-result.ts', 'import from fixtures/ and schemas/ only'],
  ['contract/knowing.ts', '../fixtures/reference/server.ts', 'know nothing of the reference'],
  ['load/planted.ts', '../contract/auth.ts', 'import from fixtures/ and schemas/ only'],
  ['reports/planted.ts', '../fixtures/api.ts', 'reports/ imports from schemas/ only'],
] as const;

/** Of the right direction, or of types only. */
const allowed = {
  'contract/clean.ts': "import { one } from '../fixtures/one.ts';\nexport const two = one;\n",
  'fixtures/one.ts': "import { zero } from '../schemas/zero.ts';\nexport const one = zero + 1;\n",
  'fixtures/reference/routes/clean.ts':
    "import { half } from '../half.ts';\nexport const quarter = half / 2;\n",
  'fixtures/reference/half.ts': 'export const half = 0.5;\n',
  'reports/clean.ts': "import { zero } from '../schemas/zero.ts';\nexport const none = zero;\n",
  'schemas/zero.ts': 'export const zero = 0;\n',
  'schemas/types.ts':
    "import type { OpenAPIV3_1 } from 'openapi-types';\nexport type Document = OpenAPIV3_1.Document;\n",
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

test('each planted violation is named', async ({ cwd }) => {
  const planted = violations.map(
    ([file, from]) => [file, `import { x } from '${from}';\nexport const y = x;\n`] as const,
  );
  const { code, diagnostics } = await lint(cwd, { ...Object.fromEntries(planted), ...allowed });
  for (const [file, from, why] of violations) {
    const told = diagnostics.filter(({ filename }) => filename === file);
    const text = told.map(({ message, help }) => `${message} ${help}`).join('\n');
    expect.soft(text, file).toContain(`'${from}' import is restricted`);
    expect.soft(text, file).toContain(why);
  }
  const wrong: readonly string[] = violations.map(([file]) => file);
  expect(diagnostics.filter(({ filename }) => !wrong.includes(filename))).toEqual([]);
  expect(code).toBe(1);
});

test('imports of the right direction pass', async ({ cwd }) => {
  expect(await lint(cwd, allowed)).toEqual({ code: 0, diagnostics: [] });
});
