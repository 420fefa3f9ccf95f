import { expect, test } from '#test';
import { difference, duration, indentJson } from './marks.tsx';

/** Shows marked parts in brackets. */
const marked = (expected: string, actual: string) =>
  difference(expected, actual).map(parts =>
    parts.map(({ text, differs }) => (differs ? `[${text}]` : text)).join(''),
  );

for (const [what, expected, actual, ...shown] of [
  [
    'a sentence and JSON: values that the other side lacks',
    'status 401 and a JSON object with the error "Invalid API key"',
    '401 {"error":"Unauthorized"}',
    'status 401 and a JSON object with the error ["Invalid API key"]',
    '401 {"error":["Unauthorized"]}',
  ],
  [
    'only the status, if it differs',
    'status 200',
    '202 [{"_id":"a","balance":200.5}]',
    'status [200]',
    '[202] [{"_id":"a","balance":200.5}]',
  ],
  ['numbers', '12.5', '12.50', '[12.5]', '[12.50]'],
  [
    'values, and no indices of a path',
    '/0/denominations/1: must be number',
    '/0/denominations/1 is "5"',
    '/0/denominations/1: must be number',
    '/0/denominations/1 is ["5"]',
  ],
] as const)
  test(`differences are marked: ${what}`, () => {
    expect(marked(expected, actual)).toEqual(shown);
  });

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
