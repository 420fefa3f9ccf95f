import { expect, test } from '#test';
import { validate, type CTRFReport } from 'ctrf';
import { accepted, caseOf, requirement, result } from '../summary/samples.ts';
import { verdicts } from '../../schemas/records/result.ts';
import { ctrf } from './ctrf.ts';

const parsed = (...given: Parameters<typeof ctrf>) => JSON.parse(ctrf(...given)) as CTRFReport;

test('its own validator accepts it, and only what passed is passed', () => {
  const report = parsed(
    result({
      requirements: verdicts.map(verdict => requirement(`wallet.${verdict}`, { verdict })),
    }),
  );
  expect(validate(report)).toMatchObject({ valid: true });
  expect(report.results.tests.map(({ rawStatus, status }) => [rawStatus, status])).toEqual([
    ['passed', 'passed'],
    ['failed', 'failed'],
    ['not-applicable', 'skipped'],
    ['not-exercised', 'pending'],
    ['error', 'other'],
  ]);
  expect(report.results.summary).toMatchObject({
    tests: 5,
    passed: 1,
    failed: 1,
    skipped: 1,
    pending: 1,
    other: 1,
    start: Date.parse('2026-01-01T00:00:00.000Z'),
    stop: Date.parse('2026-01-01T00:00:12.340Z'),
  });
  expect(report.results.environment?.extra).toMatchObject({ profile: 'gate', seed: 1 });
});

test('a failure has its text, a gap its reason, each its cases', () => {
  const cases = [
    caseOf('GET /wallet', 'failed', { message: 'expected: a\nactual:   b' }),
    caseOf('GET /orders', 'passed'),
  ];
  const { results } = parsed(
    result({
      requirements: [
        requirement('wallet.fields', { verdict: 'failed', cases }),
        requirement('orders.list', { verdict: 'not-exercised', reason: 'GV_X is not set' }),
      ],
    }),
  );
  expect(results.tests[0]).toMatchObject({
    name: 'wallet.fields A fact',
    suite: ['wallet'],
    message: '1 of 2 cases: expected: a, actual:   b',
    trace: 'case GET /wallet\nexpected: a\nactual:   b',
    extra: { id: 'wallet.fields', anchor: '§2.5', cases: { failed: 1, passed: 1 } },
  });
  expect(results.tests[1]?.message).toBe('not-exercised: GV_X is not set');
});

test('a run that broke off has a test that did not pass', () => {
  const { results } = parsed(result({ verdict: 'error', reasons: ['nothing answers'] }));
  expect(results.tests).toMatchObject([
    { status: 'other', message: '1 of 1 cases: nothing answers' },
  ]);
});

test('a failure that is accepted is neither failed nor passed', () => {
  const { results } = parsed(result({ requirements: [accepted] }));
  expect(results.tests).toMatchObject([
    {
      status: 'other',
      rawStatus: 'failed',
      extra: { waived: 'waived until 2027-01-31 by ana: VGS-1' },
    },
  ]);
});
