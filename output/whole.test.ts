import { mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { test } from '../fixtures/testing/spawned.ts';
import { makeFolder, writeWhole } from './whole.ts';

test('a file is there in whole, with its folder and its mode', ({ cwd }) => {
  const file = join(cwd, 'a', 'b', 'key.pem');
  writeWhole(file, 'first');
  writeWhole(file, Buffer.from('second'), { mode: 0o600 });
  expect(readFileSync(file, 'utf8')).toBe('second');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('what cannot be written leaves the old file, and nothing beside it', ({ cwd }) => {
  const file = join(cwd, 'result.json');
  mkdirSync(file);
  expect(() => writeWhole(file, 'new')).toThrow('EISDIR');
  expect(readdirSync(cwd)).toEqual(['result.json']);
});

test('a folder that cannot be made names the real cause, and ends', ({ cwd }) => {
  writeWhole(join(cwd, 'file'), '');
  const inTheWay = process.versions.node.startsWith('20.') ? 'ENOTDIR' : 'EEXIST';
  expect(() => makeFolder(join(cwd, 'file', 'below', 'it'))).toThrow(inTheWay);
  test.skip(process.platform !== 'linux', '/proc is one of Linux');
  expect(() => makeFolder('/proc/conformance/out')).toThrow('ENOENT');
});
