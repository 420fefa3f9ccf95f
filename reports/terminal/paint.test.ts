import { expect, test } from '#test';
import { StatusLine } from './paint.ts';

function lineOn(isTTY: boolean) {
  const written: string[] = [];
  const stream = { isTTY, columns: 20, write: (text: string) => written.push(text) > 0 };
  return { written, line: new StatusLine(stream) };
}

test('on a terminal one line is written over, and goes before other lines', () => {
  const { line, written } = lineOn(true);
  line.update('1 of 9 checks ran');
  line.update('a text that is longer than the terminal');
  line.clear();
  line.clear();
  expect(written).toEqual([
    '1 of 9 checks ran',
    '\r\u001B[2K',
    'a text that is long',
    '\r\u001B[2K',
  ]);
});

test('elsewhere each is a line', () => {
  const { line, written } = lineOn(false);
  line.update('1 of 9 checks ran');
  line.clear();
  expect(written).toEqual(['1 of 9 checks ran\n']);
});
