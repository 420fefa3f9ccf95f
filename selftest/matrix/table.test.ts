import { readFileSync } from 'node:fs';
import { expect, test } from '#test';
import type { Reds } from './reds.ts';
import { allVariants, faults } from './subjects.ts';
import { renderTable } from './table.ts';

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
