import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '#test';
import { inFolder } from '../../fixtures/testing/spawned.ts';
import { requirementIds } from '../../contract/statements.ts';
import type { RequirementResult, Verdict } from '../../schemas/records/result.ts';
import { baselineFile } from '../files.ts';
import { unselected } from '../summary/requirements.ts';
import { warningsIn } from './baseline.ts';
import { conclude, decideRecorded } from './run-verdict.ts';
import { caseOf, requirement } from '../testing/samples.ts';

const one = (id: string, verdict: Verdict, reason?: string): RequirementResult =>
  requirement(id, { verdict, cases: [caseOf('all', verdict)], ...(reason && { reason }) });

/** Builds requirements that passed, except for some. */
const run = (others: Record<string, Verdict> = {}): RequirementResult[] =>
  requirementIds.map(id => one(id, others[id] ?? 'passed', others[id] && `${id} is so`));

/** Runs a function in a new folder, with a baseline or without. */
function within<T>(
  cases: readonly string[] | undefined,
  act: () => T,
  warnings?: readonly string[],
): T {
  const folder = test.info().outputPath(cases ? 'demanding' : 'bare');
  mkdirSync(folder, { recursive: true });
  if (cases) writeFileSync(join(folder, baselineFile), JSON.stringify({ cases, warnings }));
  return inFolder(folder, act);
}

/** Returns the conclusion without the requirements. */
const decide = (
  requirements: readonly RequirementResult[],
  run: Parameters<typeof conclude>[1],
) => {
  const { requirements: _, ...decided } = conclude(requirements, run);
  return decided;
};
const gate = (requirements: RequirementResult[], problems: string[] = []) =>
  within(undefined, () => decide(requirements, { profile: 'gate', problems }));

test('failed goes before error, error before not exercised', () => {
  const missing = { 'wallet.fields': 'not-exercised' } as const;
  const error = { ...missing, 'auth.reason': 'error' } as const;
  const failed = { ...error, 'service.json': 'failed' } as const;
  expect(gate(run(missing))).toEqual({
    verdict: 'incomplete',
    reasons: ['wallet.fields is demanded and was not exercised'],
  });
  expect(gate(run(error))).toEqual({
    verdict: 'error',
    reasons: ['auth.reason: auth.reason is so'],
  });
  expect(gate(run(), ['cut'])).toEqual({ verdict: 'error', reasons: ['cut'] });
  expect(gate(run(failed)).verdict).toBe('non-conformant');
  expect(gate(run(failed), ['cut'])).toMatchObject({ verdict: 'non-conformant', reasons: ['cut'] });
});

const warning = requirement('search.agrees', {
  verdict: 'warning',
  cases: [caseOf('page 1', 'warning', { doubt: 'An index may lag' }), caseOf('page 2', 'passed')],
});

test('a warning changes no verdict, unless the run is strict', () => {
  const warned = run().map(each => (each.id === warning.id ? warning : each));
  expect(gate(warned)).toEqual({ verdict: 'conformant' });
  for (const profile of ['gate', 'smoke'])
    expect(within(undefined, () => decide(warned, { profile, strict: true }))).toEqual({
      verdict: 'non-conformant',
      reasons: ['with GV_STRICT a warning counts as a failure: search.agrees / page 1'],
    });
  expect(decideRecorded([warning], {}).verdict).toBe('passed');
  expect(decideRecorded([warning], { strict: true }).verdict).toBe('non-conformant');
});

test('a gate fails for a warning that its baseline does not list', () => {
  const cases = ['search.agrees / page 1', 'search.agrees / page 2'];
  const decided = (warnings?: readonly string[]) =>
    within(cases, () => decide([warning], { profile: 'gate' }), warnings);
  const reasons = ['baseline.json does not list this warning: search.agrees / page 1'];
  for (const none of [undefined, [], ['search.agrees / page 2']])
    expect(decided(none)).toEqual({ verdict: 'non-conformant', reasons });
  for (const listed of [warningsIn([warning]), ['search.agrees']])
    expect(decided(listed)).toEqual({ verdict: 'conformant' });
});

test('without a baseline, a gate demands the key checks and the reads of catalog and wallet', () => {
  const demanded = requirementIds.filter(
    id => gate(run({ [id]: 'not-exercised' })).verdict === 'incomplete',
  );
  expect(demanded.toSorted()).toEqual([
    'auth.altered-key',
    'auth.missing-key',
    'auth.unknown-key',
    'catalog.filter-fields',
    'catalog.product-fields',
    'wallet.fields',
  ]);
});

const left = (id: string) => ({ ...one(id, 'not-exercised'), reason: unselected });

/** Builds a run that selected only these. */
const selected = (...some: readonly RequirementResult[]) =>
  requirementIds.map(id => some.find(each => each.id === id) ?? left(id));

test('a run of selected checks demands their cases, and is never conformant', () => {
  const [a, b] = [one('a', 'passed'), one('b', 'not-exercised', 'GV_X is not set')];
  const baseline = ['a', 'b', 'c'].map(id => `${id} / all`);
  const decided = (requirements: RequirementResult[]) =>
    within(baseline, () => decide(requirements, { profile: 'gate' }));
  expect(decided([a, left('b'), left('c')])).toEqual({ verdict: 'passed' });
  expect(decided([a, b, left('c')])).toEqual({
    verdict: 'incomplete',
    reasons: ['b / all is demanded and was not exercised'],
  });
});

test('a run must judge a selected check, and a selected check that never ran is demanded', () => {
  const revoked = one('auth.revoked-key', 'not-exercised', 'GV_KEY_REVOKED is not set');
  const cut = one('wallet.fields', 'not-exercised', 'it was selected, and did not run');
  for (const [some, reason] of [
    [
      [revoked],
      'nothing that was selected was judged: auth.revoked-key: GV_KEY_REVOKED is not set',
    ],
    [[], 'nothing that was selected was judged'],
    [[one('auth.missing-key', 'passed'), cut], 'wallet.fields is demanded and was not exercised'],
  ] as const)
    expect(gate(selected(...some))).toEqual({ verdict: 'incomplete', reasons: [reason] });
  expect(gate(selected(one('auth.revoked-key', 'not-applicable'))).verdict).toBe('passed');
});

test('a run is conformant if it showed the whole contract, or everything that a baseline demands', () => {
  expect(gate(run({})).verdict).toBe('conformant');
  expect(gate(run({ 'paging.page': 'not-applicable' })).verdict).toBe('conformant');
  const partial = run({ 'paging.page': 'not-exercised' });
  expect(gate(partial).verdict).toBe('passed');
  const decided = within([], () => decide(partial, { profile: 'gate' }));
  expect(decided.verdict).toBe('conformant');
});

test('a recording only needs one judged case', () => {
  const [, ...others] = requirementIds.map(id => one(id, 'not-exercised'));
  for (const [verdict, decided] of [
    ['passed', 'passed'],
    ['failed', 'non-conformant'],
    ['error', 'error'],
    ['not-exercised', 'incomplete'],
  ] as const)
    expect(decideRecorded([one('service.json', verdict), ...others], {}).verdict).toBe(decided);
});
