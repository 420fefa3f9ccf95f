/** Checks the recipes and our own CI with third-party linters. They must report nothing, except each planted mistake. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '#test';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { run, whyNoGo } from '../../load/k6/go.ts';
import { projectFile, test } from '../../fixtures/testing/spawned.ts';
import { limiter, wallet, requirement, result } from '../../reports/testing/samples.ts';
import { metrics } from '../../reports/formats/metrics.ts';
import { expectClean, expectFinding, goProgram, python } from './tools.ts';

const text = (file: string) => readFileSync(projectFile(file), 'utf8');

const gate = 'recipes/github/gate.yml';
const release = '.github/workflows/release.yml';
const workflows = [gate, '.github/workflows/ci.yml', release];
const dependabot = '.github/dependabot.yml';
const pipeline = 'recipes/gitlab/gate.gitlab-ci.yml';
const alerts = 'recipes/night/alerts.yml';
const container = 'recipes/Containerfile';
const night = 'recipes/night/night.sh';
const kubernetes = 'recipes/night/kubernetes.yaml';
const testRun = 'recipes/k6-operator/testrun.yaml';

interface Linted {
  readonly files: readonly string[];
  /** Returns the program with the arguments before the files. Skips the test if the program is not available. */
  readonly linter: () => Promise<readonly [program: string, ...args: string[]]>;
  /** Mistake that shows that the linter works. */
  readonly mistake: readonly [file: string, from: string, to: string, said: string];
}

const bySchema = (...args: string[]): Linted['linter'] => {
  return async () => [(await python())('check-jsonschema'), '--builtin-schema', ...args];
};

const linted: Readonly<Record<string, Linted>> = {
  'the scripts, by ShellCheck': {
    files: [night, 'recipes/partner/verify.sh'],
    linter: async () => [(await python())('shellcheck')],
    mistake: [night, '"$json" "$log"', '$json "$log"', 'SC2086'],
  },
  'the container, by hadolint': {
    files: [container],
    linter: async () => [(await python())('hadolint')],
    mistake: [container, 'WORKDIR /suite', 'WORKDIR suite', 'DL3000'],
  },
  'the alerts, by the reader of Prometheus': {
    files: [alerts],
    linter: async () => [await goProgram('rules', '.')],
    mistake: [alerts, 'time() -', 'time( -', 'could not parse expression'],
  },
  'the workflows, by actionlint with ShellCheck': {
    files: workflows,
    linter: async () => [
      await goProgram('actionlint', 'github.com/rhysd/actionlint/cmd/actionlint'),
      '-no-color',
      '-shellcheck',
      (await python())('shellcheck'),
    ],
    mistake: [release, '"$TAG" --verify-tag', '$TAG --verify-tag', 'SC2086'],
  },
  'the workflows, by the schema of GitHub': {
    files: workflows,
    linter: bySchema('vendor.github-workflows'),
    mistake: [gate, 'if: always()', 'when: always()', 'when'],
  },
  'the updates of dependencies, by the schema of GitHub': {
    files: [dependabot],
    linter: bySchema('vendor.dependabot'),
    mistake: [dependabot, 'interval: weekly', 'interval: often', 'often'],
  },
  'the pipeline, by the schema of GitLab': {
    files: [pipeline],
    linter: bySchema('vendor.gitlab-ci', '--data-transform', 'gitlab-ci'),
    mistake: [pipeline, 'when: always', 'when: ever', 'when'],
  },
  'the manifests of Kubernetes, by its schemas': {
    files: [kubernetes],
    linter: async () => [(await python())('kubernetes-validate'), '--strict'],
    mistake: [kubernetes, 'concurrencyPolicy', 'concurencyPolicy', 'concurencyPolicy'],
  },
};

for (const [what, { files, linter, mistake }] of Object.entries(linted))
  test(what, async ({ cwd }) => {
    const command = await linter();
    await expectClean(...command, ...files.map(projectFile));
    const [file, from, to, said] = mistake;
    expect(text(file)).toContain(from);
    const copy = join(cwd, file);
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, text(file).replace(from, to));
    await expectFinding(said, ...command, copy);
  });

