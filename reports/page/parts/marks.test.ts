import { expect, test } from '#test';
import { indentJson } from './marks.tsx';

test('objects and lists get lines; every token stays as it came', () => {
  expect(indentJson('{"a":1.0,"a":[1e400,"x, {y}"],"b":{},"c":[ ]}')).toBe(
    '{\n\t"a": 1.0,\n\t"a": [\n\t\t1e400,\n\t\t"x, {y}"\n\t],\n\t"b": {},\n\t"c": [ ]\n}',
  );
});

test('the beginning of JSON is indented as far as it goes', () => {
  expect(indentJson('{"a":{"b":"unfinis')).toBe('{\n\t"a": {\n\t\t"b": "unfinis');
});

test('what is no JSON object or list stays as it is', () => {
  for (const text of ['', 'Bad Gateway', '"a, b"', '<html>{"a":1}</html>', '42'])
    expect(indentJson(text)).toBe(text);
});

test('deep nesting and escapes take no more than their place', () => {
  expect(indentJson('['.repeat(2000)).length).toBeLessThan(2000 * 15);
  expect(indentJson(String.raw`{"a":"\"}\\"}`)).toBe('{\n\t"a": "\\"}\\\\"\n}');
});
