/** Tests that a gate with the baseline of an early gate does not miss what the purchases of later gates push out of sight. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '#test';
import { requirementIds } from '../contract/statements.ts';
import { inFolder } from '../fixtures/testing/spawned.ts';
import { baselineFile } from '../reports/files.ts';
import { makeBaseline } from '../reports/result/baseline.ts';
import { conclude } from '../reports/result/run-verdict.ts';
import { onRules } from '../reference/patches.ts';
import type { Patch } from '../reference/types.ts';
import { requirement, result } from '../reports/testing/samples.ts';
import type { RequirementResult } from '../schemas/records/result.ts';
import { judgeContract, startHost, type Host, type Subject } from './matrix/host.ts';
import { ofTwoKeys, subjectNamed } from './matrix/subjects.ts';
import { startVirtualTime } from './matrix/virtual-time.ts';

// In one worker, so that the host starts once.
test.describe.configure({ mode: 'default' });

let host: Host;
test.beforeAll(async () => {
  host = await startHost(startVirtualTime());
});
test.afterAll(() => host.close());

/** Returns what a run shows. The limiters are not probed. */
async function requirementsOf(subject: Subject): Promise<RequirementResult[]> {
  const { outcomes } = await judgeContract(host, subject);
  return outcomes.flatMap(({ id, verdict, cases }) =>
    requirementIds.some(each => each === id) ? [requirement(id, { verdict, cases })] : [],
  );
}

/** Lists transactions oldest first, also those of the run. */
const oldestFirst = onRules(({ paging: { ledger } }) => {
  const { slice } = ledger;
  ledger.slice = (items, page, limit) => slice(items.toReversed(), page, limit);
});

const variant = 'account-of-many-gates';

const rows: readonly (readonly [what: string, id: string, patches: readonly Patch[]])[] = [
  ['all settings', variant, []],
  ['two keys', ofTwoKeys(variant), []],
  ['two keys, and a ledger that is oldest first', ofTwoKeys(variant), [oldestFirst]],
];

for (const [what, id, patches] of rows)
  test(`the baseline of the first gate holds with ${what}`, async () => {
    const subject = subjectNamed(id);
    const first = await requirementsOf({ ...subject, id: 'plain', patches });
    const later = await requirementsOf({ ...subject, patches: [...subject.patches, ...patches] });
    const folder = test.info().outputPath('gate');
    mkdirSync(folder, { recursive: true });
    const { verdict, reasons } = inFolder(folder, () => {
      const baseline = makeBaseline(result({ requirements: first }));
      writeFileSync(join(folder, baselineFile), JSON.stringify(baseline));
      return conclude(later, { profile: 'gate' });
    });
    expect({ verdict, reasons }).toEqual({ verdict: 'conformant', reasons: undefined });
  });
