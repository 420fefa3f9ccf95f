import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '#test';

const bin = join(import.meta.dirname, '../node_modules/.bin/oxlint');
const plugin = join(import.meta.dirname, 'lint-comparisons.js');

/** Lints statements, and returns the messages about comparisons. */
function lint(...statements: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'));
  const config = join(folder, 'lint.json');
  writeFileSync(
    config,
    JSON.stringify({ jsPlugins: [plugin], rules: { 'comparisons/two-values': 'error' } }),
  );
  writeFileSync(join(folder, 'checks.ts'), statements.join('\n'));
  try {
    const args = ['--config', config, '--format', 'json', 'checks.ts'];
    execFileSync(bin, args, { cwd: folder, encoding: 'utf8' });
    return [];
  } catch (error) {
    const { diagnostics } = JSON.parse((error as { stdout: string }).stdout) as {
      diagnostics: { code: string; message: string }[];
    };
    return diagnostics
      .filter(({ code }) => code.startsWith('comparisons'))
      .map(({ message }) => message);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const [statement, message] of [
  ["expect(pair, 'items').toEqual(pair?.toReversed());", /made from pair,/],
  ["expect(ids, 'ids').toEqual([...new Set(ids)]);", /made from ids,/],
  ['expect(Object.entries(wrong.map(is))).toEqual(wrong.map(was));', /made from wrong,/],
  ["expect(missing, 'missing').toEqual([]);", /does not say what is expected/],
  ["expect(value, 'value').toSatisfy('above 1', () => other > 1);", /ignores its value/],
] as const)
  test(`the linter refuses ${statement}`, () => {
    expect(lint(statement)).toEqual([expect.stringMatching(message)]);
  });

test('the linter accepts comparisons of two values', () => {
  expect(
    lint(
      "expect(page.total, 'total').toBe(items.length);",
      "expect(both.total, 'total').toBe(once.total);",
      'expect(field(exchange, name)).toBe(sentId(exchange));',
      "expect(at(order, 'giftOrder', name)).toBe(given[name]);",
      "expect(value, 'a value').toSatisfy('above 1', each => each > 1);",
    ),
  ).toEqual([]);
});
