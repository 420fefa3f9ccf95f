import { expect, test } from '#test';
import { verdicts } from '../../schemas/records/result.ts';
import { notInProfile } from '../../schemas/profiles.ts';
import {
  coverageLine,
  decisiveCase,
  unselected,
  gapsOf,
  repeatingCommand,
  failuresOf,
  streakTexts,
  warningsOf,
} from './requirements.ts';
import {
  accepted,
  caseOf,
  doubtful,
  gap,
  requirement,
  result,
  failedCase,
  seen,
} from '../testing/samples.ts';
import type { CaseResult, RunVerdict } from '../../schemas/records/result.ts';
import type { Streak } from '../../schemas/records/streak.ts';
import { statements } from '../../contract/statements.ts';
import { factsOf } from './statistics.ts';

test('requirements that are not selected or do not apply are not gaps', () => {
  const requirements = [
    ...verdicts.map(verdict => requirement(verdict, { verdict })),
    requirement('x', { verdict: 'not-exercised', ...unselected }),
    requirement('y', { verdict: 'not-exercised', reason: notInProfile('smoke'), lacks: 'profile' }),
  ];
  expect(coverageLine(result({ requirements }))).toBe(
    '3 of 5 requirements shown, 1 failed, 1 error, 1 warning, 1 not exercised, 1 not applicable, 2 not selected',
  );
});

test('a run with a baseline says that it was judged against it', () => {
  const requirements = (['passed', 'not-exercised'] as const).map(verdict =>
    requirement(verdict, { verdict }),
  );
  const line = (verdict: RunVerdict) =>
    coverageLine(result({ requirements, verdict, baseline: { cases: 952 } }));
  const counts = '1 of 2 requirements shown, 1 not exercised';
  expect(line('conformant')).toBe(`${counts}, as baseline.json demands (952 cases)`);
  expect(line('incomplete')).toBe(`${counts}, judged against baseline.json (952 cases)`);
  const older = { target: 'reference', suite: '0.1.0' };
  expect(coverageLine(result({ requirements, verdict: 'conformant', baseline: older }))).toBe(
    `${counts}, as baseline.json demands`,
  );
});

test('a run for a certificate that shows what its features demand says that they demand no more', () => {
  const requirements = (['passed', 'not-exercised'] as const).map(verdict =>
    requirement(verdict, { verdict }),
  );
  const line = (verdict: RunVerdict, profile = 'certify') =>
    coverageLine(result({ requirements, verdict, profile }));
  const counts = '1 of 2 requirements shown, 1 not exercised';
  expect(line('conformant')).toBe(`${counts}: the features demand no more`);
  expect(line('incomplete')).toBe(counts);
  expect(line('conformant', 'gate')).toBe(counts);
});

test('a requirement that failed in one case may warn in another, and waived warnings do not count', () => {
  const both = requirement('wallet.fields', {
    verdict: 'failed',
    cases: [failedCase('a', 'x1', 1), ...doubtful.cases],
  });
  const { waived } = accepted;
  const cases = doubtful.cases.map(one => ({ ...one, waived: waived! }));
  const requirements = [both, { ...doubtful, waived: waived!, cases }];
  expect(failuresOf({ requirements })).toMatchObject([{ verdict: 'failed' }]);
  expect(warningsOf({ requirements })).toMatchObject([
    { requirement: both, verdict: 'warning', doubt: 'An index may lag' },
  ]);
});

test('gaps are listed by reason, most requirements first', () => {
  const requirements = [
    gap('a.1', 'GV_ORDER_FOREIGN is not set: an order', { setting: 'GV_ORDER_FOREIGN' }),
    gap('b.1', 'POST /orders would spend', { permission: 'spend' }),
    gap('b.2', 'POST /orders would spend', { permission: 'spend' }),
    gap('c.1', 'GV_API_KEY lists no order'),
    { ...gap('d.1', ''), ...unselected },
    requirement('e.1', { verdict: 'passed' }),
  ];
  expect(gapsOf(result({ requirements }))).toEqual([
    {
      reason: 'POST /orders would spend',
      requirements: ['b.1', 'b.2'],
    },
    {
      reason: 'GV_ORDER_FOREIGN is not set: an order',
      requirements: ['a.1'],
    },
    { reason: 'GV_API_KEY lists no order', requirements: ['c.1'] },
  ]);
});

test('planned requirements that were not shown come first, then gaps with the reasons of the plan', () => {
  const requirements = [
    gap('a.1', 'GV_KEY_REVOKED is not set: a revoked key', { setting: 'GV_KEY_REVOKED' }),
    gap('a.2', 'no response has a reason'),
    gap('b.1', 'the ledger is empty'),
  ];
  const revoked = { setting: 'GV_KEY_REVOKED' } as const;
  const plan = {
    runs: { 'b.1': [] },
    lacks: { 'a.1': revoked, 'a.2': revoked },
    prepares: [],
    costs: { requests: 1, money: {}, seconds: 1, limiters: [] },
  };
  expect(gapsOf(result({ requirements, plan }))).toEqual([
    { reason: 'the ledger is empty', requirements: ['b.1'], planned: true },
    { reason: 'GV_KEY_REVOKED is not set: a revoked key', requirements: ['a.1', 'a.2'] },
  ]);
});

