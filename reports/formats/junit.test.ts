import { expect, test } from '#test';
import { parse } from 'junit2json';
import { SaxesParser } from 'saxes';
import { caseOf, doubtful, requirement, result } from '../testing/samples.ts';
import { junit } from './junit.ts';

const run = result({
  verdict: 'non-conformant',
  requirements: [
    requirement('wallet.fields', {
      verdict: 'failed',
      cases: [
        caseOf('GET /wallet', 'failed', { message: 'expected: "a" & <b>\nactual:   c' }),
        caseOf('GET /wallet/balance', 'passed'),
      ],
    }),
    requirement('wallet.one-per-currency', { verdict: 'passed' }),
    requirement('wallet.ledger', {
      verdict: 'error',
      cases: [caseOf('all', 'error', { reason: 'no response' })],
    }),
    doubtful,
    requirement('orders.created', { verdict: 'not-applicable', reason: 'orders are asynchronous' }),
    requirement('orders.list', { verdict: 'not-exercised', reason: 'GV_X is not set' }),
  ],
});

test('an XML parser accepts the file, and a reader of JUnit finds suites, properties and each verdict', async () => {
  new SaxesParser().write(junit(run)).close();
  const read = await parse(junit(run));
  if (!read || !('testsuite' in read) || !read.testsuite) throw new Error('no suites');
  expect(read).toMatchObject({ tests: 6, failures: 1, errors: 1 });
  const [wallet, search, orders] = read.testsuite;
  expect(wallet).toMatchObject({ name: 'wallet', tests: 3, failures: 1, errors: 1, skipped: 0 });
  expect(wallet?.properties).toEqual([
    { name: 'target', value: 'https://vouchers.example' },
    { name: 'profile', value: 'gate' },
    { name: 'seed', value: 1 },
    { name: 'suite version', value: '0.1.0' },
    { name: 'spec version', value: '1.0.0' },
    { name: 'verdict', value: 'non-conformant' },
  ]);
  expect(wallet?.testcase?.[0]).toEqual({
    classname: 'wallet',
    name: 'wallet.fields A fact (§2.5)',
    time: 0.001,
    failure: [
      {
        message: '1 of 2 cases: expected: "a" & <b>, actual:   c',
        type: 'failed',
        inner: 'case GET /wallet\nexpected: "a" & <b>\nactual:   c',
      },
    ],
  });
  expect(wallet?.testcase?.[1]).not.toHaveProperty('skipped');
  expect(wallet?.testcase?.[2]?.error?.[0]?.inner).toBe('case all\nno response');
  expect(search).toMatchObject({ tests: 1, failures: 0, errors: 0, skipped: 0 });
  expect(search?.testcase?.[0]?.['system-out']).toEqual([
    'warning: An index may lag\n\ncase page 2\nexpected: status 401\nactual:   "402"',
  ]);
  expect(orders).toMatchObject({ name: 'orders', tests: 2, failures: 0, skipped: 2 });
  expect(orders?.testcase?.map(({ skipped }) => skipped)).toEqual([
    [{ message: 'not-applicable: orders are asynchronous', type: 'not-applicable' }],
    [{ message: 'not-exercised: GV_X is not set', type: 'not-exercised' }],
  ]);
});

test('a problem of the whole run is a failed test case', () => {
  for (const [verdict, tag] of [
    ['error', 'error'],
    ['incomplete', 'failure'],
    ['non-conformant', 'failure'],
  ] as const)
    expect(junit(result({ verdict, reasons: ['nothing answers'] }))).toContain(
      `<${tag} message="1 of 1 cases: nothing answers"`,
    );
});
