import { expect, test } from '#test';
import { duration, indentJson } from './marks.tsx';

test('a duration is rounded before it is split', () => {
  const shown = ['1.0 s', '1 min 0 s', '2 min 0 s'];
  expect([999.7, 59_970, 119_700].map(duration)).toEqual(shown);
});

test('objects and lists get lines, and every token stays unchanged', () => {
  expect(indentJson('{"a":1.0,"a":[1e400,"x, {y}"],"b":{},"c":[ ]}')).toBe(
    '{\n\t"a": 1.0,\n\t"a": [\n\t\t1e400,\n\t\t"x, {y}"\n\t],\n\t"b": {},\n\t"c": [ ]\n}',
  );
});

test('other texts, and the beginning of a JSON text, are indented as far as possible', () => {
  expect(indentJson('{"a":{"b":"unfinis')).toBe('{\n\t"a": {\n\t\t"b": "unfinis');
  for (const text of ['', 'Bad Gateway', '"a, b"', '<html>{"a":1}</html>', '42'])
    expect(indentJson(text)).toBe(text);
  expect(indentJson('['.repeat(2000)).length).toBeLessThan(2000 * 15);
});
