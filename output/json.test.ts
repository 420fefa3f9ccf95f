import { expect, test } from '#test';
import { parseJson } from './json.ts';

for (const [text, said] of [
  ['', 'it is empty'],
  [' \n', 'it is empty'],
  ['{"a":', 'it breaks off'],
  ['{\n "a": 1,\n}', 'line 3, character 1 is wrong'],
  ['sk_live_abc', 'it is something else'],
  ['{"api_key": sk_live_abc}', 'a.json cannot be read as JSON'],
] as const)
  test(`what is wrong with ${JSON.stringify(text)}, without what is in it`, () => {
    expect(() => parseJson(text, 'a.json')).toThrow(said);
    expect(() => parseJson(text, 'a.json')).toThrow(/^(?![^]*sk_live)/);
  });
