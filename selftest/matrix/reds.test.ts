import { readFileSync } from 'node:fs';
import { expect, test } from '#test';
import { differences, redOf, withWarnings } from './reds.ts';
import { countSeen, faultProblems } from './run.ts';
import { allVariants } from './subjects.ts';
import { readSurvivors } from './survivors.ts';
import type { Subject } from './host.ts';
import type { Share } from './worker.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import type { CaseResult } from '../../schemas/records/result.ts';
import { route } from '../../schemas/routes.ts';
import { findWrongExchanges } from './second-look.ts';

const share = (
  reds: Readonly<Record<string, readonly string[]>>,
  passed?: Share['passed'],
): Share => ({
  subject: 'a-fault',
  byAll: passed === undefined,
  findings: Object.entries(reds).map(([id, cases]) => ({
    id,
    verdict: 'failed',
    cases,
    message: '',
  })),
  passed: passed ?? {},
  recorded: [],
  replayed: [],
  misnamed: [],
});
const listed = { reds: { 'wallet.fields': ['GET /wallet', 'a bulk'], 'format.currencies': [] } };
const asListed = { 'wallet.fields': ['a bulk', 'GET /wallet'], 'format.currencies': [] };

test('the order of findings is no difference', () => {
  expect(differences(share(asListed), listed)).toEqual([]);
});

test('an extra case, a missing case and an extra requirement name both sides', () => {
  for (const [red, difference] of [
    [
      { ...asListed, 'wallet.fields': ['x', 'a bulk', 'GET /wallet'] },
      'wallet.fields is red in [GET /wallet; a bulk; x]; reds.json has [GET /wallet; a bulk]',
    ],
    [
      { ...asListed, 'wallet.fields': ['a bulk'] },
      'wallet.fields is red in [a bulk]; reds.json has [GET /wallet; a bulk]',
    ],
    [
      { ...asListed, 'auth.reason': [] },
      'auth.reason is red in exchanges of other checks; reds.json has no case',
    ],
  ] as const)
    expect(differences(share(red), listed)).toEqual([`a-fault: ${difference}`]);
  expect(differences(share({}), listed)).toHaveLength(2);
});

test('warnings are listed next to failures, and alone for a variant', () => {
  const one = { id: 'search.agrees', verdict: 'warning', cases: ['all'], message: '' } as const;
  const warned = { ...share(asListed), findings: [...share(asListed).findings, one] };
  const warns = { 'search.agrees': ['all'] };
  expect(redOf(warned, 'wallet.fields')).toMatchObject({
    warns,
    reds: { 'format.currencies': [] },
  });
  expect(differences(warned, { ...listed, warns })).toEqual([]);
  const why = 'a-fault: search.agrees warns in [all]; reds.json has no case';
  expect(differences(warned, listed)).toEqual([why]);
  const variant = { ...share({}), findings: [one] };
  expect(redOf(variant, undefined)).toEqual({ warns });
  expect(redOf(share({}), undefined)).toBeUndefined();
  expect(differences(share({}), { warns })).toHaveLength(1);
});

test('if only some checks ran, a case that was not exercised is not a difference, and a passed case is', () => {
  expect(differences(share({ 'wallet.fields': ['a bulk'] }, {}), listed)).toEqual([]);
  const passed = { 'wallet.fields': ['GET /wallet'] };
  expect(differences(share({ 'wallet.fields': ['a bulk'] }, passed), listed)).toHaveLength(1);
  expect(differences(share({ 'auth.reason': ['all'] }, {}), listed)).toHaveLength(1);
});

const subject = (breaks?: string): Subject => ({
  id: 'a-fault',
  fault: breaks === undefined ? 'generated' : 'written',
  patches: [],
  limiters: false,
  ...(breaks && { breaks }),
});

