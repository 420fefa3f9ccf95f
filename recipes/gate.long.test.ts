/** Runs the steps of the gate recipes unchanged, in a folder like the folder of a job. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { parse } from 'yaml';
import { faults } from '../reference/faults/index.ts';
import { readResult } from '../reports/files.ts';
import { ended, gv, projectFile, start, test, type Ended } from '../fixtures/testing/spawned.ts';

type Texts = Readonly<Record<string, string>>;

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly env?: Texts;
  readonly 'working-directory'?: string;
}

interface Workflow {
  readonly jobs: Readonly<Record<'shard' | 'verdict', { readonly steps: readonly Step[] }>>;
}

interface Pipeline {
  readonly '.gift-voucher': { readonly before_script: readonly string[] };
  readonly 'gift-voucher-shard': Job;
  readonly 'gift-voucher-verdict': Job;
}

interface Job {
  readonly variables: Texts;
  readonly script: readonly string[];
}

interface Caller {
  readonly jobs: { readonly verdict: { readonly steps: readonly [Step] } };
}

const yaml = (file: string): unknown => parse(readFileSync(projectFile(file), 'utf8'));
const workflow = yaml('.github/workflows/gate.yml') as Workflow;
const caller = yaml('recipes/github/gate.yml') as Caller;
const pipeline = yaml('recipes/gitlab/gate.gitlab-ci.yml') as Pipeline;

/** Replaces `${{ ... }}` expressions by their values. Throws for an unknown expression. */
const evaluated = (text: string, values: Texts): string =>
  text.replace(/\$\{\{ *([^}]*?) *\}\}/g, (_, expression: string) => {
    if (expression.startsWith('secrets.')) return values[expression] ?? '';
    const value = values[expression];
    if (value === undefined) throw new Error(`the test has no value for ${expression}`);
    return value;
  });

/** Replaces `npm ci` with the package, which `commands/package.long.test.ts` installs. */
function installed(folder: string): void {
  const programs = join(folder, 'node_modules', '.bin');
  mkdirSync(programs, { recursive: true });
  symlinkSync(gv, join(programs, 'gift-voucher-conformance'));
}

/** Runs a step as a CI runner does, in a bash that ends at the first error. */
async function step(
  cwd: string,
  job: keyof Workflow['jobs'],
  name: string,
  values: Texts,
): Promise<Ended> {
  const found = workflow.jobs[job].steps.find(each => each.name === name);
  const { run = '', env = {} } = found ?? {};
  expect(run, `${job} has a step ${name}`).not.toBe('');
  const settings = Object.fromEntries(
    Object.entries(env).map(([variable, text]) => [variable, evaluated(text, values)]),
  );
  const at = join(cwd, evaluated(found?.['working-directory'] ?? '.', values));
  return ended(
    start('bash', ['-eo', 'pipefail', '-c', run], {
      cwd: at,
      settings: {
        ...settings,
        XDG_STATE_HOME: join(cwd, 'state'),
        GITHUB_ACTIONS: 'true',
        GITHUB_OUTPUT: join(cwd, 'output'),
        GITHUB_STEP_SUMMARY: join(cwd, 'summary.md'),
      },
    }),
  );
}

const fault = faults.find(({ id }) => id === 'auth-missing-key-text-full-stop');
const waivers = {
  waivers: ['missing-key', 'key-elsewhere', 'key-before-request', 'empty-key'].map(id => ({
    requirement: `auth.${id}`,
    reason: 'the gateway has words of its own',
    owner: 'payments',
    expires: '2999-01-31',
  })),
};

