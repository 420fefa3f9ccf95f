import { readFileSync } from 'node:fs';
import { expect, test } from '#test';
import type { Log } from 'sarif';
import { projectFile } from '../../fixtures/testing/spawned.ts';
import { accepted, caseOf, failedCase, requirement, result } from '../summary/samples.ts';
import { sarifViolations } from '../../fixtures/testing/violations.ts';
import { sarif } from './sarif.ts';

const written = (...given: Parameters<typeof result>): Log =>
  JSON.parse(sarif(result(...given))) as Log;

const failing = written({
  verdict: 'non-conformant',
  requirements: [
    requirement('wallet.one-per-currency', { verdict: 'passed' }),
    requirement('auth.missing-key', {
      verdict: 'failed',
      cases: [
        failedCase('GET /wallet', 'x1', 'Unauthorized'),
        failedCase('GET /orders', 'x2', 'Unauthorized'),
        failedCase('GET /products', 'x3', 'nothing'),
      ],
    }),
    requirement('auth.key-elsewhere', {
      verdict: 'failed',
      cases: [failedCase('GET /wallet, in the query', 'x1', 'Unauthorized')],
    }),
    requirement('tools.fields', {
      verdict: 'error',
      cases: [caseOf('all', 'error', { reason: 'no response' })],
    }),
    requirement('orders.list', { verdict: 'not-exercised', reason: 'GV_X is not set' }),
    accepted,
  ],
});

test('the official schema accepts it, and refuses another', () => {
  expect(sarifViolations(failing)).toBeNull();
  expect(sarifViolations({ ...failing, version: '2.0.0' })).not.toBeNull();
});

test('a rule for each requirement; a result for each group of equal failures, at the line of its check', () => {
  const [run] = failing.runs;
  expect(run?.tool.driver.rules).toHaveLength(6);
  expect(run?.tool.driver.rules?.[1]).toMatchObject({
    id: 'auth.missing-key',
    shortDescription: { text: 'A fact' },
    fullDescription: { text: 'A fact (§2.5)' },
  });
  expect(run?.results?.map(({ ruleId, ruleIndex }) => [ruleId, ruleIndex])).toEqual([
    ['auth.missing-key', 1],
    ['auth.missing-key', 1],
    ['auth.key-elsewhere', 2],
    ['wallet.fields', 5],
  ]);
  const [first, second, consequence, waived] = run?.results ?? [];
  expect(first?.message.text).toBe(
    'A fact\n2 cases: GET /wallet; GET /orders\nexpected: status 401\nactual:   "Unauthorized"',
  );
  expect(second?.message.text).toContain('\ncase GET /products\n');
  expect(consequence?.message.text).toContain('\nthe same failure as auth.missing-key\n');
  expect(waived?.suppressions).toMatchObject([
    { status: 'accepted', justification: 'waived until 2027-01-31 by ana: VGS-1' },
  ]);
  const { artifactLocation, region } = first?.locations?.[0]?.physicalLocation ?? {};
  const lines = readFileSync(projectFile(artifactLocation?.uri ?? ''), 'utf8').split('\n');
  expect(lines[(region?.startLine ?? 0) - 1]).toContain("requirement('auth.missing-key'");
});

test('each finding has a fingerprint of its own', () => {
  const prints = failing.runs[0]?.results?.map(each => each.partialFingerprints?.['failure/v1']);
  expect(new Set(prints).size).toBe(4);
});

test('errors of the suite or the network are notifications, no results', () => {
  const log = written({
    verdict: 'error',
    reasons: ['nothing answers'],
    requirements: [
      requirement('made.up', {
        verdict: 'error',
        cases: [caseOf('all', 'error', { reason: 'no response' })],
      }),
    ],
  });
  expect(sarifViolations(log)).toBeNull();
  const [run] = log.runs;
  expect(run?.results).toEqual([]);
  const [invocation] = run?.invocations ?? [];
  expect(invocation?.executionSuccessful).toBe(false);
  expect(invocation?.toolExecutionNotifications?.map(({ message }) => message.text)).toEqual([
    'nothing answers',
    'made.up: no response',
  ]);
});

test('a check that is not found has the first line of the file of its area', () => {
  const log = written({
    requirements: [
      requirement('made.up', { verdict: 'failed', cases: [failedCase('a', 'x1', 'b')] }),
    ],
  });
  expect(log.runs[0]?.results?.[0]?.locations?.[0]?.physicalLocation).toEqual({
    artifactLocation: { uri: 'contract/made.ts' },
    region: { startLine: 1 },
  });
});
