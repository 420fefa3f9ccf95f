import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '#test';
import { inFolder } from '../../fixtures/testing/spawned.ts';
import { requirementIds } from '../../contract/statements.ts';
import type { RequirementResult, Verdict } from '../../schemas/records/result.ts';
import { baselineFile } from '../files.ts';
import { unselected } from '../summary/requirements.ts';
import { conclude, decideRecorded } from './run-verdict.ts';
import { caseOf, requirement } from '../testing/samples.ts';

const one = (id: string, verdict: Verdict, reason?: string): RequirementResult =>
  requirement(id, {
    verdict,
    cases: [caseOf('all', verdict, reason ? { reason } : {})],
    ...(reason && { reason }),
  });

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
    reasons: ['wallet.fields is demanded and was not exercised: wallet.fields is so'],
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

test('a warning that nobody accepted makes a run passed, and a strict run non-conformant', () => {
  const warned = run().map(each => (each.id === warning.id ? warning : each));
  expect(gate(warned)).toEqual({ verdict: 'passed' });
  for (const profile of ['gate', 'smoke'])
    expect(within(undefined, () => decide(warned, { profile, strict: true }))).toEqual({
      verdict: 'non-conformant',
      reasons: ['with GV_STRICT a warning counts as a failure: search.agrees'],
    });
  const [waiver] = [{ requirement: 'search.agrees', reason: 'r', owner: 'o' }];
  const waived = within(undefined, () => decide(warned, { profile: 'gate', waivers: [waiver] }));
  expect(waived).toEqual({ verdict: 'conformant' });
  expect(decideRecorded([warning], {}).verdict).toBe('passed');
  expect(decideRecorded([warning], { strict: true }).verdict).toBe('non-conformant');
});

test('a baseline accepts a warning by its requirement, and a gate fails for another warning', () => {
  const warned = run().map(each => (each.id === warning.id ? warning : each));
  const decided = (warnings?: readonly string[]) =>
    within(['search.agrees / page 1'], () => decide(warned, { profile: 'gate' }), warnings);
  const reasons = ['baseline.json does not accept this warning: search.agrees'];
  for (const none of [undefined, [], ['search.merchant']])
    expect(decided(none)).toEqual({ verdict: 'non-conformant', reasons });
  // An earlier version listed cases.
  for (const listed of [['search.agrees'], ['search.agrees / page 3']])
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

const left = (id: string) => ({ ...one(id, 'not-exercised'), ...unselected });

/** Builds a run that selected only these. */
const selected = (...some: readonly RequirementResult[]) =>
  requirementIds.map(id => some.find(each => each.id === id) ?? left(id));

test('a run of selected checks demands their cases, and is never conformant', () => {
  const [a, b] = ['wallet.fields', 'wallet.owner'] as const;
  const baseline = [a, b, 'paging.page'].map(id => `${id} / all`);
  const decided = (...some: RequirementResult[]) =>
    within(baseline, () => decide(selected(...some), { profile: 'gate' }));
  expect(decided(one(a, 'passed'))).toEqual({ verdict: 'passed' });
  expect(decided(one(a, 'passed'), one(b, 'not-exercised', 'GV_X is not set'))).toEqual({
    verdict: 'incomplete',
    reasons: [`${b} / all is demanded and was not exercised: GV_X is not set`],
  });
});

test('a demanded case that is missing has its own reason, or the reason for which its check ended', () => {
  const [a, b] = ['wallet.fields', 'wallet.owner'] as const;
  const open = (name: string, reason: string) => caseOf(name, 'not-exercised', { reason });
  const found = selected(
    requirement(a, { verdict: 'passed', cases: [caseOf('x', 'passed'), open('y', 'no budget')] }),
    requirement(b, { verdict: 'passed', cases: [caseOf('x', 'passed'), open('all', 'it ended')] }),
  );
  const skipped = requirement('wallet.ledger', {
    verdict: 'not-exercised',
    reason: 'no wallet',
    cases: [open('x', 'no wallet')],
  });
  const names = [`${a} / y`, `${b} / y`, `${a} / z`, 'wallet.ledger', 'wallet.ledger / z'];
  const decided = within(names, () => decide([...found, skipped], { profile: 'gate' }));
  expect(decided.reasons).toEqual([
    `${a} / y is demanded and was not exercised: no budget`,
    `${b} / y is demanded and was not exercised: it ended`,
    `${a} / z is demanded and was not exercised: this run has no such case`,
    'wallet.ledger is demanded and was not exercised: no wallet',
    'wallet.ledger / z is demanded and was not exercised: this run has no such case',
  ]);
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
    [
      [one('auth.missing-key', 'passed'), cut],
      'wallet.fields is demanded and was not exercised: it was selected, and did not run',
    ],
  ] as const)
    expect(gate(selected(...some))).toEqual({ verdict: 'incomplete', reasons: [reason] });
  expect(gate(selected(one('auth.revoked-key', 'not-applicable'))).verdict).toBe('passed');
});

test('a run is conformant if it showed the whole contract, or everything that a baseline demands', () => {
  expect(gate(run({})).verdict).toBe('conformant');
  expect(gate(run({ 'paging.page': 'not-applicable' })).verdict).toBe('conformant');
  const partial = run({ 'paging.page': 'not-exercised' });
  expect(gate(partial).verdict).toBe('passed');
  const decided = (...cases: string[]) =>
    within(cases, () => decide(partial, { profile: 'gate' })).verdict;
  expect(decided('wallet.owner / all')).toBe('conformant');
  expect(decided('paging.page / all')).toBe('incomplete');
});

test('a baseline adds to the demands of the profile, and nothing is conformant without a judged requirement', () => {
  const missing = run({ 'wallet.fields': 'not-exercised' });
  expect(within(['wallet.owner / all'], () => decide(missing, { profile: 'gate' }))).toEqual({
    verdict: 'incomplete',
    reasons: ['wallet.fields is demanded and was not exercised: wallet.fields is so'],
  });
  const none = requirementIds.map(id => one(id, 'not-applicable'));
  expect(gate(none).verdict).toBe('passed');
});

test('a permission that led to nothing makes a run incomplete, before what was not exercised', () => {
  const ledToNothing = ['No order was accepted: 2 requests, 2 rejections, 422'];
  const found = run({ 'wallet.fields': 'not-exercised' });
  const decided = (given: readonly RequirementResult[]) =>
    within(undefined, () => decide(given, { profile: 'gate', ledToNothing }));
  expect(decided(run())).toEqual({ verdict: 'incomplete', reasons: ledToNothing });
  expect(decided(found).reasons).toEqual([
    ...ledToNothing,
    'wallet.fields is demanded and was not exercised: wallet.fields is so',
  ]);
  const failed = decided(run({ 'wallet.fields': 'failed' }));
  expect(failed).toEqual({ verdict: 'non-conformant', reasons: ledToNothing });
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
