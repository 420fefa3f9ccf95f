/** Runs an archive of our scripts with the variables of the manifests. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '#test';
import { projectFile, test } from '../../fixtures/testing/spawned.ts';
import { parse } from 'yaml';
import { ownK6 } from '../../load/k6/testing.ts';
import { startReference } from '../../reference/server.ts';
import type { TrafficSummary } from '../../schemas/records/traffic.ts';

/** @throws Error with the output if the exit code is not 0. */
const execute = promisify(execFile);

interface TestRun {
  readonly spec: {
    readonly parallelism: unknown;
    readonly arguments: string;
    readonly script: { readonly configMap: { readonly file: string } };
    readonly runner: {
      readonly env: readonly {
        readonly name: string;
        readonly value?: string;
        readonly valueFrom?: object;
      }[];
    };
  };
}

const { spec } = parse(
  readFileSync(projectFile('recipes/k6-operator/testrun.yaml'), 'utf8'),
) as TestRun;

test('keys come from secrets', () => {
  expect(spec.parallelism).toBe(4);
  const keys = spec.runner.env.filter(({ name }) => name.endsWith('_KEY'));
  expect(keys.length).toBeGreaterThan(0);
  for (const { name, value, valueFrom } of keys) {
    expect(value, name).toBeUndefined();
    expect(Object.keys(valueFrom ?? {})).toEqual(['secretKeyRef']);
  }
});

const second = { limit: 30, windowSeconds: 1 };

/**
 * Archives the script with its options, and runs the archive with the variables of the manifest.
 *
 * @param machines Arguments for each machine.
 * @returns the files in GV_OUT.
 */
async function runArchive(
  folder: string,
  settings: Readonly<Record<string, string>>,
  machines: readonly (readonly string[])[],
): Promise<string[]> {
  const k6 = await ownK6();
  const limits = { catalog: second, webhooks: second, wallet: second };
  const reference = await startReference({ limits });
  const archive = join(folder, spec.script.configMap.file);
  const key = reference.settings['GV_API_KEY'] ?? '';
  const env = {
    ...Object.fromEntries(spec.runner.env.map(({ name, value = '' }) => [name, value])),
    ...settings,
    GV_BASE_URL: reference.baseUrl,
    GV_API_KEY: key,
  };
  const make = ['archive', '--include-system-env-vars', '--exclude-env-vars', '-O', archive];
  await execute(k6, [...make, projectFile('load/traffic.ts')], { env });
  expect(statSync(archive).size).toBeLessThan(2 ** 20);
  expect(readFileSync(archive, 'latin1')).not.toContain(key);
  const given = ['run', '--quiet', '--address=', ...spec.arguments.split(' '), archive];
  const left = await Promise.all(
    machines.map(async (args, at) => {
      const out = join(folder, String(at));
      mkdirSync(out);
      await execute(k6, [...given, ...args], { env: { ...env, GV_OUT: out } });
      return readFileSync(join(out, 'traffic.json'), 'utf8');
    }),
  );
  await reference.close();
  return left;
}

test('four machines generate one load, each with its histograms', async ({ cwd, serving }) => {
  const written: string[] = [];
  const address = await serving((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      written.push(Buffer.concat(parts).toString('latin1'));
      response.writeHead(204).end();
    });
  });
  const left = await runArchive(
    cwd,
    {
      // kubectl keeps the quotes of an env file.
      GV_LOAD_PROFILE: "'smoke'",
      GV_LOAD_DURATION: '8',
      K6_PROMETHEUS_RW_SERVER_URL: `http://${address}/api/v1/write`,
    },
    [1, 2, 3, 4].map(at => [
      `--tag=instance_id=machine-${at}`,
      `--execution-segment=${at - 1}/4:${at}/4`,
      '--execution-segment-sequence=0,1/4,2/4,3/4,1',
    ]),
  );
  const requests = left.map(text => (JSON.parse(text) as TrafficSummary).requests);
  // Two per second for eight seconds, a quarter on each machine. A busy machine may start the last one after the end.
  const shares = requests.map(({ sent, dropped, skipped }) => sent + dropped + skipped);
  expect(Math.max(...shares)).toBeLessThanOrEqual(4);
  expect(Math.min(...shares)).toBeGreaterThan(0);
  for (const at of [1, 2, 3, 4]) {
    const ofMachine = written.filter(each => each.includes(`machine-${at}`)).join();
    // Percentile gauges end with the percentile instead of the unit.
    expect(ofMachine, `machine ${at}`).toContain('_seconds');
    expect(ofMachine, `machine ${at}`).not.toContain('_p99');
  }
});
