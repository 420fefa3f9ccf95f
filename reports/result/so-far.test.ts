import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { test } from '../../fixtures/testing/spawned.ts';
import type { Outcome } from '../../schemas/records/result.ts';
import { interrupted } from '../../schemas/records/run.ts';
import { cutReason, outcomesSoFar } from './so-far.ts';

const outcome = (id: string, verdict: Outcome['verdict'], reason?: string): Outcome => ({
  id,
  verdict,
  cases: [{ id: 'all', verdict, evidence: [], ...(reason === undefined ? {} : { reason }) }],
  observations: [],
  durationMs: 1,
});
const lines = (...all: object[]) => all.map(each => `${JSON.stringify(each)}\n`).join('');

test('checks that ended keep their outcome, the last one; the others state by what the run was cut, and when', ({
  cwd,
}) => {
  writeFileSync(
    join(cwd, 'exchanges.jsonl'),
    lines(...[2, 1].map(attempts => ({ resource: 'wallet', attempts, limited: 0 }))),
  );
  writeFileSync(
    join(cwd, 'outcomes.jsonl'),
    lines(
      { selected: ['wallet.fields', 'auth.missing-key', 'tools.fields', 'auth.status'] },
      { outcome: outcome('wallet.fields', 'passed') },
      { outcome: outcome('auth.missing-key', 'not-exercised', interrupted) },
      { outcome: outcome('wallet.fields', 'failed'), final: true },
    ) + '{"outcome":{"id":"tools.fi',
  );
  const reason = cutReason(cwd, 'SIGTERM');
  expect(reason).toBe('the run was interrupted by SIGTERM after 3 requests');
  const found = outcomesSoFar(cwd, [outcome('auth.status', 'passed')], reason);
  expect(found?.map(({ id, verdict, cases }) => [id, verdict, cases[0]?.reason])).toEqual([
    ['wallet.fields', 'failed', undefined],
    ['auth.missing-key', 'not-exercised', reason],
    ['tools.fields', 'not-exercised', reason],
    ['auth.status', 'passed', undefined],
  ]);
});

test('before the checks were selected there is nothing', ({ cwd }) => {
  expect(outcomesSoFar(cwd, [], 'cut')).toBeUndefined();
});
