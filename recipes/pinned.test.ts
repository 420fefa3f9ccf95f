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

test('actions are pinned by commit, and the comment has the tag that Dependabot renews', () => {
  for (const name of workflows)
    for (const [, used = ''] of text(name).matchAll(/uses: (.*)/g))
      if (!used.startsWith('./'))
        expect(used, name).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('where keys may be near, packages are installed without their scripts', () => {
  const files = [
    ...workflows,
    'recipes/gitlab/gate.gitlab-ci.yml',
    'recipes/partner/Containerfile',
  ];
  for (const name of files)
    for (const [line] of text(name).matchAll(/npm (ci|install|i)\b.*/g))
      expect(line, name).toContain('--ignore-scripts');
});

test('a job that may write runs nothing of the repository', () => {
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
