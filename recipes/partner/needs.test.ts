/** Checks that the README lists what `./gv certify` asks for. */
import { readFileSync } from 'node:fs';
import { expect, test } from '#test';
import { projectFile } from '../../fixtures/testing/spawned.ts';
import { demandsOf } from '../../reports/certificate/demands.ts';
import { core, featureNames } from '../../schemas/features/features.ts';

const readme = readFileSync(projectFile('recipes/partner/README.md'), 'utf8');
const rows = readme.split('\n').filter(line => line.startsWith('| `'));

/** Returns the names in a row, after the feature. */
const namedIn = (row = ''): string[] =>
  [...row.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name).slice(1);

test('the lines for .env have what a certificate of the example needs, and the table what each other feature adds', () => {
  const [, lines = ''] = /^# every certificate\n(.*?)^# yours$/ms.exec(readme) ?? [];
  const needs = [core, 'catalog', 'wallet'] as const;
  expect([...lines.matchAll(/^GV_\w+/gm)].map(([name]) => name)).toEqual([
    ...new Set(needs.flatMap(part => demandsOf(part).needs)),
  ]);
  const given = demandsOf(core).needs;
  for (const feature of featureNames.filter(each => each !== 'catalog' && each !== 'wallet')) {
    const row = rows.find(each => each.startsWith(`| \`${feature}\``));
    expect(
      namedIn(row).filter(name => name !== 'GV_ALLOW'),
      feature,
    ).toEqual(demandsOf(feature).needs.filter(need => !given.includes(need)));
  }
});
