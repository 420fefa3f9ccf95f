import { expect, test } from '#test';
import { historyLines } from './lines.ts';
import { sampleHistory, sampleNights } from './testing/sample.ts';

test('the last nights with verdict, coverage and changes; what was left out with the reason', () => {
  const lines = historyLines(sampleHistory(sampleNights(), 'it is\u001b[31m no JSON'));
  expect(lines).toHaveLength(12);
  expect(lines[0]).toBe('  2 nights before');
  expect(lines[1]).toMatch(
    /^ {2}2026-01-03 02:00:00 UTC {2}non-conformant {2}3 of 9 shown, 3 of \d+ changes for the worse$/,
  );
  expect(lines.at(-2)).toMatch(/conformant .* nothing changed$/);
  expect(lines.at(-1)).toBe(String.raw`left out broken.json: it is\x1b[31m no JSON`);
});
