/** Tests that every id of the catalogue has its check, where a search for `requirement('<id>'` finds it. */
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, test } from '#test';
import { findChecks, loadChecks } from './requirement.ts';
import { areaOf, observationIds, requirementIds } from './statements.ts';

const found = findChecks();
const isObservation = (id: string) => observationIds.some(each => each === id);

test('every requirement has one check, and no other id has one', () => {
  const ids = found.map(({ id }) => id).filter(id => !isObservation(id));
  expect(ids.toSorted()).toEqual(requirementIds.toSorted());
});

test('every observation has one check, or is made by the check of a requirement', () => {
  const own = found.map(({ id }) => id).filter(isObservation);
  expect(new Set(own).size).toBe(own.length);
  const files = new Set(found.map(({ file }) => file));
  const observed = [...files].flatMap(file =>
    Array.from(
      readFileSync(file, 'utf8').matchAll(/\bobserve\(\s*'([^']+)'/g),
      ([, id = '']) => id,
    ),
  );
  const all = [...new Set([...own, ...observed])];
  expect(all.toSorted()).toEqual(observationIds.toSorted());
});

test('every check is in the folder of its area, at the line that a listing names', async () => {
  expect((await loadChecks()).map(({ id }) => id)).toEqual(found.map(({ id }) => id));
  for (const { id, file, line } of found) {
    expect(basename(dirname(file)), id).toBe(areaOf(id));
    const lines = readFileSync(file, 'utf8').split('\n');
    expect(lines.slice(line - 1, line + 1).join('\n')).toContain(`'${id}'`);
  }
});
