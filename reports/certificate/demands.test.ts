import { expect, test } from '#test';
import { core, featureNames } from '../../schemas/features/features.ts';
import type { CaseResult, RequirementResult, Verdict } from '../../schemas/records/result.ts';
import { route } from '../../schemas/routes.ts';
import {
  areaOf,
  requirementIds,
  statements,
  type RequirementId,
} from '../../contract/statements.ts';
import { caseOf, requirement, exchangesById, recorded } from '../testing/samples.ts';
import { demandsOf, leftOut, met, requirementsOf, contradictions } from './demands.ts';
import { exchangeOf } from '../../fixtures/testing/fakes.ts';
import type { Exchange } from '../../schemas/records/exchange.ts';

const parts = [core, ...featureNames] as const;
const listed = parts.map(part => ({ part, demands: demandsOf(part) }));
const entries = listed.flatMap(({ part, demands }) =>
  [demands.demanded, demands.optional].flatMap(cases =>
    Object.entries(cases).map(([id, names]) => ({ part, id, names })),
  ),
);

test('certificates demand no removed requirement', () => {
  const gone = entries.map(({ id }) => id).filter(id => !requirementIds.some(each => each === id));
  expect(gone, 'a requirement was removed; run ./gv features').toEqual([]);
});

test('the catalog and the wallet demand no key of the automation routes', () => {
  const demanded = listed
    .filter(({ part }) => ([core, 'catalog', 'wallet'] as const).some(each => each === part))
    .flatMap(({ demands }) => Object.keys(demands.demanded));
  const needing = demanded.filter(id =>
    ['GV_AUTOMATION_KEY', 'GV_KEY_NO_INTEGRATION'].some(key =>
      statements[id as RequirementId].needs?.some(each => each === key),
    ),
  );
  expect(needing).toEqual([]);
});

test('no two features claim a case', () => {
  const claimed = entries.flatMap(({ id, names }) => names.map(name => `${id} / ${name}`));
  expect(claimed.filter((name, at) => claimed.indexOf(name) !== at)).toEqual([]);
});

const aboutTool = { route: route.tool.id };

/** Passed cases for all demands of the certificate of the tools. */
const all = listed
  .filter(({ part }) => part === 'tools' || part === core)
  .flatMap(({ part, demands }) =>
    Object.entries(demands.demanded).map(([id, names]) => ({
      id,
      cases: names.map(name => caseOf(name, 'passed', part === core ? {} : aboutTool)),
    })),
  )
  .reduce(
    (found, { id, cases }) => found.set(id, [...(found.get(id) ?? []), ...cases]),
    new Map<string, CaseResult[]>(),
  );

/** Builds a result in which all demanded cases passed, except for one. */
const resultWith = (name = '', verdict?: Verdict): RequirementResult[] =>
  [...all].map(([id, cases]) =>
    requirement(id, {
      verdict: 'passed',
      cases: cases.flatMap(each => {
        if (`${id} / ${each.id}` !== name) return [each];
        return verdict ? [{ ...each, verdict, reason: 'of something' }] : [];
      }),
    }),
  );
const listing = 'tools.listed / get_gift_details';
const unmet = (requirements: readonly RequirementResult[]) => met(requirements, ['tools']).unmet;

test('a certificate needs every demanded case, and names cases that do not apply', () => {
  expect(unmet(resultWith())).toEqual([]);
  const { unmet: none, shown, notShown } = met(resultWith(listing, 'not-applicable'), ['tools']);
  expect([none, notShown]).toEqual([[], [listing]]);
  expect(shown).not.toContain(listing);
  expect(shown).toContain('tools.listed / find_gifts_for_parent');
  expect(unmet(resultWith(listing))).toEqual([
    `${listing} was not exercised (this run has no such case)`,
  ]);
  expect(unmet(resultWith(listing, 'not-exercised'))).toEqual([
    `${listing} was not exercised (of something)`,
  ]);
});

