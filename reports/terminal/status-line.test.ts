import { expect, test } from '#test';
import { StatusLine } from './status-line.ts';

function lineOn(stream: { isTTY: boolean; columns: number }) {
  const written: string[] = [];
  const write = (text: string) => written.push(text) > 0;
  return { written, line: new StatusLine({ ...stream, write }) };
}

test('on a terminal one line is written over, and goes before other lines', () => {
  const { line, written } = lineOn({ isTTY: true, columns: 40 });
  line.update(['1 of 9 checks', '3 requests']);
  line.update(['2 of 9 checks', '5 requests']);
  line.clear();
  line.clear();
  expect(written).toEqual([
    '  1 of 9 checks, 3 requests',
    '\r\u001B[2K',
    '  2 of 9 checks, 5 requests',
    '\r\u001B[2K',
  ]);
});

test('on a narrow terminal parts are left out, and no word is cut', () => {
  const shown = (columns: number) => {
    const { line, written } = lineOn({ isTTY: true, columns });
    line.update(['1 of 9 checks', '3 requests', '2 GBP', '9 s left']);
    return written;
  };
  expect(shown(45)).toEqual(['  1 of 9 checks, 3 requests, 2 GBP, 9 s left']);
  expect(shown(44)).toEqual(['  1 of 9 checks, 2 GBP, 9 s left']);
  expect(shown(30)).toEqual(['  1 of 9 checks, 9 s left']);
  expect(shown(15)).toEqual(['  1 of 9']);
});

test('elsewhere nothing is written', () => {
  const { line, written } = lineOn({ isTTY: false, columns: 80 });
  line.update(['1 of 9 checks']);
  line.clear();
  expect(written).toEqual([]);
});
