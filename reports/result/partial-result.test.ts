import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { test } from '../../fixtures/testing/spawned.ts';
import type { Outcome } from '../../schemas/records/result.ts';
import { interrupted } from '../../schemas/records/run.ts';
import { cutReason, outcomesSoFar, whyUnbuilt } from './partial-result.ts';
import { LogLines } from '../../fixtures/output/exchange-log.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import { route } from '../../schemas/routes.ts';

const outcome = (id: string, verdict: Outcome['verdict'], reason?: string): Outcome => ({
  id,
  verdict,
  cases: [{ id: 'all', verdict, evidence: [], ...(reason === undefined ? {} : { reason }) }],
  observations: [],
  durationMs: 1,
});
const lines = (...all: object[]) => all.map(each => `${JSON.stringify(each)}\n`).join('');

test('checks that ended keep their outcome; the others state the cut', ({ cwd }) => {
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

const folder = (...lines: readonly string[]) => {
  const file = test.info().outputPath('exchanges.jsonl');
  writeFileSync(file, lines.join(''));
  return test.info().outputDir;
};
const cause = new RangeError('Invalid string length');

test('a result that cannot be built leaves its cause, and what was bought and left behind', () => {
  const log = new LogLines();
  const out = folder(
    log.write({
      exchange: exchangeOn(route.createOrder, { status: 202, body: {} }),
      resource: 'orders',
      attempts: 1,
      limited: 0,
      spent: { GBP: 12.5 },
    }),
    log.write({
      exchange: exchangeOn(route.createWebhook, { id: 'x2', status: 201, body: { id: 'w1' } }),
      resource: 'webhooks',
      attempts: 1,
      limited: 0,
    }),
  );
  expect(whyUnbuilt(out, cause).split('\n')).toEqual([
    `The result of the run could not be built: Invalid string length. What its checks exchanged is in ${out}/exchanges.jsonl.`,
    'It bought or left behind:',
    '  1 webhook: w1',
    '  POST /orders: 1 for 12.5 GBP',
  ]);
});

test('nothing bought is stated, and so is a log that cannot be read', () => {
  expect(whyUnbuilt(folder(), cause)).toContain('It bought nothing, and left nothing behind.');
  expect(whyUnbuilt(folder('{"exch\n'), cause)).toContain('is not known: its log cannot be read');
});