test('the queries of the dashboard, by the reader of Prometheus', async ({ cwd }) => {
  const { panels } = JSON.parse(text('recipes/night/grafana.json')) as {
    panels: readonly { targets: readonly { expr: string }[] }[];
  };
  const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const rules = queries.map((expr, at) => ({ record: `query_${at}`, expr }));
  const copy = join(cwd, 'queries.yml');
  writeFileSync(copy, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  await expectClean(await goProgram('rules', '.'), copy);
});

/** Reads a metrics file in both formats, which must agree. */
const readMetrics = `
import sys, prometheus_client.parser as older, prometheus_client.openmetrics.parser as newer
text = open(sys.argv[1]).read()
read = [sorted((s.name, tuple(sorted(s.labels.items())), s.value) for f in each(text) for s in f.samples)
        for each in (older.text_string_to_metric_families, newer.text_string_to_metric_families)]
assert read[0] == read[1], 'they differ'
`;

test('the metrics, by the parsers of OpenMetrics and of the older format', async ({ cwd }) => {
  const program = (await python())('python');
  const file = join(cwd, 'metrics.prom');
  const written = metrics(
    result({
      target: { ...result({}).target, baseUrl: 'a "b" \\ {c="d"}\n# EOF\n' },
      requirements: [requirement('wallet.fields', { verdict: 'passed' })],
      limiters: [limiter(60)],
      exchanges: wallet(10, [{ balance: 1 }]),
      spend: { GBP: 1 },
    }),
  );
  writeFileSync(file, written);
  await expectClean(program, '-c', readMetrics, file);
  writeFileSync(file, written.replace('# EOF\n', ''));
  await expectFinding('Missing # EOF', program, '-c', readMetrics, file);
});

test('the units, by systemd', async ({ cwd }) => {
  test.skip(!(await run('systemd-analyze', ['--version'])).ok, 'there is no systemd-analyze');
  const name = 'gift-voucher-night.service';
  const [service, timer] = [join(cwd, name), join(cwd, 'gift-voucher-night.timer')];
  const metricsFile = join(cwd, `${name}.d`, 'metrics.conf');
  // The linter looks for the program.
  const here = text(`recipes/night/${name}`).replaceAll(
    '/opt/gift-voucher/node_modules/gift-voucher-conformance/',
    projectFile('.'),
  );
  writeFileSync(service, here);
  copyFileSync(projectFile('recipes/night/gift-voucher-night.timer'), timer);
  mkdirSync(dirname(metricsFile));
  const own = text('recipes/night/metrics.conf');
  writeFileSync(metricsFile, own);
  const verify = () => run('systemd-analyze', ['verify', service, timer]);
  expect(await verify()).toEqual({ ok: true, output: '' });
  writeFileSync(metricsFile, own.replace('ReadWritePaths', 'ReadWritePath'));
  expect((await verify()).output).toContain('ReadWritePath');
});

test('every manifest is linted here', () => {
  const manifests = readdirSync(projectFile('recipes'), { recursive: true, encoding: 'utf8' })
    .map(file => join('recipes', file))
    .filter(file => /\.ya?ml$/.test(file) && /^apiVersion:/m.test(text(file)));
  expect(manifests.toSorted()).toEqual([testRun, kubernetes]);
  expect(parseAllDocuments(text(testRun))).toHaveLength(1);
});

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Closes a schema, because the API server silently drops unknown fields. Here they are errors. */
function close(schema: unknown): void {
  if (!isNode(schema)) return;
  if (isNode(schema['properties'])) schema['additionalProperties'] ??= false;
  for (const each of Object.values(schema)) close(each);
}

/** Returns a function that validates a TestRun against the CRD in the operator's Go module. */
async function crdErrors(): Promise<(testRun: string) => string> {
  const download = ['mod', 'download', '-json', 'github.com/grafana/k6-operator'];
  const { ok, output } = await run('go', download, {
    cwd: projectFile('recipes/k6-operator'),
    env: process.env,
  });
  expect(ok, output).toBe(true);
  const { Dir } = JSON.parse(output) as { Dir: string };
  const crd = parse(readFileSync(join(Dir, 'config/crd/bases/k6.io_testruns.yaml'), 'utf8')) as {
    spec: { versions: { name: string; schema: { openAPIV3Schema: Node } }[] };
  };
  const schema = crd.spec.versions.find(({ name }) => name === 'v1alpha1')?.schema.openAPIV3Schema;
  close(schema);
  const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(
    schema ?? {},
  );
  return testRun => {
    validate(parse(testRun));
    return (validate.errors ?? [])
      .map(({ message, params }) => `${message} ${JSON.stringify(params)}`)
      .join('\n');
  };
}

test('the manifest of the operator, by its schema', async () => {
  test.skip((await whyNoGo()) !== undefined, 'needs Go to fetch the schema of the operator');
  const errorsIn = await crdErrors();
  expect(errorsIn(text(testRun))).toBe('');
  for (const [from, to, said] of [
    [/parallelism:/, 'paralelism:', '"paralelism"'],
    [/parallelism: \d/, 'parallelism: four', 'must be integer'],
    [/secretKeyRef/, 'secretRef', '"secretRef"'],
    [/^ +file: /m, '      path: ', '"path"'],
    [/disabled: true/, 'disabled: "yes"', 'must be boolean'],
  ] as const)
    expect(errorsIn(text(testRun).replace(from, to))).toContain(said);
});