test('GitHub: the merge of the shards has the verdict, and applies the waivers of the caller', async ({
  cwd,
  reference,
}) => {
  const { baseUrl, settings } = await reference(fault ? { patches: [fault.patch] } : {});
  installed(join(cwd, 'contract'));
  const values = (shard: number) => ({
    'github.workspace': cwd,
    'inputs.folder': 'contract',
    'inputs.settings': 'GV_MAX_RPS=1000\nGV_SEED=7\n',
    'inputs.base-url': baseUrl,
    'inputs.incomplete': 'fail',
    'matrix.shard': String(shard),
    'strategy.job-total': '2',
    'secrets.GV_API_KEY': settings['GV_API_KEY'] ?? '',
  });
  const printed: string[] = [];
  for (const shard of [1, 2]) {
    expect(await step(cwd, 'shard', 'Settings', values(shard))).toMatchObject({
      code: 0,
      stderr: '',
    });
    const { stdout } = await step(cwd, 'shard', 'Run', values(shard));
    printed.push(stdout);
    // Replaces the upload and download of the artifacts.
    mkdirSync(join(cwd, 'shards'), { recursive: true });
    execFileSync('mv', ['results', `shards/gift-voucher-shard-${shard}`], { cwd });
  }
  const annotated = (text: string) => text.match(/^::error title=.*$/gm) ?? [];
  expect(printed.flatMap(annotated)).toEqual([]);
  expect(existsSync(join(cwd, 'summary.md'))).toBe(false);

  const verdict = async () => {
    writeFileSync(join(cwd, 'output'), '');
    const merged = await step(cwd, 'verdict', 'Merge', values(1));
    expect(merged.code, merged.stderr).toBe(0);
    const [, code = ''] = /^exit-code=(\d)$/m.exec(readFileSync(join(cwd, 'output'), 'utf8')) ?? [];
    const decided = await step(cwd, 'verdict', 'Verdict', {
      ...values(1),
      'steps.merge.outputs.exit-code': code,
    });
    return { annotations: annotated(merged.stdout), code: decided.code, stdout: decided.stdout };
  };
  const failed = await verdict();
  expect(failed.code).toBe(1);
  expect(failed.annotations).toHaveLength(1);
  expect(failed.annotations[0]).toContain('failed auth.missing-key');
  const summaries = readFileSync(join(cwd, 'summary.md'), 'utf8').match(/^## /gm);
  expect(summaries).toHaveLength(1);
  expect(readResult(join(cwd, 'merged', 'conformance.json'))).toMatchObject({ seed: 7, shards: 2 });
  expect(readdirSync(join(cwd, 'merged'))).toEqual(
    expect.arrayContaining(['junit.xml', 'index.html']),
  );

  writeFileSync(join(cwd, 'contract', 'waivers.json'), JSON.stringify(waivers));
  expect(await verdict()).toMatchObject({ code: 0, annotations: [] });

  execFileSync('rm', ['-r', 'shards/gift-voucher-shard-2'], { cwd });
  expect(await verdict()).toMatchObject({
    code: 3,
    stdout: expect.stringContaining('Run it again'),
  });
});

test('GitHub: each exit code is a state of the check', async ({ cwd }) => {
  for (const [code, incomplete, state] of [
    ['0', 'fail', 0],
    ['1', 'pass', 1],
    ['2', 'fail', 2],
    ['2', 'pass', 0],
    ['3', 'pass', 3],
    ['', 'pass', 3],
  ] as const) {
    const values = { 'steps.merge.outputs.exit-code': code, 'inputs.incomplete': incomplete };
    const ended = await step(cwd, 'verdict', 'Verdict', values);
    expect(ended.code, `${code} ${incomplete}`).toBe(state);
  }
});

test('GitHub: the required check passes with the gate alone', async ({ cwd }) => {
  const [{ run = '' }] = caller.jobs.verdict.steps;
  for (const [GATE, code, said] of [
    ['success', 0, 'passed'],
    ['failure', 1, 'annotations and the summary'],
    ['skipped', 1, '::error title=Gift voucher API::Not judged: a pull request of a fork'],
    ['cancelled', 1, '::error title=Gift voucher API::Not judged: the gate ended as cancelled'],
    ['', 1, 'Not judged'],
  ] as const) {
    const bash = start('bash', ['-eo', 'pipefail', '-c', run], { cwd, settings: { GATE } });
    const { stdout, ...verdict } = await ended(bash);
    expect(verdict, GATE).toEqual({ code, stderr: '' });
    expect(stdout).toContain(said);
  }
});

test('GitLab: shards pass if they ran, and the merge has the verdict', async ({
  cwd,
  reference,
}) => {
  const { baseUrl, settings } = await reference(fault ? { patches: [fault.patch] } : {});
  installed(join(cwd, 'contract'));
  writeFileSync(join(cwd, 'contract', 'waivers.json'), JSON.stringify(waivers));
  const takes = pipeline['.gift-voucher'].before_script.filter(line => line.startsWith('cd '));
  expect(takes).toHaveLength(1);
  const run = (job: Job, variables: Texts): Promise<Ended> => {
    const all: Texts = { CI_PROJECT_DIR: cwd, ...variables };
    const own = Object.entries(job.variables).map(([name, text]) => [
      name,
      text.replace(/\$(\w+)/g, (_, variable: string) => all[variable] ?? ''),
    ]);
    return ended(
      start('bash', ['-eo', 'pipefail', '-c', [...takes, ...job.script].join('\n')], {
        cwd,
        settings: {
          ...all,
          ...(Object.fromEntries(own) as Texts),
          // There is no k6 here, and without exhaust nothing is probed.
          GV_K6: '',
          SUITE_FOLDER: 'contract',
        },
      }),
    );
  };
  const target = {
    GV_BASE_URL: baseUrl,
    GV_API_KEY: settings['GV_API_KEY'] ?? '',
    GV_MAX_RPS: '1000',
  };
  const shard = (CI_NODE_INDEX: string, more: Texts = {}) =>
    run(pipeline['gift-voucher-shard'], { ...target, CI_NODE_INDEX, CI_NODE_TOTAL: '2', ...more });
  expect(await shard('1', { GV_API_KEY: '' })).toMatchObject({ code: 3 });
  for (const index of ['1', '2']) expect(await shard(index)).toMatchObject({ code: 0 });
  expect(await run(pipeline['gift-voucher-verdict'], {})).toMatchObject({ code: 0 });
  expect(readFileSync(join(cwd, 'gift-voucher', 'junit.xml'), 'utf8')).toContain('type="waived"');
  execFileSync('rm', ['contract/waivers.json'], { cwd });
  expect(await run(pipeline['gift-voucher-verdict'], {})).toMatchObject({ code: 1 });
});
