import {
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { closed, count, text } from '../../schemas/records/schema.ts';
import { test } from '../../fixtures/testing/spawned.ts';
import {
  asRecord,
  linesIn,
  makeFolder,
  parseJson,
  readBounded,
  readJsonFile,
  writeWhole,
} from './files.ts';

test('a file is written with its folder and its mode', ({ cwd }) => {
  const file = join(cwd, 'a', 'b', 'key.pem');
  writeWhole(file, 'first');
  writeWhole(file, Buffer.from('second'), { mode: 0o600 });
  expect(readFileSync(file, 'utf8')).toBe('second');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a failed write leaves only the old file', ({ cwd }) => {
  const file = join(cwd, 'result.json');
  mkdirSync(file);
  expect(() => writeWhole(file, 'new')).toThrow('EISDIR');
  expect(readdirSync(cwd)).toEqual(['result.json']);
});

test('the error for a folder that cannot be created names the real cause', ({ cwd }) => {
  writeWhole(join(cwd, 'file'), '');
  const inTheWay = process.versions.node.startsWith('20.') ? 'ENOTDIR' : 'EEXIST';
  expect(() => makeFolder(join(cwd, 'file', 'below', 'it'))).toThrow(inTheWay);
  test.skip(process.platform !== 'linux', '/proc is one of Linux');
  expect(() => makeFolder('/proc/conformance/out')).toThrow('ENOENT');
});

for (const [text, said] of [
  [' \n', 'it is empty'],
  ['{"a":', 'it breaks off'],
  ['{\n "a": 1,\n}', 'line 3, character 1 is wrong'],
  ['sk_live_abc', 'line 1, character 1 is wrong'],
  ['{"api_key": sk_live_abc}', 'a.json cannot be read as JSON: line 1, character 13 is wrong'],
  ['{\n "a": [1,,2]\n}', 'line 2, character 10 is wrong'],
] as const)
  test(`the message for the JSON ${JSON.stringify(text)} does not repeat its content`, () => {
    expect(() => parseJson(text, 'a.json')).toThrow(said);
    expect(() => parseJson(text, 'a.json')).toThrow(/^(?![^]*sk_live)/);
  });

test('a byte order mark before JSON is ignored', () => {
  expect(parseJson('\ufeff{"a":1}', 'a.json')).toEqual({ a: 1 });
  expect(() => parseJson('\ufeff', 'a.json')).toThrow('it is empty');
});

test('the message for a damaged record names the first violation', () => {
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

const linesOf = (text: string): string[] => {
  const file = test.info().outputPath('lines');
  writeFileSync(file, text);
  return Array.from(linesIn(file), line => line.toString());
};

test('an unfinished last line is skipped', () => {
  expect(linesOf('a\n\nbc\nhalf')).toEqual(['a', '', 'bc']);
  expect(linesOf('half')).toEqual([]);
  expect(linesOf('')).toEqual([]);
  expect([...linesIn(test.info().outputPath('nowhere'))]).toEqual([]);
});

test('long lines with multi-byte characters are read whole', () => {
  const long = 'é'.repeat(1_500_000);
  expect(linesOf(`x\n${long}\n${long}\ny\n`)).toEqual(['x', long, long, 'y']);
});

test('a file that is too large, or that never ends, is not read', ({ cwd }) => {
  const file = join(cwd, 'large');
  writeFileSync(file, '');
  truncateSync(file, 2 ** 30);
  expect(() => readJsonFile(file)).toThrow(`${file} has 1024 MiB, more than 256, and is not read.`);
  expect(() => readBounded(file, 2 ** 20)).toThrow('more than 1,');
  test.skip(process.platform === 'win32', 'there is no such device');
  expect(() => readJsonFile('/dev/zero')).toThrow('/dev/zero is not a regular file.');
  expect([...linesIn('/dev/zero')]).toEqual([]);
});
