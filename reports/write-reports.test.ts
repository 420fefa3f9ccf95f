import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { test } from '../fixtures/testing/spawned.ts';
import { summary } from './terminal/summary.ts';
import { failedCase, requirement, result } from './testing/samples.ts';
import { reports, writeAll } from './write-reports.ts';

test('a report that cannot be written is named, and its old file is removed', async ({ cwd }) => {
  writeFileSync(join(cwd, 'a'), 'of an earlier run');
  const renders = {
    a: () => {
      throw new Error('no text');
    },
    b: () => 'b',
  };
  expect(await writeAll(cwd, renders)).toEqual([`${join(cwd, 'a')} could not be written: no text`]);
  expect(existsSync(join(cwd, 'a'))).toBe(false);
  expect(readFileSync(join(cwd, 'b'), 'utf8')).toBe('b');
});

test('each report states the clauses that imply a requirement, and how many cases were shown', async () => {
  const shown = result({
    requirements: [
      requirement('wallet.fields', {
        verdict: 'failed',
        implied: '§2, §7: a reason',
        cases: [failedCase('a', 'x1', '401')],
      }),
      requirement('status.fields', { verdict: 'passed', inPart: { shown: 8, of: 17 } }),
    ],
  });
  for (const [report, text, implied, inPart] of [
    ['terminal', summary(shown, 'out'), 'implied by §2, §7: a reason\n', '1 of them in part'],
    ['page', await reports['index.html'](shown), 'Implied</b> by §2, §7: a reason', '8 of 17'],
    [
      'Markdown',
      reports['summary.md'](shown),
      'Implied by §2, §7: a reason\n',
      '1 of them in part',
    ],
    ['JUnit', reports['junit.xml'](shown), 'value="§2, §7: a reason"', 'value="8 of 17 cases"'],
  ] as const) {
    expect(text, report).toContain(implied);
    expect(text, report).toContain(inPart);
  }
});

test('terminal, page and Markdown say since when a requirement fails', async () => {
  const cases = [failedCase('a', 'x1', '401')];
  const since = '2026-11-27T01:00:00.000Z';
  const shown = result({
    requirements: [requirement('wallet.fields', { verdict: 'failed', cases })],
    streaks: { 'wallet.fields': { state: 'failed', since, results: 3 } },
  });
  const text = 'failing since 2026-11-27, in 3 results';
  expect(summary(shown, 'out')).toContain(`A fact\n  ${text}\n`);
  expect(await reports['index.html'](shown)).toContain(`1 of 1 case, ${text}<`);
  expect(reports['summary.md'](shown)).toContain(`A fact (§2.5), ${text}\n`);
});
