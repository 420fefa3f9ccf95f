import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '#test';
import { requirementIds } from '../../contract/statements.ts';
import type { RequirementResult, Verdict } from '../../schemas/records/result.ts';
import { baselineFile } from '../files.ts';
import { unselected } from '../summary/requirements.ts';
import { conclude, decideRecorded, applyWaivers, readWaivers } from './run-verdict.ts';
import type { Waiver } from '../../schemas/records/waivers.ts';
import { failedCase, requirement } from '../testing/samples.ts';

const one = (id: string, verdict: Verdict, reason?: string): RequirementResult => ({
  id,
  anchor: '§1',
  text: 'A fact',
  verdict,
  ...(reason === undefined ? {} : { reason }),
  durationMs: 1,
  cases: [{ id: 'all', verdict, evidence: [] }],
});

/** Every requirement passed, but for some. */
const run = (others: Record<string, Verdict> = {}): RequirementResult[] =>
  requirementIds.map(id => one(id, others[id] ?? 'passed', others[id] && `${id} is so`));

/** In a folder of its own, with a baseline or without. */
function within<T>(cases: readonly string[] | undefined, act: () => T): T {
  const before = process.cwd();
  const folder = mkdtempSync(join(tmpdir(), 'decide-'));
  try {
    process.chdir(folder);
    if (cases) writeFileSync(baselineFile, JSON.stringify({ cases }));
    return act();
  } finally {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  }
}
/** Without the requirements, which no waiver changes here. */
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
  expect(gate(run({ ...error, 'service.json': 'failed' })).verdict).toBe('non-conformant');
  expect(gate(run(error))).toEqual({
    verdict: 'error',
    reasons: ['auth.reason: auth.reason is so'],
  });
  expect(gate(run(missing))).toEqual({
    verdict: 'incomplete',
    reasons: ['wallet.fields is required but was not exercised'],
  });
});

test('what went wrong outside of a check is an error, unless something failed', () => {
  expect(gate(run(), ['the run was interrupted'])).toEqual({
    verdict: 'error',
    reasons: ['the run was interrupted'],
  });
  expect(gate(run({ 'service.json': 'failed' }), ['interrupted'])).toEqual({
    verdict: 'non-conformant',
    reasons: ['interrupted'],
  });
});

