/** Runs the steps of the gate recipes unchanged, in a folder like the folder of a job. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { parse } from 'yaml';
import { faults } from '../reference/faults/index.ts';
import { ended, gv, projectFile, start, test, type Ended } from '../fixtures/testing/spawned.ts';

type Texts = Readonly<Record<string, string>>;

interface Workflow {
  readonly jobs: {
    readonly contract: {
      readonly steps: readonly {
        readonly name?: string;
        readonly run?: string;
        readonly env?: Texts;
      }[];
    };
  };
}

interface Pipeline {
  readonly 'gift-voucher-contract': {
    readonly variables: Texts;
    readonly script: readonly string[];
  };
}

const yaml = (file: string): unknown => parse(readFileSync(projectFile(file), 'utf8'));
const [step] = (yaml('recipes/github/gate.yml') as Workflow).jobs.contract.steps.filter(
  ({ name }) => name === 'Run',
);
const job = (yaml('recipes/gitlab/gate.gitlab-ci.yml') as Pipeline)['gift-voucher-contract'];

const fault = faults.find(({ id }) => id === 'auth-missing-key-text-full-stop');
const waivers = {
  waivers: ['missing-key', 'empty-key'].map(id => ({
    requirement: `auth.${id}`,
    reason: 'the gateway has words of its own',
    owner: 'payments',
    expires: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
  })),
};

/** Makes the folder of a repository. `commands/package.long.test.ts` installs the package. */
function installed(cwd: string): string {
  const folder = join(cwd, 'contract');
  const programs = join(folder, 'node_modules', '.bin');
  mkdirSync(programs, { recursive: true });
  symlinkSync(gv, join(programs, 'gift-voucher-conformance'));
  return folder;
}

/** Runs lines as a CI runner does, in a bash that ends at the first error. */
const bash = (cwd: string, lines: readonly string[], settings: Texts): Promise<Ended> =>
  ended(start('bash', ['-eo', 'pipefail', '-c', lines.join('\n')], { cwd, settings }));

/** Settings of a run that only reads. */
const readsOnly = { GV_ALLOW: '', GV_MAX_RPS: '1000' };

for (const [name, run] of [
  [
    'GitHub',
    (cwd: string, target: Texts) => {
      const values: Texts = {
        'github.workspace': cwd,
        'secrets.GV_API_KEY': target['GV_API_KEY']!,
      };
      const env = Object.entries(step?.env ?? {}).map(([variable, text]) => [
        variable,
        text.replace(
          /\$\{\{ *([^}]*?) *\}\}/g,
          (_, expression: string) => values[expression] ?? '',
        ),
      ]);
      const github = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(cwd, 'summary.md') };
      const settings = { ...(Object.fromEntries(env) as Texts), ...target, ...github };
      return bash(join(cwd, 'contract'), [step?.run ?? ''], settings);
    },
  ],
  [
    'GitLab',
    (cwd: string, target: Texts) => {
      const lines = job.script.filter(line => !line.startsWith('npm ci '));
      expect(lines).toHaveLength(job.script.length - 1);
      const { GV_OUT = '' } = job.variables;
      return bash(cwd, lines, {
        GV_OUT: GV_OUT.replace('$CI_PROJECT_DIR', cwd),
        SUITE_FOLDER: 'contract',
        ...target,
      });
    },
  ],
] as const)
  test(`${name}: the exit code of the job is the verdict, with the waivers of the repository`, async ({
    cwd,
    reference,
  }) => {
    const { baseUrl, settings } = await reference(fault ? { patches: [fault.patch] } : {});
    const folder = installed(cwd);
    const target = { ...readsOnly, GV_BASE_URL: baseUrl, GV_API_KEY: settings['GV_API_KEY'] ?? '' };
    expect((await run(cwd, { ...target, GV_API_KEY: '' })).code).toBe(3);
    const failed = await run(cwd, target);
    expect(failed.code).toBe(1);
    if (name === 'GitHub') {
      expect(failed.stdout.match(/^::error title=.*$/gm)?.[0]).toContain('failed auth.missing-key');
      expect(readFileSync(join(cwd, 'summary.md'), 'utf8')).toMatch(/^## /m);
    }
    writeFileSync(join(folder, 'waivers.json'), JSON.stringify(waivers));
    expect((await run(cwd, target)).code).toBe(0);
    const junit = name === 'GitHub' ? 'results/junit.xml' : 'gift-voucher/junit.xml';
    expect(readFileSync(join(cwd, junit), 'utf8')).toContain('type="waived"');
  });
