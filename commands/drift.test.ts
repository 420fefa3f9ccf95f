import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '#test';
import { requirement, result } from '../reports/testing/samples.ts';
import { lastBefore } from './drift.ts';

const passed = requirement('wallet.fields', { verdict: 'passed' });
const at = (day: number, requirements = [passed]) =>
  result({ startedAt: new Date(Date.UTC(2026, 0, day)).toISOString(), requirements });

test('the last result that judged anything before another one, by the time in it and not by the name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'history-'));
  const gap = requirement('wallet.fields', { verdict: 'error', reason: 'no network' });
  const nights = { 'a.json': at(3), 'b.json': at(1), 'c.json': at(2), 'd.json': at(4, [gap]) };
  for (const [file, each] of Object.entries(nights))
    writeFileSync(join(folder, file), JSON.stringify(each));
  expect(lastBefore(folder, at(3))).toBe(join(folder, 'c.json'));
  expect(lastBefore(folder, at(9))).toBe(join(folder, 'a.json'));
  expect(lastBefore(folder, at(1))).toBeUndefined();
  rmSync(folder, { recursive: true });
});
