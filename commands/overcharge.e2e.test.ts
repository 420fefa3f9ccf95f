/** Tests that a run stops spending if the target takes more than was sent. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { command, everythingAllowed, test } from '../fixtures/testing/spawned.ts';
import { faults } from '../reference/faults/index.ts';

const name = 'wallet-pays-ten-times-for-vouchers';

test('a target that takes ten times the price ends the spending, and the run is an error', async ({
  cwd,
  reference,
  conformance,
}) => {
  const { patch } = faults.find(({ id }) => id === name)!;
  const { settings } = await reference({ patches: [patch] });
  const spending = { ...settings, ...everythingAllowed };
  const args = ['--project=contract', 'vouchers', 'wallet.purchases'];
  const { code, stdout, out, result } = await conformance(spending, ...args);
  const both =
    'the wallet fell by 0.1 GBP, and all purchases that were accepted or got no answer add up to 0.01 GBP';
  expect([code, result?.verdict], stdout).toEqual([3, 'error']);
  expect(result?.reasons).toEqual([expect.stringContaining(both)]);
  for (const file of ['junit.xml', 'summary.md', 'index.html'])
    expect(readFileSync(join(out, file), 'utf8'), file).toContain(both);
  // The case that shows the charge warns, and what could not be bought after it is no error of the suite.
  const verdictOf = (id: string) => result?.requirements.find(each => each.id === id)?.verdict;
  expect(verdictOf('vouchers.price')).toBe('warning');
  expect(verdictOf('wallet.purchases')).toBe('warning');
  expect(result?.requirements.filter(({ verdict }) => verdict === 'error')).toEqual([]);
  const { stdout: counted } = await command('ledger', [], { cwd });
  expect(counted).toContain('0.09 GBP');
  expect(counted).toContain('Set GV_API_KEY or GV_AUTOMATION_KEY ');
  const { stdout: uncapped } = await command('ledger', [], { cwd, settings });
  expect(uncapped).toContain('  GBP       0.1 counts\nTo see what a limit leaves: ');
  const capped = { ...spending, GV_MAX_SPEND: '10 GBP, 5 EUR' };
  const { stdout: totals } = await command('ledger', [], { cwd, settings: capped });
  expect(totals).toContain('  GBP       0.1 of 10 counts, GV_MAX_SPEND leaves 9.9\n');
  expect(totals).toContain('  EUR       0 of 5 counts, GV_MAX_SPEND leaves 5\n');
});
