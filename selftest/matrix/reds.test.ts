import { readFileSync } from 'node:fs';
import { expect, test } from '#test';
import { differences, type Reds } from './reds.ts';
import { renderTable } from './run.ts';
import { allVariants, faults } from './subjects.ts';
import type { Share } from './worker.ts';

const share = (
  reds: Readonly<Record<string, readonly string[]>>,
  passed?: Share['passed'],
): Share => ({
  subject: 'a-fault',
  byAll: passed === undefined,
  checks: [],
  findings: Object.entries(reds).map(([id, cases]) => ({
    id,
    verdict: 'failed',
    cases,
    message: '',
  })),
  passed: passed ?? {},
  recorded: [],
  replayed: [],
  misnamed: [],
});
const listed = { reds: { 'wallet.fields': ['GET /wallet', 'a bulk'], 'format.currencies': [] } };
const asListed = { 'wallet.fields': ['a bulk', 'GET /wallet'], 'format.currencies': [] };

test('what is listed is no difference, in any order, whatever other checks sent', () => {
  expect(differences(share(asListed), listed)).toEqual([]);
  const elsewhere = { ...asListed, 'format.currencies': ['anywhere in the run: GET /wallet'] };
  expect(differences(share(elsewhere), listed)).toEqual([]);
});

test('a case more, a case fewer, and a requirement that the list lacks name both sides', () => {
  const more = differences(
    share({ ...asListed, 'wallet.fields': ['x', 'a bulk', 'GET /wallet'] }),
    listed,
  );
  expect(more).toEqual([
    'fault a-fault: wallet.fields is red in [GET /wallet; a bulk; x]; reds.json has [GET /wallet; a bulk]',
  ]);
  const fewer = differences(share({ ...asListed, 'wallet.fields': ['a bulk'] }), listed);
  expect(fewer).toEqual([
    'fault a-fault: wallet.fields is red in [a bulk]; reds.json has [GET /wallet; a bulk]',
  ]);
  expect(differences(share({ ...asListed, 'auth.reason': [] }), listed)).toEqual([
    'fault a-fault: auth.reason is red in exchanges of other checks; reds.json has no case',
  ]);
  expect(differences(share({}), listed)).toHaveLength(2);
  expect(differences(share(asListed), undefined)[0]).toContain('./gv matrix --write a-fault');
});

test('of a few checks, a case that was not exercised is no difference, and one that passed is', () => {
  expect(differences(share({ 'wallet.fields': ['a bulk'] }, {}), listed)).toEqual([]);
  const passed = { 'wallet.fields': ['GET /wallet'] };
  expect(differences(share({ 'wallet.fields': ['a bulk'] }, passed), listed)).toHaveLength(1);
  expect(differences(share({ 'auth.reason': ['all'] }, {}), listed)).toHaveLength(1);
});

const all: Reds = Object.fromEntries(
  faults.map(({ id, breaks }) => [id, { reds: { [breaks]: ['all'] } }]),
);
const [fault] = faults;
const { breaks, id } = fault!;
const count = faults.filter(each => each.breaks === breaks).length;

test('each requirement has a line, and a fault that survives lowers its count', () => {
  expect(renderTable(all)).toContain(`\n| \`${breaks}\` | ${count} of ${count} |\n`);
  const { [id]: _, ...others } = all;
  expect(renderTable(others)).toContain(`\n| \`${breaks}\` | ${count - 1} of ${count} |\n`);
});

test('the README states their numbers', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  expect(/\d+ faults and \d+ conformant variants/.exec(readme)?.[0]).toBe(
    `${faults.length} faults and ${allVariants.length} conformant variants`,
  );
});
