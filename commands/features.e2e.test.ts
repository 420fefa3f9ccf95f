/** Tests that each case of a run belongs to the feature that lists it, and that the name of the case decides nothing. */
import { expect, test } from '#test';
import { type StatementId, statements } from '../contract/statements.ts';
import { casesFolder } from '../reports/certificate/demands.ts';
import { readJsonFile } from '../harness/output/files.ts';
import { featureOf, type Demands, core, featureNames } from '../schemas/features/features.ts';
import type { CaseResult } from '../schemas/records/result.ts';
import { judgeContract, startHost } from '../selftest/matrix/host.ts';

// In one worker, so that the checks run once.
test.describe.configure({ mode: 'default' });

interface Named extends CaseResult {
  readonly requirement: string;
  /** Returns the name of a case in the lists of the features. */
  readonly name: string;
}

let cases: readonly Named[];
test.beforeAll(async () => {
  const host = await startHost();
  const { outcomes } = await judgeContract(host, { id: 'plain', patches: [], limiters: false });
  await host.close();
  cases = outcomes.flatMap(outcome =>
    outcome.cases.map(one => ({
      ...one,
      requirement: outcome.id,
      name: `${outcome.id} / ${one.id}`,
    })),
  );
});

const listed = new Map<string, string>(
  [core, ...featureNames].flatMap(part => {
    const { demanded, optional } = readJsonFile(`${casesFolder}${part}.json`) as Demands;
    return [demanded, optional].flatMap(demands =>
      Object.entries(demands).flatMap(([id, names]) =>
        names.map(name => [`${id} / ${name}`, part] as const),
      ),
    );
  }),
);

test('every case belongs to the feature that lists it, under any name', () => {
  const known = cases.filter(({ name }) => listed.has(name));
  expect(known.length).toBeGreaterThan(1400);
  const elsewhere = known.filter(({ requirement, name, ...one }) => {
    const renamed = { ...one, id: 'x' };
    const { feature } = statements[requirement as StatementId];
    return featureOf(requirement, renamed, feature) !== listed.get(name);
  });
  expect(elsewhere.map(({ name }) => name)).toEqual([]);
});

test('no two cases of a requirement have the same name', () => {
  const names = cases.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
