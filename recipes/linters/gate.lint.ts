/** The gate recipes and our own CI, by linters of others. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '#test';
import { parse } from 'yaml';
import { projectFile, test } from '../../fixtures/testing/spawned.ts';
import { expectClean, expectFinding, goProgram, python } from './tools.ts';

const workflows = [
  '.github/workflows/ci.yml',
  '.github/workflows/gate.yml',
  '.github/workflows/release.yml',
  'recipes/github/gate.yml',
];
const pipeline = 'recipes/gitlab/gate.gitlab-ci.yml';

/** The file with a mistake in it. */
function planted(folder: string, name: string, from: string, to: string): string {
  const text = readFileSync(projectFile(name), 'utf8');
  expect(text).toContain(from);
  const copy = join(folder, name);
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, text.replace(from, to));
  return copy;
}

test('the workflows, by actionlint with ShellCheck', async ({ cwd }) => {
  const shellcheck = (await python())('shellcheck');
  const actionlint = await goProgram('actionlint', 'github.com/rhysd/actionlint/cmd/actionlint');
  // It does not know the queue yet, and the schema of GitHub (below) does.
  const queue = ['-ignore', 'unexpected key "queue" for "concurrency" section'];
  const args = ['-no-color', '-shellcheck', shellcheck, ...queue];
  await expectClean(actionlint, ...args, ...workflows.map(projectFile));
  const gate = '.github/workflows/gate.yml';
  for (const [from, to, finding] of [
    ['needs: shard', 'needs: shards', 'needs job "shards" which does not exist'],
    ['steps.k6.outputs', 'steps.k5.outputs', 'property "k5" is not defined'],
    ['"$SHARDS"/*', '$SHARDS/*', 'SC2086'],
    ['inputs.settings', 'inputs.setting', 'property "setting" is not defined'],
  ] as const)
    await expectFinding(finding, actionlint, ...args, planted(cwd, gate, from, to));
});

test('workflows and pipeline, by the schemas of GitHub and GitLab', async ({ cwd }) => {
  const check = (await python())('check-jsonschema');
  const github = ['--builtin-schema', 'vendor.github-workflows'];
  const gitlab = ['--builtin-schema', 'vendor.gitlab-ci', '--data-transform', 'gitlab-ci'];
  await expectClean(check, ...github, ...workflows.map(projectFile));
  await expectClean(check, ...gitlab, projectFile(pipeline));
  const dependabot = ['--builtin-schema', 'vendor.dependabot'];
  await expectClean(check, ...dependabot, projectFile('.github/dependabot.yml'));
  for (const [from, to] of [
    ['runs-on', 'run-on'],
    ['queue: max', 'queue: most'],
  ] as const) {
    const wrong = planted(cwd, '.github/workflows/gate.yml', from, to);
    await expectFinding(to.split(' ').at(-1) ?? '', check, ...github, wrong);
  }
  const broken = planted(cwd, pipeline, 'parallel: 2', 'parallel: two');
  await expectFinding('parallel', check, ...gitlab, broken);
});

test('the caller names inputs and secrets that the reusable workflow has', () => {
  // actionlint cannot look into another repository.
  const read = (name: string): unknown => parse(readFileSync(projectFile(name), 'utf8'));
  const { on } = read('.github/workflows/gate.yml') as {
    on: { workflow_call: { inputs: object; secrets: object } };
  };
  const { jobs } = read('recipes/github/gate.yml') as {
    jobs: { gate: { with: object; secrets: object } };
  };
  const { inputs, secrets } = on.workflow_call;
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(jobs.gate.with)));
  expect(Object.keys(secrets)).toEqual(expect.arrayContaining(Object.keys(jobs.gate.secrets)));
});

test('the last job of the caller always runs, after all others', () => {
  // A skipped job counts as passed, and a check that is not reported is waited for.
  const { jobs } = parse(readFileSync(projectFile('recipes/github/gate.yml'), 'utf8')) as {
    jobs: Record<string, { needs?: string; if?: string; name?: string }>;
  };
  expect(Object.keys(jobs)).toEqual(['gate', 'verdict']);
  expect(jobs['verdict']).toMatchObject({ needs: 'gate', if: 'always()' });
  const readme = readFileSync(projectFile('recipes/github/README.md'), 'utf8');
  expect(readme).toContain(`Make **\`${jobs['verdict']?.name}\`**`);
});
