/** The manifests of all recipes: by the schemas of Kubernetes, and TestRuns by that of the pinned k6-operator. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { hasGo, run } from '../../load/k6/k6.ts';
import { projectFile, test } from '../../fixtures/testing/spawned.ts';
import { expectClean, expectFinding, python } from './tools.ts';

const read = (file: string) => readFileSync(projectFile(file), 'utf8');

const manifests = readdirSync(projectFile('recipes'), { recursive: true, encoding: 'utf8' })
  .filter(file => /\.ya?ml$/.test(file))
  .map(file => join('recipes', file))
  .filter(file => /^apiVersion:/m.test(read(file)));
const isTestRun = (file: string) => /^kind: TestRun$/m.test(read(file));

test('each manifest is of Kubernetes or of the operator, and belongs to one of the tests below', () => {
  expect(manifests.filter(file => !isTestRun(file))).toEqual(['recipes/night/kubernetes.yaml']);
  expect(manifests.filter(isTestRun).toSorted()).toEqual([
    'recipes/k6-operator/limiters.yaml',
    'recipes/k6-operator/testrun.yaml',
  ]);
  for (const file of manifests.filter(isTestRun))
    expect(parseAllDocuments(read(file)), file).toHaveLength(1);
});

test('those of Kubernetes, by its schemas', async ({ cwd }) => {
  const validate = (await python())('kubernetes-validate');
  const files = manifests.filter(file => !isTestRun(file));
  await expectClean(validate, '--strict', ...files.map(projectFile));
  for (const [from, to, finding] of [
    ['concurrencyPolicy', 'concurencyPolicy', 'concurencyPolicy'],
    ['backoffLimit: 0', 'backoffLimit: none', 'none'],
    ['claimName: ', 'claim: ', "'claim"],
    ['- ReadWriteOnce', '{}', 'accessModes'],
  ] as const) {
    const text = read('recipes/night/kubernetes.yaml');
    expect(text).toContain(from);
    const wrong = join(cwd, 'wrong.yaml');
    writeFileSync(wrong, text.replace(from, to));
    await expectFinding(finding, validate, '--strict', wrong);
  }
});

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** The API server drops fields that a structural schema does not know: here they are errors. */
function close(schema: unknown): void {
  if (!isNode(schema)) return;
  if (isNode(schema['properties'])) schema['additionalProperties'] ??= false;
  for (const each of Object.values(schema)) close(each);
}

/** Returns a function that finds what is wrong with a TestRun, by the CRD in the Go module of the operator. */
async function crdErrors(): Promise<(testRun: unknown) => string[]> {
  const { ok, output } = await run(
    'go',
    ['mod', 'download', '-json', 'github.com/grafana/k6-operator'],
    { cwd: projectFile('recipes/k6-operator') },
  );
  expect(ok, output).toBe(true);
  const { Dir } = JSON.parse(output) as { Dir: string };
  const crd = parse(readFileSync(join(Dir, 'config/crd/bases/k6.io_testruns.yaml'), 'utf8')) as {
    spec: { versions: { name: string; schema: { openAPIV3Schema: Node } }[] };
  };
  const schema = crd.spec.versions.find(({ name }) => name === 'v1alpha1')?.schema.openAPIV3Schema;
  close(schema);
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  const validate = ajv.compile(schema ?? {});
  return testRun => {
    validate(testRun);
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}

test('those of the operator, by its schema', async () => {
  test.skip(!(await hasGo()), 'there is no Go to fetch the schema of the operator with');
  const errors = await crdErrors();
  for (const file of manifests.filter(isTestRun)) {
    expect(errors(parse(read(file))), file).toEqual([]);
    const planted = (from: string, to: string) =>
      errors(parse(read(file).replace(new RegExp(from, 'm'), to))).join('\n');
    expect(planted('parallelism:', 'paralelism:')).toContain('"paralelism"');
    expect(planted('parallelism: \\d', 'parallelism: four')).toContain('must be integer');
    expect(planted('secretKeyRef', 'secretRef')).toContain('"secretRef"');
    expect(planted('^ +file: ', '      path: ')).toContain('"path"');
    expect(planted('disabled: true', 'disabled: "yes"')).toContain('must be boolean');
  }
});
