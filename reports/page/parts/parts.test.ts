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

test('the beginning of a JSON text is indented', () => {
  expect(indentJson('{"a":{"b":"unfinis')).toBe('{\n\t"a": {\n\t\t"b": "unfinis');
});

test('a text that is not a JSON object or list stays unchanged', () => {
  for (const text of ['', 'Bad Gateway', '"a, b"', '<html>{"a":1}</html>', '42'])
    expect(indentJson(text)).toBe(text);
});

test('deep nesting and escapes stay small', () => {
  expect(indentJson('['.repeat(2000)).length).toBeLessThan(2000 * 15);
  expect(indentJson(String.raw`{"a":"\"}\\"}`)).toBe('{\n\t"a": "\\"}\\\\"\n}');
});
