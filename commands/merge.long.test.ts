import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { readResult } from '../reports/files.ts';
import type { RequirementResult } from '../schemas/records/result.ts';
import { routes } from '../schemas/routes.ts';
import { command, everythingAllowed, test, type Run } from '../fixtures/testing/spawned.ts';
import { everythingIn } from '../fixtures/testing/left-files.ts';

/** Runs `./gv merge` on the folders of these runs, and returns its result, which must match the schema. */
async function merge(cwd: string, runs: readonly Run[]): Promise<Run> {
  const out = join(cwd, 'merged');
  const folders = runs.map(each => each.out);
  const run = await command('merge', folders, { cwd, settings: { GV_OUT: out } });
  return { ...run, out, result: readResult(join(out, 'conformance.json')) };
}

/** Returns the `--shard` option of each machine. */
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

/** Gives the first of four shards enough budget for the writes that only it does. */
const roomy = { ...everythingAllowed, GV_MAX_REQUESTS: '8000' };

test('four machines reach the verdicts of one', async ({ cwd, reference, conformance }) => {
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
  // Conformant, if all limiters could be measured.
  expect(['conformant', 'passed']).toContain(merged.result?.verdict);
  expect(parts.map(({ result }) => result?.shard?.current)).toEqual([1, 2, 3, 4]);

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
  // A shard has all its exchanges. The merged result has only the evidence, and cannot be replayed.
  for (const id of Object.keys(exchanges)) {
    const [shard, own = ''] = id.split('-');
    expect(parts[Number(shard) - 1]?.result?.exchanges, id).toHaveProperty(own);
  }
  expect(merged.result).not.toHaveProperty('replay');
  const evidence = requirements.flatMap(({ cases }) => cases.flatMap(one => one.evidence));
  expect(evidence.filter(id => !(id in exchanges))).toEqual([]);

  const junit = readFileSync(join(merged.out, 'junit.xml'), 'utf8');
  expect(junit.split('<testcase ')).toHaveLength(requirements.length + 1);
  const html = [...everythingIn(merged.out)].filter(([file]) => file.includes('index.html!'));
  for (const id of ['auth.missing-key', 'tools.fields', 'wallet.fields'])
    expect(html.filter(([, text]) => text.includes(id)).length, id).toBeGreaterThan(0);
});
