import { expect, test } from '#test';
import { requirementIds } from '../../schemas/requirements/index.ts';
import { allVariants, faults } from './subjects.ts';
import { renderTable, staleness } from './table.ts';

const share = { passed: {}, recorded: [], replayed: [] };
const killed = faults.map(({ id, breaks }) => ({
  ...share,
  subject: id,
  checks: [breaks],
  findings: [{ id: breaks, verdict: 'failed' as const, cases: ['all'], message: '' }],
}));
const checked = allVariants.map(({ id }) => ({
  ...share,
  subject: id,
  checks: requirementIds,
  findings: [],
}));

/** As if every fault had been killed and every variant judged by every check. */
const table = renderTable([...killed, ...checked]);
const [fault] = faults;
const { breaks, id } = fault!;
const count = faults.filter(each => each.breaks === breaks).length;
const row = `| \`${breaks}\` | ${count} of ${count} | ${allVariants.length} |`;

test('each requirement has a line: faults killed, variants checked', () => {
  expect(table).toContain(`\n${row}\n`);
  expect(table).toContain(`${faults.length} faults, ${allVariants.length} variants, 0 of them`);
  expect(staleness(table)).toEqual([]);
});

test('a fault that survives, and a check that did not run, lower the counts', () => {
  const lower = renderTable(killed.filter(({ subject }) => subject !== id));
  expect(lower).toContain(`\n| \`${breaks}\` | ${count - 1} of ${count} | 0 |\n`);
});

test('a table of other requirements, faults or variants is stale', () => {
  const differs = (from: string, to: string) => staleness(table.replace(from, to));
  expect(differs(`${row}\n`, '')).toEqual([`${breaks} has ${count} faults`]);
  expect(
    differs(row, row.replaceAll(`${count} of ${count}`, `${count + 1} of ${count + 1}`)),
  ).toEqual([`${breaks} has ${count} faults`]);
  expect(differs(row, row.replace(`${count} of`, `${count - 1} of`))).toEqual([
    `a fault of ${breaks} survived`,
  ]);
  expect(differs(row, `${row}\n| \`auth.gone\` | 1 of 1 | 1 |`)).toEqual([
    'auth.gone has 0 faults',
  ]);
  expect(differs(`${allVariants.length} variants`, '1 variants')).toHaveLength(1);
  expect(staleness('').length).toBeGreaterThan(requirementIds.length);
});
