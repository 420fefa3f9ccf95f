/** Tests runs whose permissions led to nothing, through the real command. */
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
  readonly settings?: Readonly<Record<string, string>>;
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
    fault: 'orders-request-never-ends',
    checks: ['orders.request-ends'],
    settings: { GV_ASYNC_TIMEOUT: '1' },
    code: 2,
    line: /^INCOMPLETE {2}No order request created an order: (\d+) queued orders, \d+ polls, \1 did not end\. Raise GV_ASYNC_TIMEOUT if orders take longer$/m,
    failed: 'run.whole',
  },
  {
    fault: 'vouchers-all-declined',
    checks: ['vouchers.accepted', 'vouchers-bulk.required'],
    code: 2,
    line: /^INCOMPLETE {2}No voucher was sent: (\d+) requests, \1 rejections, 400\. The cause may be the reserved domain of recipient@example\.com: set GV_RECIPIENT to another address$/m,
    failed: 'run.whole',
  },
  {
    fault: 'webhooks-good-body-refused',
    checks: ['webhooks.removed'],
    code: 2,
    line: /^INCOMPLETE {2}No webhook was registered: (\d+) requests?, \1 rejections?, 400$/m,
    failed: 'run.whole',
  },
  {
    fault: 'made-while-every-balance-is-0',
    checks: ['orders-made.remaining-balance', 'balance.same-everywhere'],
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

test('a permission that led to nothing ends with 2, and the first line says what was sent and what came', async ({
  reference,
  conformance,
}) => {
  for (const { fault, checks, settings = {}, code, line, failed } of rows) {
    const { patch } = namedFaults.find(({ id }) => id === fault)!;
    const target = await reference({ patches: [patch] });
    const given = { ...target.settings, ...everythingAllowed, ...settings };
    const run = await conformance(given, ...checks);
    const text = stripVTControlCharacters(run.stdout);
    expect.soft(text, fault).toMatch(line);
    expect.soft(run.code, fault).toBe(code);
    const junit = readFileSync(join(run.out, 'junit.xml'), 'utf8');
    const red = junit.split('<testcase ').filter(each => each.includes('<failure '));
    expect
      .soft(
        red.map(each => / name="([^ "]+)/.exec(each)?.[1]),
        fault,
      )
      .toEqual([failed]);
  }
});
