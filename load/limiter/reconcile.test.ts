import { test, expect } from '@playwright/test';
import { judge } from './findings.ts';
import type { Note } from '../probe/note.ts';
import { limiterNames, namesOf, type LimiterName } from '../probe/routes.ts';
import type { LimiterResult } from './summary.ts';
import { reconcile } from './reconcile.ts';

const settings = { maxRequests: 1000, maxWaitMs: 60_000 };

/** What a probe of one limiter found, whose questions `refused` tells: first time, second time. */
function found(
  name: LimiterName,
  refused: (to: string, round: number) => boolean,
  limit: number | undefined,
): LimiterResult {
  const asked = namesOf(limiterNames.filter(other => other !== name));
  const note = (phase: Note['phase'], status: number, to?: string): Note => ({
    phase,
    status,
    sentAt: 0,
    receivedAt: 1,
    headers: {},
    body: '',
    ...(to === undefined ? {} : { to }),
  });
  const notes = [
    ...asked.map(to => note('before', 200, to)),
    ...[1, 2].flatMap(round =>
      asked.map(to => note('separate', refused(to, round) ? 429 : 200, to)),
    ),
    note('burst', 429),
  ];
  const findings = judge(notes, settings);
  const measured = { value: limit ?? 0, low: limit ?? 0, high: limit ?? 0 };
  return {
    settings,
    notes,
    findings: {
      ...findings,
      limit: limit === undefined ? { inconclusive: true, reason: 'for a test' } : measured,
    },
  };
}

const never = () => false;
function verdicts(
  refused: Partial<Record<LimiterName, (to: string, round: number) => boolean>>,
  limit: number | undefined,
) {
  const results = limiterNames.map(name => [name, found(name, refused[name] ?? never, limit)]);
  const reconciled = reconcile(Object.fromEntries(results) as Record<LimiterName, LimiterResult>);
  return limiterNames.map(name => {
    const result = reconciled[name];
    const claims = 'skipped' in result ? [] : result.findings.claims;
    return claims.find(({ claim }) => claim === 'separate')?.verdict;
  });
}

const search = (to: string) => to === 'catalog GET /products/search';
const catalog = (to: string) => to.startsWith('catalog ');
const webhooks = (to: string) => to.startsWith('webhooks ');

test('limiters that leave each other alone pass', () => {
  expect(verdicts({}, 20)).toEqual(['passed', 'passed', 'passed']);
});

test('one route that another limiter counts is told by those beside it', () => {
  expect(verdicts({ webhooks: search }, 20)).toEqual(['passed', 'failed', 'passed']);
});

test('a limiter that is used up as a whole is accused only where it does the same in turn', () => {
  expect(verdicts({ webhooks: catalog }, 20)).toEqual(['passed', 'not-exercised', 'passed']);
  expect(verdicts({ webhooks: catalog, catalog: webhooks }, 20)).toEqual([
    'failed',
    'failed',
    'passed',
  ]);
});

test('a limit that our own questions reach, or that is not known, accuses nobody', () => {
  for (const limit of [5, 8, undefined])
    expect(verdicts({ webhooks: search }, limit)).toEqual(['passed', 'not-exercised', 'passed']);
});

test('a route that is admitted when it is asked once more accuses nobody', () => {
  const once = (to: string, round: number) => search(to) && round === 1;
  expect(verdicts({ webhooks: once }, 20)).toEqual(['passed', 'not-exercised', 'passed']);
});
