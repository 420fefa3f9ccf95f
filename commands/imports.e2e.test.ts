/** Tests that the lint rules report a planted violation of each import direction. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '#test';
import { ended, projectFile, start, test } from '../fixtures/testing/spawned.ts';

const violations = [
  ['schemas/planted.ts', '../harness/verdict.ts', 'schemas/ imports nothing of ours'],
  ['schemas/resources/planted.ts', '../../contract/statements.ts', 'schemas/ imports nothing'],
  ['schemas/package.ts', 'ajv', 'schemas/ imports no package'],
  ['harness/run/planted.ts', '../../contract/statements.ts', 'import from schemas/'],
  ['fixtures/payloads/planted.ts', '../../selftest/one.ts', 'import from schemas/'],
  ['reference/planted.ts', '../schemas/errors.ts', 'written from the spec alone'],
  ['reference/faults/auth/planted.ts', '../../../schemas/values.ts', 'from the spec alone'],
  ['contract/planted.ts', '../reports/files.ts', 'contract/ imports from harness/'],
  ['contract/auth/doubled.ts', '../../fixtures/testing/fakes.ts', 'contract/ imports from'],
  ['contract/auth/steps.ts', '../orders/checks.ts', 'Nobody imports checks'],
  ['contract/steps/planted.ts', '../orders/judgements.ts', 'A step imports no area'],
  ['contract/auth/judgements.ts', '../../harness/client/api.ts', 'a pure function'],
  ['contract/orders/judgements.ts', './steps.ts', 'a pure function'],
  ['load/planted.ts', '../reports/files.ts', 'load/ imports from contract/'],
  ['reports/planted.ts', '../harness/verdict.ts', 'reports/ imports from harness/output/'],
  ['reports/judging.ts', '../contract/judgements.ts', 'reports/ imports from'],
] as const;

test('each planted violation is reported', async ({ cwd }) => {
  // Tests no allowed imports, because `npm run check` lints every direction that the project uses.
  mkdirSync(join(cwd, 'selftest'));
  for (const file of ['.oxlintrc.json', 'selftest/lint-comparisons.js'])
    copyFileSync(projectFile(file), join(cwd, file));
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
