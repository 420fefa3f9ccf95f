/** Checks promises of the recipes and of our own workflows in their texts. */
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from '#test';
import { parse } from 'yaml';
import { settingNames } from '../harness/config/settings.ts';
import { defaultOutput } from '../schemas/output-folder.ts';
import { projectFile } from '../fixtures/testing/spawned.ts';

const folder = '.github/workflows';
const github = 'recipes/github/gate.yml';
const gitlab = 'recipes/gitlab/gate.gitlab-ci.yml';
const workflows = [...readdirSync(projectFile(folder)).map(name => `${folder}/${name}`), github];
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
  const files = [...workflows, gitlab, 'recipes/Containerfile'];
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

test('the steps keep packages, results and keys out of the repository of the user', () => {
  const [results = ''] = defaultOutput.split('/');
  for (const name of ['recipes/github/README.md', 'recipes/gitlab/README.md']) {
    const [, ignored = ''] = /^printf '%s\\n' (.*) > \.gitignore$/m.exec(text(name)) ?? [];
    expect(ignored.split(' '), name).toEqual(['node_modules', results, '.env']);
  }
});

test('the recipes permit and cap what the gate of README does', () => {
  const [, allow = '', spend = ''] =
    /--allow (\S+) --max-spend "(.*)"/.exec(text('README.md')) ?? [];
  for (const name of [github, gitlab, 'recipes/gitlab/README.md']) {
    expect(text(name)).toContain(`GV_ALLOW: ${allow}\n`);
    expect(text(name)).toContain(`GV_MAX_SPEND: ${spend}\n`);
  }
});

test('the container copies files that exist, and runs the suite without root on a read-only file system', () => {
  const file = text('recipes/Containerfile').replaceAll('\\\n', ' ');
  const { bin, name } = JSON.parse(text('package.json')) as { bin: object; name: string };
  const [, folder = ''] = /package\/dist\/(\S+) /.exec(file) ?? [];
  expect(readdirSync(projectFile(folder))).toContain('go.mod');
  expect(file).toContain(`COPY ${name}-*.tgz package.tgz`);
  expect(Object.keys(bin)).toContain(/"\/suite\/node_modules\/\.bin\/([\w-]+)"/.exec(file)?.[1]);
  expect(file).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  // Only the mounted folder keeps something.
  const [, state] = /^ENV XDG_STATE_HOME=(\S+)/m.exec(file) ?? [];
  const [command = ''] =
    /podman run \S+ --read-only --tmpfs \/tmp [^]*? conformance\n/.exec(file) ?? [];
  const [, mounted = 'none'] = /--volume "\$PWD:(\S+)"/.exec(command) ?? [];
  expect(state?.startsWith(`${mounted}/`)).toBe(true);
  expect(file).toContain(`WORKDIR ${mounted}\n`);
  const settings = [...command.matchAll(/-e (\w+)/g)].map(([, each = '']) => each);
  expect(settings.length).toBeGreaterThan(3);
  for (const each of settings) expect(settingNames).toContain(each);
});

test('the job of the recipe for GitHub always runs, because a skipped job counts as passed', () => {
  const { jobs } = parse(text(github)) as { jobs: Record<string, { if?: string; name?: string }> };
  expect(Object.keys(jobs)).toEqual(['contract']);
  expect(jobs['contract']).not.toHaveProperty('if');
  expect(text('recipes/github/README.md')).toContain(`make **\`${jobs['contract']?.name}\`**`);
});
