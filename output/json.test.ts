import { expect, test } from '#test';
import { closed, count, text } from '../schemas/records/schema.ts';
import { asRecord, parseJson } from './json.ts';

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

test('a record is what its schema describes, or the first thing that is wrong is named', () => {
  const schema = closed({ name: text }, { of: count });
  for (const good of [{ name: 'a' }, { name: 'a', of: 0 }])
    expect(asRecord(good, schema, 'a.json')).toBe(good);
  for (const [bad, said] of [
    [null, 'it must be object'],
    [{}, "it must have required property 'name'"],
    [{ name: 'a', of: -1 }, 'it/of must be >= 0'],
    [{ name: 'a', key: 'sk_live_abc' }, 'it must NOT have additional properties'],
  ] as const)
    expect(() => asRecord(bad, schema, 'a.json')).toThrow(`a.json is damaged: ${said}.`);
});
