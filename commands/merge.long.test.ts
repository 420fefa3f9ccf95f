import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { faults } from '../reference/faults/index.ts';
import { readJson } from '../reports/files.ts';
import {
  resultSchema,
  type ConformanceResult,
  type RequirementResult,
} from '../schemas/records/result.ts';
import { routes } from '../schemas/routes.ts';
import { command, everythingAllowed, test, type Run } from '../fixtures/testing/spawned.ts';
import { everythingIn } from '../fixtures/testing/left-files.ts';

/** `./gv merge` over the folders of these runs. */
async function merge(cwd: string, runs: readonly Run[]): Promise<Run> {
  const out = join(cwd, 'merged');
  const folders = runs.map(each => each.out);
  const run = await command('merge', folders, { cwd, settings: { GV_OUT: out } });
  const result = readJson(join(out, 'conformance.json')) as ConformanceResult | undefined;
  return { ...run, out, result };
}

/** `--shard` of each of several machines. */
const each = (total: number) =>
  Array.from({ length: total }, (_, at) => `--shard=${at + 1}/${total}`);

const judged = ({ result }: Run): readonly RequirementResult[] =>
  (result?.requirements ?? []).filter(({ cases }) => cases.length > 0);

const isOfLimiters = ({ id }: RequirementResult) => id.startsWith('limits.');

const verdictsOnContract = (run: Run) =>
  Object.fromEntries(
    judged(run)
      .filter(each => !isOfLimiters(each))
      .map(({ id, verdict }) => [id, verdict]),
  );

/** Budget enough for the first of four to do what it does alone. */
const roomy = { ...everythingAllowed, GV_MAX_REQUESTS: '8000' };

function expectValid(...runs: readonly Run[]): void {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats.default(ajv);
  for (const { result } of runs) {
    ajv.validate(resultSchema, result);
    expect(ajv.errors ?? []).toEqual([]);
  }
}

test('four machines reach the verdicts of one, each requirement is judged once, and only one does more than read', async ({
  cwd,
  reference,
  conformance,
}) => {
  const { settings } = await reference();
  const whole = await conformance({ ...settings, ...roomy }, '--project=contract');
  const parts = await Promise.all(
    each(4).map(shard => conformance({ ...settings, ...roomy }, shard)),
  );
  for (const part of parts) expect(part.code, part.stdout).toBe(0);
  const merged = await merge(cwd, parts);
  expect(merged.code, merged.stdout).toBe(0);
  expect(verdictsOnContract(merged)).toEqual(verdictsOnContract(whole));
  const ofLimiters = merged.result?.requirements.filter(isOfLimiters) ?? [];
  expect(judged(merged).filter(isOfLimiters)).toEqual(ofLimiters);
  expect(merged.result?.shards).toBe(4);
  // Conformant, where all limiters could be measured.
  expect(['conformant', 'passed']).toContain(merged.result?.verdict);
  expect(parts.map(({ result }) => result?.shard?.current)).toEqual([1, 2, 3, 4]);
  expectValid(merged, ...parts);

  const ids = parts.flatMap(part => judged(part).map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  expect(parts.every(part => judged(part).length > 0)).toBe(true);

  const reads: readonly string[] = routes.all
    .filter(({ effect }) => effect === 'read')
    .map(({ id }) => id);
  for (const { result } of parts.slice(1)) {
    expect(result?.spend).toEqual({});
    expect(Object.values(result?.exchanges ?? {}).filter(x => !reads.includes(x.route))).toEqual(
      [],
    );
  }

  const { exchanges = {}, requirements = [], requests, spend } = merged.result ?? {};
  const sum = (pick: (run: Run) => number | undefined) =>
    parts.reduce((total, part) => total + (pick(part) ?? 0), 0);
  expect(requests?.sent).toBe(sum(({ result }) => result?.requests.sent));
  expect(spend).toEqual(parts[0]?.result?.spend);
  // A part has all that it sent; the whole has what is evidence, and is not judged again.
  for (const id of Object.keys(exchanges)) {
    const [shard, own = ''] = id.split('-');
    expect(parts[Number(shard) - 1]?.result?.exchanges, id).toHaveProperty(own);
  }
  expect(merged.result).not.toHaveProperty('replay');
  const evidence = requirements.flatMap(({ cases }) => cases.flatMap(one => one.evidence));
  expect(evidence.filter(id => !(id in exchanges))).toEqual([]);

  const texts = everythingIn(merged.out);
  const cases = texts.get(join(merged.out, 'junit.xml'))?.split('<testcase ').length ?? 0;
  expect(cases - 1).toBe(requirements.length);
  const html = [...texts].filter(([file]) => file.includes('index.html!')).map(([, text]) => text);
  for (const id of ['auth.missing-key', 'tools.fields', 'wallet.fields'])
    expect(
      html.some(text => text.includes(id)),
      id,
    ).toBe(true);
});

test('a shard without its blob report is reported and ends with 3', async ({
  cwd,
  conformance,
}) => {
  const parts = [];
  for (const shard of each(2))
    parts.push(await conformance({}, shard, '--grep=auth.missing|tools.'));
  expect(parts.map(({ code }) => code)).toEqual([0, 0]);
  rmSync(join(parts[1]?.out ?? '', 'blob'), { recursive: true });
  const merged = await merge(cwd, parts);
  expect(merged.code, merged.stdout).toBe(3);
  expect(merged.stdout).toContain('shard 2 of 2 has no blob report');
  expect(merged.result?.verdict).toBe('error');
  const requirement = (id: string) => merged.result?.requirements.find(one => one.id === id);
  expect(requirement('auth.missing-key')?.verdict).toBe('passed');
  expect(requirement('tools.fields')).toMatchObject({
    verdict: 'not-exercised',
    reason: 'not judged by any of the merged shards',
  });
  expectValid(merged);
});

test('a failure on one machine fails the whole, even if another had nothing to do', async ({
  cwd,
  reference,
  conformance,
}) => {
  const fault = faults.find(({ id }) => id === 'field-wallet-balance-of-another-type');
  const { settings } = await reference({ patches: fault ? [fault.patch] : [] });
  const parts = [];
  for (const shard of each(3))
    parts.push(await conformance(settings, shard, '--grep=wallet.fields'));
  expect(parts.map(({ code }) => code)).toEqual([0, 1, 0]);
  const merged = await merge(cwd, parts);
  expect(merged.code, merged.stdout).toBe(1);
  expect(merged.stdout).toContain('failed wallet.fields');
  expect(readFileSync(join(merged.out, 'junit.xml'), 'utf8')).toMatch(/ failures="1"/);
});

test('a shard that could not start is reported and ends with 3', async ({
  cwd,
  reference,
  conformance,
}) => {
  const { settings, close } = await reference();
  const first = await conformance(settings, '--shard=1/2', '--grep=auth.missing');
  await close();
  const second = await conformance(settings, '--shard=2/2', '--grep=tools.');
  expect(second.code).toBe(3);
  const merged = await merge(cwd, [first, second]);
  expect(merged.code, merged.stdout).toBe(3);
  expect(merged.stdout).toContain('does not answer');
});

test('merging nothing is an error', async ({ cwd }) => {
  const { code, stderr } = await command('merge', [], { cwd });
  expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining('folders') });
  const gone = await command('merge', ['nowhere'], { cwd });
  expect(gone).toMatchObject({ code: 3, stderr: expect.stringContaining('do not exist: nowhere') });
  const same = await command('merge', [cwd], { cwd, settings: { GV_OUT: cwd } });
  expect(same).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('one of the given folders'),
  });
});
