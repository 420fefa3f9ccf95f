import { expect, test } from '#test';
import { StatusLine } from './screen.ts';

function lineOn(stream: { isTTY: boolean; columns: number }) {
  const written: string[] = [];
  const write = (text: string) => written.push(text) > 0;
  return { written, line: new StatusLine({ ...stream, write }) };
}

for (const [columns, shown] of [
  [45, '  1 of 9 checks, 3 requests, 2 GBP, 9 s left'],
  [44, '  1 of 9 checks, 2 GBP, 9 s left'],
  [30, '  1 of 9 checks, 9 s left'],
  [15, '  1 of 9'],
] as const)
  test(`in ${columns} columns parts are left out, and no word is cut`, () => {
    const { line, written } = lineOn({ isTTY: true, columns });
    line.update(['1 of 9 checks', '3 requests', '2 GBP', '9 s left']);
    expect(written).toEqual([shown]);
  });
