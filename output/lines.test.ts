import { writeFileSync } from 'node:fs';
import { expect, test } from '#test';
import { linesIn } from './lines.ts';

const linesOf = (text: string): string[] => {
  const file = test.info().outputPath('lines');
  writeFileSync(file, text);
  return Array.from(linesIn(file), line => line.toString());
};

test('each whole line is there, half a line at the end is not', () => {
  expect(linesOf('a\n\nbc\nhalf')).toEqual(['a', '', 'bc']);
  expect(linesOf('half')).toEqual([]);
  expect(linesOf('')).toEqual([]);
  expect([...linesIn(test.info().outputPath('nowhere'))]).toEqual([]);
});

test('a line may be longer than what is read at once, and be cut within a character', () => {
  const long = 'é'.repeat(1_500_000);
  expect(linesOf(`x\n${long}\n${long}\ny\n`)).toEqual(['x', long, long, 'y']);
});
