import { expect, test } from '@playwright/test';
import { route } from '../../schemas/routes.ts';
import type { ConformanceResult, RequirementResult } from '../../schemas/records/result.ts';
import { areaLine, summary } from './summary.ts';

const requirement = (
  id: string,
  rest: Pick<RequirementResult, 'verdict'> & Partial<RequirementResult>,
): RequirementResult => ({ id, anchor: '§2.5', text: 'A fact', durationMs: 1, cases: [], ...rest });

const result = (rest: Partial<ConformanceResult>): ConformanceResult => ({
  schemaVersion: 1,
  target: { baseUrl: 'https://vouchers.example', origin: 'configured', keys: [], allow: [] },
  profile: 'gate',
  seed: 1,
  suite: { version: '0.1.0', spec: '1.0.0' },
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 12_340,
  verdict: 'conformant',
  requests: { sent: 7, limited: 0, generated: 0, probes: 0, byRoute: {} },
  spend: {},
  requirements: [],
  discovered: [],
  doubts: [],
  observations: [],
  limiters: [],
  exchanges: {},
  texts: {},
  ...rest,
});
const print = (rest: Partial<ConformanceResult>) => summary(result(rest), 'reports/out');

test('the line of an area counts the verdicts that occur', () => {
  const verdicts = ['passed', 'failed', 'passed', 'not-exercised', 'error'] as const;
  expect(
    areaLine(
      'wallet',
      verdicts.map(verdict => ({ verdict })),
    ),
  ).toBe('  wallet        2 passed, 1 failed, 1 error, 1 not exercised');
});

test('the last lines: verdict, target, time, reasons, where the results are', () => {
  const text = print({ verdict: 'incomplete', reasons: ['wallet.fields is required'] });
  expect(text.split('\n').slice(-5)).toEqual([
    '',
    'INCOMPLETE  https://vouchers.example in 12.3 s',
    '  wallet.fields is required',
    '  results: reports/out/conformance.json, junit.xml, html/index.html',
    '',
  ]);
});

test('a failure shows requirement, anchor and each case that failed', () => {
  const cases = [
    { id: 'GET /wallet', verdict: 'failed', message: 'expected: a\nactual:   b', evidence: [] },
    { id: 'GET /orders', verdict: 'passed', evidence: [] },
    { id: 'GET /auth', verdict: 'error', reason: 'no response', evidence: [] },
  ] as const;
  const text = print({
    requirements: [requirement('wallet.fields', { verdict: 'failed', cases })],
  });
  expect(text).toContain(
    'failed wallet.fields (§2.5) A fact\n  case GET /wallet\n    expected: a\n    actual:   b\n',
  );
  expect(text).not.toContain('GET /orders');
});

test('an error shows its reason', () => {
  const cases = [{ id: 'all', verdict: 'error', reason: 'no response', evidence: [] }] as const;
  const text = print({ requirements: [requirement('wallet.fields', { verdict: 'error', cases })] });
  expect(text).toContain('error wallet.fields (§2.5) A fact\n  case all\n    no response\n');
});

test('each remedy is shown once, with the requirements that need it', () => {
  const gap = (id: string, reason: string) => requirement(id, { verdict: 'not-exercised', reason });
  const text = print({
    requirements: [
      ...['a.1', 'a.2', 'a.3', 'a.4', 'a.5'].map(id => gap(id, 'GV_X is not set')),
      gap('b.1', 'GV_Y is not set'),
      gap('c.1', 'not selected in this run'),
    ],
  });
  expect(text).toContain(
    'Not exercised:\n  GV_X is not set\n    a.1, a.2, a.3 and 2 more\n  GV_Y is not set\n    b.1\n',
  );
  expect(text).not.toContain('not selected');
});

test('counts: areas, observations worth a look, requests that were limited, money', () => {
  const seen = { id: 'x', anchor: '§2', value: 1, evidence: [] };
  const text = print({
    requirements: [
      requirement('wallet.fields', {
        verdict: 'passed',
        cases: [{ id: 'all', verdict: 'passed', evidence: [] }],
      }),
    ],
    observations: [seen, { ...seen, marked: true }],
    requests: {
      sent: 9,
      limited: 2,
      generated: 1,
      probes: 3,
      byRoute: {
        [route.wallet.id]: { business: 4, none: 1 },
        [route.ledger.id]: { business: 1 },
        [route.status.id]: { automation: 3 },
      },
    },
    spend: { GBP: 12.5, EUR: 3 },
  });
  expect(text).toContain('  all           1 passed (1 areas)\n');
  expect(text).toContain('  observations  2, 1 worth a look\n');
  expect(text).toContain(
    '  requests      9 (1 payloads at bounds, 3 by limiter checks, 2 rate limited and retried), excluding',
  );
  expect(text).toContain('by limiter: wallet 6, not rate limited 3');
  expect(text).toContain('by key: business 5, automation 3, none 1');
  expect(text).toContain('  spent         12.5 GBP, 3 EUR\n');
});

test('without failures, gaps or spending the summary does not mention them', () => {
  expect(print({})).not.toMatch(/failed|Not exercised|spent|worth a look/);
});

test('what was found out is named with its value and effect, and settings that look wrong', () => {
  const text = print({
    discovered: [
      { name: 'GV_ORDER_UNKNOWN', value: '64ff', how: 'of the form of a known id' },
      { name: 'GV_ORDER_BODY', value: { code: 'x'.repeat(200) }, how: 'accepted' },
      { name: 'GV_SORT_BY', how: 'no field sorts' },
    ],
    doubts: ['GV_KEY_REVOKED is accepted'],
  });
  expect(text).toContain('  GV_ORDER_UNKNOWN=64ff\n    of the form of a known id');
  expect(text).toMatch(/GV_ORDER_BODY=\{"code":"x+…\n/);
  expect(text).not.toContain('GV_SORT_BY');
  expect(text).toContain('Settings worth a look:\n  GV_KEY_REVOKED is accepted');
});
