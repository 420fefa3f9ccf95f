/** Checks promises of the recipes and of our own workflows in their texts. */
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from '#test';
import { parse } from 'yaml';
import { projectFile } from '../fixtures/testing/spawned.ts';

const folder = '.github/workflows';
const workflows = readdirSync(projectFile(folder)).map(name => `${folder}/${name}`);
const text = (name: string) => readFileSync(projectFile(name), 'utf8');

interface Workflow {
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, Job>>;
}
interface Job {
  readonly permissions?: object;
  readonly steps?: readonly { readonly uses?: string; readonly run?: string }[];
}

test('actions are pinned by commit, and the comment has the tag that Dependabot updates', () => {
  for (const name of workflows)
    for (const [, used = ''] of text(name).matchAll(/uses: (.*)/g))
      if (!used.startsWith('./'))
        expect(used, name).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('packages are installed without their scripts if keys may be present', () => {
  const files = [
    ...workflows,
    'recipes/gitlab/gate.gitlab-ci.yml',
    'recipes/partner/Containerfile',
  ];
  for (const name of files)
    for (const [line] of text(name).matchAll(/npm (ci|install|i)\b.*/g))
      expect(line, name).toContain('--ignore-scripts');
});

test('a job with write permission runs no code of the repository', () => {
  for (const name of workflows) {
    const { permissions, jobs } = parse(text(name)) as Workflow;
    expect(permissions, name).toEqual({ contents: 'read' });
    for (const [id, job] of Object.entries(jobs)) {
      if (!job.permissions) continue;
      expect([id, job.permissions], name).toEqual(['release', { contents: 'write' }]);
      for (const { uses = '', run = '' } of job.steps ?? []) {
        expect(uses).not.toContain('checkout');
        expect(run).not.toMatch(/npm|bash|node|gv/);
      }
    }
  }
});

test('the caller only names inputs and secrets of the reusable workflow', () => {
  // actionlint cannot look into another repository.
  const { on } = parse(text('.github/workflows/gate.yml')) as {
    on: { workflow_call: { inputs: object; secrets: object } };
  };
  const { jobs } = parse(text('recipes/github/gate.yml')) as {
    jobs: { gate: { with: object; secrets: object } };
  };
  const { inputs, secrets } = on.workflow_call;
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(jobs.gate.with)));
  expect(Object.keys(secrets)).toEqual(expect.arrayContaining(Object.keys(jobs.gate.secrets)));
});

test('the last job of the caller always runs, after all others', () => {
  // A skipped job counts as passed, and GitHub waits for a check that is not reported.
  const { jobs } = parse(text('recipes/github/gate.yml')) as {
    jobs: Record<string, { needs?: string; if?: string; name?: string }>;
  };
  expect(Object.keys(jobs)).toEqual(['gate', 'verdict']);
  expect(jobs['verdict']).toMatchObject({ needs: 'gate', if: 'always()' });
  expect(text('recipes/github/README.md')).toContain(`Make **\`${jobs['verdict']?.name}\`**`);
});
