/** Tests runs whose permissions led to nothing, through the real command. The unit tests have the other lines. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect } from '#test';
import { everythingAllowed, test } from '../fixtures/testing/spawned.ts';
import { namedFaults } from '../selftest/matrix/subjects.ts';

interface Row {
  readonly fault: string;
  /** Checks that run. Others would only take time. */
  readonly checks: readonly string[];
  readonly code: number;
  /** First line of the verdict. */
  readonly line: RegExp;
  /** Failed test case of JUnit. */
  readonly failed: string;
}

const rows: readonly Row[] = [
  {
    fault: 'orders-of-any-product-rejected',
    checks: ['orders.accepted', 'buying.price-bounds'],
    code: 2,
    line: /^INCOMPLETE {2}No order was accepted: (\d+) requests, \1 rejections, 422$/m,
    failed: 'run.whole',
  },
  {
    fault: 'made-while-every-balance-is-0',
    checks: ['orders-made.remaining-balance', 'balance.of-wallet'],
    code: 2,
    line: /^INCOMPLETE {2}No balance was shown: \d+ purchases were accepted, and each of \d+ balances is 0$/m,
    failed: 'run.whole',
  },
  {
    fault: 'made-no-transaction-is-ever-shown',
    checks: ['orders-made.paid-in-ledger'],
    code: 1,
    line: /^NON-CONFORMANT {2}\d+ of \d+ requirements shown, .*\n {2}failed: orders-made\.paid-in-ledger$/m,
    failed: 'orders-made.paid-in-ledger',
  },
];

for (const { fault, checks, code, line, failed } of rows)
  test(`exit ${code}, and the first line says what was sent and what came: ${fault}`, async ({
    reference,
    conformance,
  }) => {
    const { patch } = namedFaults.find(({ id }) => id === fault)!;
    const { settings } = await reference({ patches: [patch] });
    const run = await conformance({ ...settings, ...everythingAllowed }, ...checks);
    expect(stripVTControlCharacters(run.stdout)).toMatch(line);
    expect(run.code).toBe(code);
    const junit = readFileSync(join(run.out, 'junit.xml'), 'utf8');
    const red = junit.split('<testcase ').filter(each => each.includes('<failure '));
    expect(red.map(each => / name="([^ "]+)/.exec(each)?.[1])).toEqual([failed]);
  });