test('a gap has the reason of a case that lacks a need of the requirement, else of a case that lacks a setting', () => {
  const open = (name: string, lacks?: CaseResult['lacks']) =>
    caseOf(name, 'not-exercised', lacks ? { lacks } : {});
  const [first, failed, other, leftOut] = [
    open('a', { setting: 'GV_WEBHOOK_UNKNOWN' }),
    open('b', { setting: 'GV_WEBHOOK_FOREIGN' }),
    open('c'),
    open('d', 'profile'),
  ];
  const reasonOf = (...cases: (typeof first)[]) =>
    decisiveCase('webhooks.foreign', 'not-exercised', cases)?.id;
  expect(reasonOf(first, failed, other)).toBe('b');
  expect(reasonOf(other, first)).toBe('a');
  expect(reasonOf(leftOut, other)).toBe('c');
  expect(reasonOf(leftOut)).toBe('d');
  expect(decisiveCase('x', 'failed', [first, caseOf('d', 'failed')])?.id).toBe('d');
});

test('equal values are merged with their places, marked values first, then the most frequent', () => {
  const observations = [
    seen('orders.mode', { kind: 'bulk', mode: 'synchronous' }, 'x1'),
    seen('orders.mode', { kind: 'single', mode: 'asynchronous' }, 'x2'),
    seen('orders.mode', { kind: 'other', mode: 'asynchronous' }, 'x2', 'x3'),
    { ...seen('auth.key-case', 'another key'), marked: true as const },
  ];
  const [marked, mode] = factsOf(result({ observations }));
  expect(marked?.id).toBe('auth.key-case');
  expect(mode).toEqual({
    id: 'orders.mode',
    anchor: '§2',
    text: statements['orders.mode'].text,
    values: [
      {
        value: { mode: 'asynchronous' },
        places: ['single', 'other'],
        evidence: ['x2', 'x3'],
        marked: false,
      },
      { value: { mode: 'synchronous' }, places: ['bulk'], evidence: ['x1'], marked: false },
    ],
  });
});

const failed = (id: string, ...cases: ReturnType<typeof failedCase>[]) =>
  requirement(id, { verdict: 'failed', cases });

test('cases that failed alike for different values are separate groups', () => {
  const judging = (id: string, judged: string) => ({ ...failedCase(id, 'x1', 1), judged });
  const cases = [judging('a', 'total of page 1'), judging('b', 'items of page 1')];
  const [found] = failuresOf(
    result({ requirements: [failed('paging.total', ...cases, judging('c', 'total of page 2'))] }),
  );
  expect(found?.groups.map(each => each.map(({ id }) => id))).toEqual([['a', 'c'], ['b']]);
});

test('the same errors are told once, and failures that look alike each time', () => {
  const ended = (id: string, ...reasons: readonly string[]) =>
    requirement(id, {
      verdict: 'error',
      cases: reasons.map(reason => caseOf('all', 'error', { reason })),
    });
  const [wallet, orders] = ['GET /wallet: no response after 31 s', 'GET /orders: no response'];
  const found = failuresOf(
    result({
      requirements: [
        ended('auth.reason', wallet.replace('31', '30')),
        ended('paging.page', orders, wallet),
        ended('paging.total', wallet, orders),
        ended('status.fields', 'no JSON'),
        failed('auth.empty-key', failedCase('a', 'x1', '401 Unauthorized')),
        failed('auth.missing-key', failedCase('a', 'x1', '401 Unauthorized')),
      ],
    }),
  );
  expect(found.map(each => [each.requirement.id, each.sameErrorAs])).toEqual([
    ['auth.empty-key', undefined],
    ['auth.missing-key', undefined],
    ['auth.reason', 'paging.page'],
    ['paging.page', undefined],
    ['paging.total', 'paging.page'],
    ['status.fields', undefined],
  ]);
});

test('a failure says since when it fails, if a result before it failed, too', () => {
  const failures = failuresOf(
    result({ requirements: [failed('wallet.fields', failedCase('a', 'x1', 1))] }),
  );
  const said = (state: Streak['state'], results: number) =>
    failures.flatMap(each =>
      streakTexts(each, {
        streaks: { 'wallet.fields': { state, since: '2026-11-27T01:00:00.000Z', results } },
      }),
    );
  expect(said('failed', 3)).toEqual(['failing since 2026-11-27, in 3 results']);
  expect(said('failed', 1)).toEqual([]);
  // The requirement failed in some cases and warned in others.
  expect(said('warning', 3)).toEqual([]);
});

test('an id that a shell would run is quoted in the command that repeats it', () => {
  const given = { GV_ALLOW: 'write' };
  for (const [id, command] of [
    ['a.$(b)', "repeat 'a.$(b)'"],
    ['limits.a;b', "conformance 'limits.a;b'"],
    ['auth.missing-key', 'repeat auth.missing-key'],
  ] as const)
    expect(repeatingCommand(id, { given })).toBe(`./gv ${command} --allow write`);
});