test('without a baseline a gate demands the key checks and the reads of catalog and wallet', () => {
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

test('a baseline demands its cases and nothing else', () => {
  const baseline = ['paging.page / GET /orders', 'wallet.fields / all'];
  const paging = { id: 'GET /orders', verdict: 'passed', evidence: [] } as const;
  const requirements = [{ ...one('paging.page', 'passed'), cases: [paging] }];
  const decided = within(baseline, () => decide(requirements, { profile: 'gate' }));
  expect(decided).toEqual({
    verdict: 'incomplete',
    reasons: ['wallet.fields / all is required but was not exercised'],
  });
});

const left = (id: string) => ({ ...one(id, 'not-exercised'), reason: unselected });

/** All but these were left out. */
const selected = (...some: readonly RequirementResult[]) =>
  requirementIds.map(id => some.find(each => each.id === id) ?? left(id));

test('a run of selected checks demands what is required of those, and is never conformant', () => {
  const [a, b] = [one('a', 'passed'), one('b', 'not-exercised', 'GV_X is not set')];
  const baseline = ['a', 'b', 'c'].map(id => `${id} / all`);
  const decided = (requirements: RequirementResult[]) =>
    within(baseline, () => decide(requirements, { profile: 'gate' }));
  expect(decided([a, left('b'), left('c')])).toEqual({ verdict: 'passed' });
  expect(decided([a, b, left('c')])).toEqual({
    verdict: 'incomplete',
    reasons: ['b / all is required but was not exercised'],
  });
});

test('a run of selected checks of which none was judged shows nothing', () => {
  const revoked = one('auth.revoked-key', 'not-exercised', 'GV_KEY_REVOKED is not set');
  expect(gate(selected(revoked))).toEqual({
    verdict: 'incomplete',
    reasons: ['nothing that was selected was judged: auth.revoked-key: GV_KEY_REVOKED is not set'],
  });
  expect(gate(selected())).toEqual({
    verdict: 'incomplete',
    reasons: ['nothing that was selected was judged'],
  });
  expect(gate(selected(one('auth.revoked-key', 'not-applicable'))).verdict).toBe('passed');
});

test('a check that was selected and never ran is none that nobody selected', () => {
  const cut = {
    ...one('wallet.fields', 'not-exercised'),
    reason: 'it was selected, and did not run',
  };
  expect(gate(selected(one('auth.missing-key', 'passed'), cut))).toEqual({
    verdict: 'incomplete',
    reasons: ['wallet.fields is required but was not exercised'],
  });
});

test('a run is conformant where it showed all that there is, or all that a baseline demands', () => {
  expect(gate(run({})).verdict).toBe('conformant');
  expect(gate(run({ 'paging.page': 'not-applicable' })).verdict).toBe('conformant');
  const partial = run({ 'paging.page': 'not-exercised' });
  expect(gate(partial).verdict).toBe('passed');
  const decided = within([], () => decide(partial, { profile: 'gate' }));
  expect(decided.verdict).toBe('conformant');
});

test('of a recording nothing is required, but that one case was judged', () => {
  const unseen = requirementIds.map(id => one(id, 'not-exercised'));
  expect(decideRecorded(unseen, [])).toEqual({
    verdict: 'incomplete',
    reasons: ['nothing in the recording could be judged'],
  });
  const [, ...others] = unseen;
  expect(decideRecorded([one('service.json', 'passed'), ...others], []).verdict).toBe('passed');
  const failed = [one('service.json', 'failed'), ...others];
  expect(decideRecorded(failed, []).verdict).toBe('non-conformant');
  expect(decideRecorded([one('service.json', 'error'), ...others], []).verdict).toBe('error');
});

const waiver = (rest: Partial<Waiver> = {}): Waiver => ({
  requirement: 'wallet.fields',
  reason: 'the wallet of partners lacks it until the next release',
  owner: 'payments',
  expires: '2026-12-31',
  ...rest,
});
const failed = requirement('wallet.fields', {
  verdict: 'failed',
  cases: [failedCase('a', 'x1', 'y'), failedCase('b', 'x2', 'y')],
});
const passed = requirement('wallet.fields', {
  verdict: 'passed',
  cases: [{ id: 'a', verdict: 'passed', evidence: [] }],
});

const today = '2026-12-31';
const decided = (given: typeof failed, ...waivers: Waiver[]) => {
  const { requirements: _, ...rest } = conclude([given], { profile: 'gate', waivers, today });
  return rest;
};

function read(content: string) {
  const folder = mkdtempSync(join(tmpdir(), 'waivers-'));
  const file = join(folder, 'waivers.json');
  try {
    writeFileSync(file, content);
    return readWaivers(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a failure that is accepted fails no run', () => {
  expect(decided(failed).verdict).toBe('non-conformant');
  expect(decided(failed, waiver()).verdict).toBe('incomplete');
  expect(decided(failed, waiver({ case: 'a' }), waiver({ case: 'b' })).verdict).toBe('incomplete');
});

test('a waiver of one case leaves the others', () => {
  expect(decided(failed, waiver({ case: 'a' })).verdict).toBe('non-conformant');
  const { requirements } = applyWaivers([failed], [waiver({ case: 'a' })], today);
  expect(requirements[0]?.waived).toBeUndefined();
  expect(requirements[0]?.cases.map(each => each.waived?.owner)).toEqual(['payments', undefined]);
});

test('a waiver that expired, is not needed, or names no case fails the run', () => {
  expect(decided(failed, waiver({ expires: '2026-12-30' }))).toEqual({
    verdict: 'non-conformant',
    reasons: [
      'the waiver of wallet.fields by payments expired on 2026-12-30: mend the failure or renew it',
    ],
  });
  const unneeded = decided(passed, waiver({ case: 'a' }));
  expect(unneeded.verdict).toBe('wrong-waiver');
  expect(unneeded.reasons?.slice(0, 2)).toEqual([
    'the waiver of wallet.fields (a) by payments is not needed any more: what it accepts passed; remove it',
    'nothing else failed: without its waivers the run is incomplete',
  ]);
  const nameless = decided(failed, waiver(), waiver({ case: 'c' }));
  expect(nameless.verdict).toBe('wrong-waiver');
  expect(nameless.reasons?.[0]).toBe(
    'the waiver of wallet.fields (c) by payments names a case that the requirement does not have',
  );
});

test('a waiver of what this run did not judge is left alone', () => {
  const unseen = requirement('wallet.fields', { verdict: 'not-exercised' });
  expect(applyWaivers([unseen], [waiver()], today).problems).toEqual([]);
});

test('a file is read; without one there are no waivers', () => {
  expect(read(JSON.stringify({ waivers: [waiver()] }))).toEqual([waiver()]);
  expect(readWaivers('/there/is/none.json')).toEqual([]);
});

for (const [how, content, message] of [
  ['is no JSON', '{', /not usable: .*JSON/],
  [
    'lacks an owner',
    JSON.stringify({ waivers: [{ ...waiver(), owner: undefined }] }),
    /\/waivers\/0: .*owner/,
  ],
  [
    'names an unknown requirement',
    JSON.stringify({ waivers: [waiver({ requirement: 'wallet.filds' })] }),
    /\/waivers\/0\/requirement: "wallet.filds" is not the id of a requirement/,
  ],
  [
    'has no date',
    JSON.stringify({ waivers: [waiver({ expires: 'soon' })] }),
    /\/waivers\/0\/expires: .*date/,
  ],
] as const)
  test(`a file that ${how} is not usable`, () => {
    expect(() => read(content)).toThrow(message);
  });