test('a requirement that was not shown names the setting that it needs', () => {
  const setting = 'GV_KEY_PENDING_VERIFICATION';
  const reason = `${setting} is not set`;
  const cases = [
    caseOf('the good key', 'not-exercised', { reason: 'its business is not in that state' }),
    caseOf('the pending-verification key', 'not-exercised', { reason, lacks: { setting } }),
  ];
  const id = 'auth.pending-verification';
  const others = resultWith().filter(each => each.id !== id);
  const open = requirement(id, { verdict: 'not-exercised', cases });
  const { unmet: found } = met([...others, open], featureNames);
  expect(found.filter(each => each.startsWith(id))).toEqual([
    `${id} was not exercised (${reason})`,
  ]);
});

test('a failure or an error prevents the certificate, demanded or not, unless it belongs to another feature', () => {
  expect(unmet(resultWith(listing, 'failed'))).toContain(`${listing} failed`);
  expect(unmet(resultWith(listing, 'error'))).toContain(`${listing} ended with an error`);
  const failed = (id: string) =>
    requirement(id, { verdict: 'failed', cases: [caseOf('something else', 'failed')] });
  expect(unmet([...resultWith(), failed('wallet.fields'), failed('tools.unlisted')])).toEqual([
    'tools.unlisted / something else failed',
  ]);
});

test('a warning does not prevent a certificate, and is listed', () => {
  const { unmet: none, shown, warned } = met(resultWith(listing, 'warning'), ['tools']);
  expect([none, warned]).toEqual([[], [listing]]);
  expect(shown).not.toContain(listing);
});

test('a feature without applicable cases is not shown, even if its routes reject bad keys', () => {
  const none = resultWith().map(each => ({
    ...each,
    cases: each.cases.map(one =>
      areaOf(each.id) === 'tools' ? caseOf(one.id, 'not-applicable') : one,
    ),
  }));
  expect(unmet(none)).toEqual(['no case of the feature tools was shown']);
});

test('a certificate of tools runs what tools and keys need, and leaves the rest out', () => {
  const ids = requirementsOf(['tools']);
  expect(ids).toContain('tools.listed');
  expect(ids).toContain('auth.integration-missing-key');
  expect(ids).not.toContain('wallet.fields');
  expect(leftOut(['tools'])).toEqual(featureNames.filter(each => each !== 'tools'));
});

const startedAt = '2026-03-01T12:00:00.000Z';
const at = Date.parse(startedAt);

function exchange(
  id: string,
  headers: Readonly<Record<string, string>> = {},
  after = 0,
  durationMs = 5,
): Exchange {
  const plain = exchangeOf(200, {}, id);
  const response = { ...plain.response, headers: Object.entries(headers) };
  return { ...plain, response, times: { startedAt: at + after, durationMs } };
}

const found = (exchanges: readonly Exchange[]) =>
  contradictions(
    recorded({ startedAt, durationMs: 100_000, exchanges: exchangesById(...exchanges) }),
  );

const date = (days: number) => ({ Date: new Date(at + days * 86_400_000).toUTCString() });

test('a Date a day or more from its exchange is a contradiction, except from a cache', () => {
  expect(
    found([exchange('x1', {}), exchange('x2', date(0.9)), exchange('x3', date(-0.9))]),
  ).toEqual([]);
  expect(found([exchange('x1', { ...date(-5), Age: '432000' })])).toEqual([]);
  expect(found([exchange('x1', date(0)), exchange('x2', date(-365))])).toEqual([
    expect.stringContaining('the Date of 1 responses is more than a day'),
  ]);
  expect(found([exchange('x1', { ...date(2), Age: '1' })])).toHaveLength(1);
});

test('responses come within their run, and in the order of their numbers', () => {
  const times = (...seconds: readonly number[]) =>
    found(seconds.map((each, n) => exchange(`x${n + 1}`, {}, each * 1000)));
  expect(times(1, 40, 20, 90)).toEqual([]);
  expect(times(1, 60, 8)).toEqual([expect.stringMatching(/^x3 came before x2,/)]);
  expect(times(1, 161)).toEqual(['x2 came after its run had ended']);
  const slow = exchange('x1', {}, 1000, 170_000);
  expect(found([slow])).toEqual(['x1 came after its run had ended']);
});

test('a refusal may be numbered long after it came', () => {
  const refused = exchange('x2', {}, 1000);
  const late = { ...refused, response: { ...refused.response, status: 429 } };
  expect(found([exchange('x1', {}, 80_000), late])).toEqual([]);
});
