/** The operator accepts the manifests, and an archive of our scripts runs with their variables. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { expect, test as base } from '#test';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { hasGo, run } from '../../load/k6/go.ts';
import { ownK6 } from '../../load/k6/testing.ts';
import { startReference } from '../../reference/server.ts';
import { listening } from '../../fixtures/testing/loopback.ts';
import type { TrafficSummary } from '../../schemas/records/traffic.ts';

/** @throws Error with what was printed, where it does not end with 0. */
const execute = promisify(execFile);

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** The API server drops fields that a structural schema does not know: here they are errors. */
function close(schema: unknown): void {
  if (!isNode(schema)) return;
  if (isNode(schema['properties'])) schema['additionalProperties'] ??= false;
  for (const each of Object.values(schema)) close(each);
}

interface TestRun {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly parallelism: unknown;
    readonly arguments: string;
    readonly script: { readonly configMap: { readonly name: string; readonly file: string } };
    readonly runner: {
      readonly env: readonly {
        readonly name: string;
        readonly value?: string;
        readonly valueFrom?: object;
      }[];
    };
  };
}

const read = (file: string) => readFileSync(path(file), 'utf8');
const manifest = (file: string) => parse(read(file)) as TestRun;

/** @returns what is wrong with a manifest, by the CRD of the pinned operator. */
async function crdErrors(): Promise<(testRun: unknown) => string[]> {
  const { ok, output } = await run(
    'go',
    ['mod', 'download', '-json', 'github.com/grafana/k6-operator'],
    { cwd: path('.') },
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

const test = base.extend<{ folder: string; k6: string }>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'gv-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  k6: async ({}, use) => {
    await use(await ownK6());
  },
});

test('the manifests are valid by the schema of the operator, and planted mistakes are not', async () => {
  test.skip(!(await hasGo()), 'there is no Go to fetch the schema of the operator with');
  const errors = await crdErrors();
  for (const file of ['testrun.yaml', 'limiters.yaml']) {
    expect(errors(manifest(file)), file).toEqual([]);
    const planted = (from: string, to: string) =>
      errors(parse(read(file).replace(new RegExp(from, 'm'), to))).join('\n');
    expect(planted('parallelism:', 'paralelism:')).toContain('"paralelism"');
    expect(planted('parallelism: \\d', 'parallelism: four')).toContain('must be integer');
    expect(planted('secretKeyRef', 'secretRef')).toContain('"secretRef"');
    expect(planted('^ +file: ', '      path: ')).toContain('"path"');
    expect(planted('disabled: true', 'disabled: "yes"')).toContain('must be boolean');
  }
});

test('keys come from secrets, and only the load is shared by several machines', () => {
  for (const [file, machines] of [
    ['testrun.yaml', 4],
    ['limiters.yaml', 1],
  ] as const) {
    const { spec } = manifest(file);
    expect(spec.parallelism).toBe(machines);
    const keys = spec.runner.env.filter(({ name }) => name.endsWith('_KEY'));
    expect(keys.length).toBeGreaterThan(0);
    for (const { name, value, valueFrom } of keys) {
      expect(value, name).toBeUndefined();
      expect(Object.keys(valueFrom ?? {})).toEqual(['secretKeyRef']);
    }
  }
});

const second = { limit: 30, windowSeconds: 1 };

/** Stores the script with its options, runs it with the variables of the manifest, and returns what it left in GV_OUT. */
async function runArchive(options: {
  k6: string;
  file: string;
  script: 'traffic' | 'limiters';
  folder: string;
  settings: Readonly<Record<string, string>>;
  /** Arguments of each machine. */
  machines: readonly (readonly string[])[];
}): Promise<string[]> {
  const { k6, file, script, folder, settings, machines } = options;
  const limits = { catalog: second, webhooks: second, wallet: second };
  const reference = await startReference({ limits });
  const { spec } = manifest(file);
  const archive = join(folder, spec.script.configMap.file);
  const key = reference.settings['GV_API_KEY'] ?? '';
  const env = {
    ...Object.fromEntries(spec.runner.env.map(({ name, value = '' }) => [name, value])),
    ...settings,
    GV_BASE_URL: reference.baseUrl,
    GV_API_KEY: key,
  };
  const make = ['archive', '--include-system-env-vars', '--exclude-env-vars', '-O', archive];
  await execute(k6, [...make, path(`../../load/${script}.ts`)], { env });
  expect(statSync(archive).size).toBeLessThan(2 ** 20);
  expect(readFileSync(archive, 'latin1')).not.toContain(key);
  const given = ['run', '--quiet', '--address=', ...spec.arguments.split(' '), archive];
  const left = await Promise.all(
    machines.map(async (args, at) => {
      const out = join(folder, String(at));
      mkdirSync(out);
      await execute(k6, [...given, ...args], { env: { ...env, GV_OUT: out } });
      return readFileSync(join(out, `${script}.json`), 'utf8');
    }),
  );
  await reference.close();
  return left;
}

test('four machines put on one load, and each writes its times to Prometheus as a histogram', async ({
  folder,
  k6,
}) => {
  const written: string[] = [];
  const prometheus = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      written.push(Buffer.concat(parts).toString('latin1'));
      response.writeHead(204).end();
    });
  });
  const address = await listening(prometheus);
  const left = await runArchive({
    k6,
    file: 'testrun.yaml',
    script: 'traffic',
    folder,
    settings: {
      GV_LOAD_PROFILE: 'smoke',
      GV_LOAD_DURATION: '8',
      K6_PROMETHEUS_RW_SERVER_URL: `http://${address}/api/v1/write`,
    },
    machines: [1, 2, 3, 4].map(at => [
      `--tag=instance_id=machine-${at}`,
      `--execution-segment=${at - 1}/4:${at}/4`,
      '--execution-segment-sequence=0,1/4,2/4,3/4,1',
    ]),
  });
  prometheus.close();
  const requests = left.map(text => (JSON.parse(text) as TrafficSummary).requests);
  // Two a second, for eight seconds.
  expect(requests.map(({ sent, dropped, skipped }) => sent + dropped + skipped)).toEqual([
    4, 4, 4, 4,
  ]);
  for (const at of [1, 2, 3, 4]) {
    const ofMachine = written.filter(each => each.includes(`machine-${at}`)).join();
    // Gauges of a percentile have its name instead of the unit.
    expect(ofMachine, `machine ${at}`).toContain('_seconds');
    expect(ofMachine, `machine ${at}`).not.toContain('_p99');
  }
});

test('an archive of the limiter probes runs with the variables of limiters.yaml', async ({
  folder,
  k6,
}) => {
  const [left = ''] = await runArchive({
    k6,
    file: 'limiters.yaml',
    script: 'limiters',
    folder,
    settings: { GV_PROBE: 'wallet', GV_PROBE_MAX_WAIT: '3' },
    machines: [[]],
  });
  const measured = expect.objectContaining({ name: 'wallet', findings: expect.anything() });
  expect(JSON.parse(left)).toContainEqual(measured);
});
