/** Tests that a search for `requirement('<id>'` or `observation('<id>'` finds every id of the catalogue. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '#test';
import { areaOf, observationIds, requirementIds } from './statements.ts';

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(file =>
  /^[a-z-]+\/(?:[a-z]+-)?checks\.ts$/.test(file),
);
const texts = files.map(
  file => [dirname(file), readFileSync(new URL(file, import.meta.url), 'utf8')] as const,
);

const idsBy = (register: string): string[] =>
  texts
    .flatMap(([, text]) => [...text.matchAll(new RegExp(`^${register}\\(\\s*'([^']+)'`, 'gm'))])
    .map(([, id = '']) => id)
    .toSorted();

test('every requirement has one check, and no other id has one', () => {
  expect(idsBy('requirement')).toEqual(requirementIds.toSorted());
});

test('every observation has one check, or is made by the check of a requirement', () => {
  const own = idsBy('observation');
  expect(new Set(own).size).toBe(own.length);
  const observed = texts.flatMap(([, text]) => [...text.matchAll(/\bobserve\(\s*'([^']+)'/g)]);
  const all = new Set([...own, ...observed.map(([, id = '']) => id)]);
  expect([...all].toSorted()).toEqual(observationIds.toSorted());
});

test('an id stands in the folder of its area', () => {
  const foreign = texts.flatMap(([area, text]) =>
    [...text.matchAll(/^(?:requirement|observation)\(\s*'([^']+)'/gm)]
      .map(([, id = '']) => id)
      .filter(id => areaOf(id) !== area),
  );
  expect(foreign).toEqual([]);
});
