import { readFileSync } from 'node:fs';
import { expect, test } from '#test';
import { projectFile } from '../fixtures/testing/spawned.ts';
import { dependenciesIn, isAllowed, modulesIn } from './licences.ts';

const dependencies = dependenciesIn(projectFile(''));

test('every dependency has a licence that is allowed', () => {
  expect(dependencies.length).toBeGreaterThan(100);
  expect(dependencies.filter(each => !isAllowed(each))).toEqual([]);
});

test('one of an OR and all of an AND have to be allowed; none stated is none', () => {
  const allows = (licence: string | undefined, dev = false) => isAllowed({ licence, dev });
  expect(allows('(MIT OR GPL-3.0-only)')).toBe(true);
  expect(allows('(MIT AND GPL-3.0-only)')).toBe(false);
  expect(allows('(MIT AND Zlib)')).toBe(true);
  expect(allows('GPL-3.0-only')).toBe(false);
  expect(allows('SEE LICENSE IN LICENSE')).toBe(false);
  expect(allows(undefined)).toBe(false);
  expect(allows('MPL-2.0')).toBe(false);
  expect(allows('MPL-2.0', true)).toBe(true);
});

test('package.json decides about every install script, and about none that is not there', () => {
  const { allowScripts } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as {
    allowScripts: Readonly<Record<string, boolean>>;
  };
  const scripted = dependencies.filter(each => each.installScript).map(({ name }) => name);
  expect([...new Set(scripted)]).toEqual(Object.keys(allowScripts).toSorted());
});

test('modules of Go are read in a block and alone', () => {
  const text =
    'module a/b\n\ngo 1.25.0\n\nrequire a.io/c/v2 v2.2.0\n\nrequire (\n\td.io/e-f v0.1.0 // indirect\n)\n';
  expect(modulesIn(text)).toEqual([
    { name: 'a.io/c/v2', version: 'v2.2.0' },
    { name: 'd.io/e-f', version: 'v0.1.0' },
  ]);
});