test('an unlisted survivor names the other requirements that failed', () => {
  expect(faultProblems(share(asListed), subject('paging.total'), listed, [])).toEqual([
    'fault a-fault survives: paging.total neither failed nor warned, but wallet.fields, format.currencies did',
  ]);
  expect(faultProblems(share(asListed), subject('paging.total'), listed, ['a-fault'])).toEqual([]);
  expect(
    faultProblems(share(asListed), subject('wallet.fields'), listed, ['a-fault'])[0],
  ).toContain('is seen, but survivors.json lists it');
});

test('a generated fault is seen by any requirement', () => {
  expect(faultProblems(share(asListed), subject(), undefined, [])).toEqual([]);
  expect(faultProblems(share({}), subject(), undefined, [])).toEqual([
    'fault a-fault survives: nothing failed or warned',
  ]);
});

test('the README states their numbers', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  for (const [set, { faults, seen }] of Object.entries(countSeen(readSurvivors())))
    expect(readme).toContain(`${seen} of ${faults} ${set}`);
  expect(readme).toContain(`${allVariants.length} conformant variants`);
});

const right = exchangeOn(route.browse, {
  id: 'x1',
  body: { total: 23, products: [{ _id: 'p1' }] },
});
const wrong = exchangeOn(route.browse, { id: 'x2', body: { total: 24, products: [] } });
const failed = (rest: Partial<CaseResult>): CaseResult => ({
  id: 'all',
  verdict: 'failed',
  evidence: ['x1', 'x2'],
  ...rest,
});
const problems = (rest: Partial<CaseResult>, id = 'paging.total') =>
  findWrongExchanges(
    [{ id, verdict: 'failed', cases: [failed(rest)], observations: [], durationMs: 0 }],
    [right, wrong],
    {},
  );

test('a value is in the named exchange, or the failure shows the wrong exchange', () => {
  expect(problems({ exchange: 'x2', actual: 24 })).toEqual([]);
  expect(problems({ exchange: 'x1', actual: 24 })).toEqual([
    'paging.total, all: x1 does not show 24',
  ]);
});

test('an actual value may be a status, a header, the length of a list, a list of values, a value at a path, or absent', () => {
  const made = [200, 'application/json', 1, [{ _id: 'p1' }], { total: 23 }, undefined];
  for (const actual of [...made, '/total is 23; /products/0/_id is "p1"'])
    expect(problems({ exchange: 'x1', actual })).toEqual([]);
  for (const actual of [{ total: 24 }, '/total is 24; /products/0 is "nothing"'])
    expect(problems({ exchange: 'x1', actual })).toHaveLength(1);
});

test('exchanges that are compared are evidence, and one of them contains the quoted text', () => {
  const compared = ['x2', 'x1'];
  expect(problems({ exchange: 'x2', compared, actual: [{ _id: 'p1' }] })).toEqual([]);
  expect(problems({ exchange: 'x2', compared, actual: [{ _id: 'p9' }] })).toHaveLength(1);
  expect(problems({ exchange: 'x2', evidence: ['x1'], actual: 24 })).toEqual([
    'paging.total, all: it names x2, which is not evidence of the case',
  ]);
  expect(problems({ actual: 24 })).toEqual(['paging.total, all: it names no exchange of the run']);
});

test('the warnings of a variant that one requirement judged are written, and those of others stay', () => {
  const found = (subject: string, ...ids: string[]): Share => ({
    subject,
    byAll: false,
    passed: {},
    recorded: [],
    replayed: [],
    misnamed: [],
    findings: ids.map(id => ({ id, verdict: 'warning', cases: ['b', 'a'], message: '' })),
  });
  const reds = {
    one: { warns: { x: ['old'], y: ['kept'] } },
    two: { warns: { x: ['gone'] } },
    three: {},
  };
  const shares = [found('one', 'x'), found('two'), found('four', 'x')];
  expect(withWarnings(reds, shares, ['x'])).toEqual({
    one: { warns: { x: ['a', 'b'], y: ['kept'] } },
    three: {},
    four: { warns: { x: ['a', 'b'] } },
  });
});
