import { expect, test } from '#test';
import { route } from '../../schemas/routes.ts';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { failedCase, requirement, result } from '../testing/samples.ts';
import { notInProfile } from '../../schemas/profiles.ts';
import { areaLines, summary, recordingLines } from './summary.ts';

const print = (rest: Partial<ConformanceResult>) => summary(result(rest), 'reports/out');

test('areas are counted as the verdict counts; what is not selected or a failure that is waived stands apart', () => {
  const waived = {
    requirement: 'wallet.fields',
    reason: 'known',
    owner: 'payments',
    expires: '2099-01-01',
  } as const;
  const { requirements } = result({
    requirements: [
      requirement('auth.reason', { verdict: 'passed' }),
      requirement('wallet.fields', { verdict: 'failed', waived }),
      requirement('wallet.owner', { verdict: 'failed' }),
      requirement('status.fields', { verdict: 'passed' }),
      requirement('search.order', { verdict: 'not-exercised', reason: notInProfile('smoke') }),
    ],
  });
  expect(areaLines({ requirements })).toEqual([
    '  passed: auth; status',
    '  wallet        1 failed, 1 waived',
  ]);
});

test('the last lines: verdict, coverage, reasons, target, time, where the results are', () => {
  const text = print({ verdict: 'incomplete', reasons: ['wallet.fields is required'] });
  expect(text.split('\n').slice(-6)).toEqual([
    'INCOMPLETE  no requirement was judged',
    '  wallet.fields is required',
    '  target: https://vouchers.example, in 12.3 s',
    '  results: reports/out/index.html, conformance.json, exchanges.jsonl, html/index.html',
    '  reports: reports/out/junit.xml, evidence.har, summary.md, metrics.prom',
    '',
  ]);
});

test('one of several machines leaves its part for the merge; a recording has no report of the runner', () => {
  const files = (rest: Partial<ConformanceResult>) => /results: \S+\/(.*)/.exec(print(rest))?.[1];
  expect(files({ shard: { current: 1, total: 2 } })).toBe(
    'index.html, conformance.json, exchanges.jsonl, blob/report.zip',
  );
  const counts = { entries: 1, judged: 1, leftOut: {}, unrecorded: {}, keys: {} };
  expect(files({ recording: { file: 'a.har', program: 'a', ...counts } })).toBe(
    'index.html, conformance.json, exchanges.jsonl',
  );
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

test('equal failures are one, with their places; a consequence names its cause', () => {
  const ids = ['GET /wallet', 'GET /orders', 'GET /auth'];
  const cases = ids.map((id, at) => failedCase(id, `x${at}`, '401 {"error":"Unauthorized"}'));
  const text = print({
    requirements: [
      requirement('auth.empty-key', { verdict: 'failed', cases: cases.slice(0, 1) }),
      requirement('auth.missing-key', { verdict: 'failed', cases }),
    ],
  });
  const lines = text.split('\n');
  const first = lines.findIndex(line => line.startsWith('failed '));
  expect(lines.slice(first, first + 8)).toEqual([
    'failed auth.missing-key (§2.5) A fact',
    '  on 3 routes:',
    '    GET /wallet; GET /orders; GET /auth',
    '  the first:',
    '    expected: status 401',
    '    actual:   "401 {\\"error\\":\\"Unauthorized\\"}"',
    'failed auth.empty-key (§2.5) as auth.missing-key, on the same responses',
    '',
  ]);
});

test('of many ways to fail, some are shown and the others counted', () => {
  const cases = ['a', 'b', 'c', 'd', 'e', 'e'].map((actual, at) =>
    failedCase(`case ${at}`, `x${at}`, actual),
  );
  const text = print({
    requirements: [requirement('wallet.fields', { verdict: 'failed', cases })],
  });
  expect(text).toContain('in 2 cases:\n    case 4; case 5\n');
  expect(text).toContain('  and in 2 other ways, in 2 cases\n');
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
    'Not exercised:\n  GV_X is not set (5 requirements)\n  GV_Y is not set (b.1)\n',
  );
  expect(text.match(/not selected/g)).toHaveLength(1);
});

test('counts: coverage, observations worth a look, requests that were limited, money', () => {
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
  expect(text).toContain('CONFORMANT  1 of 1 requirements shown\n');
  expect(text).toContain('  observations  2, 1 worth a look\n');
  expect(text).toContain(
    '  requests      9 (1 payloads at bounds, 3 by limiter checks, 2 rate limited and retried), excluding',
  );
  expect(text).toContain('by limiter: wallet 6, not rate limited 3');
  expect(text).toContain('  spent         12.5 GBP, 3 EUR\n');
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
  expect(text).toContain('  GV_ORDER_UNKNOWN=64ff; GV_ORDER_BODY=');
  expect(text).toMatch(/GV_ORDER_BODY=\{"code":"x+…\n/);
  expect(text).not.toContain('GV_SORT_BY');
  expect(text).toContain('Settings worth a look:\n  GV_KEY_REVOKED is accepted');
});

test('entries, what was left out by reason, what was not recorded, keys by role', () => {
  const lines = recordingLines({
    file: 'a.har',
    program: 'mitmproxy 12.2.3',
    entries: 40,
    judged: 36,
    leftOut: { 'a redirect': 3, 'from a cache': 1 },
    unrecorded: { 'response body': 2 },
    keys: { business: 35, none: 1 },
  });
  expect(lines.join('\n')).toBe(`a.har, written by mitmproxy 12.2.3
  entries           40
  judged            36
  left out          3     a redirect
                    1     from a cache
  not recorded      2     response body
  keys              35    business
                    1     none
`);
});
