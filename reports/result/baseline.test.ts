import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '#test';
import { inFolder } from '../../fixtures/testing/spawned.ts';
import { baselineFile } from '../files.ts';
import { caseOf, doubtful, requirement, result } from '../testing/samples.ts';
import { baselineNotes, demandable, makeBaseline, readBaseline, withWarnings } from './baseline.ts';

test('for cases that depend on the data of a day, a baseline demands the requirement', () => {
  const judged = (id: string, ...cases: string[]) =>
    requirement(id, { verdict: 'passed', cases: cases.map(each => caseOf(each, 'passed')) });
  expect(
    demandable([
      judged('search.merchant', 'merchant=Müller & Söhne', 'on the last page as well'),
      requirement('catalog.image-url', {
        verdict: 'passed',
        cases: [caseOf('anywhere in the run', 'passed', { anywhere: true })],
      }),
      judged('transactions.balance', 'GBP', 'EUR'),
      judged('wallet.ledger-currency-all', 'GBP: all of them', 'USD: all of them'),
      judged('wallet.ledger-currency', 'GBP: no others', 'USD: no others'),
      judged('limits.burst', 'wallet: burst'),
      judged('service.routes', 'GET /wallet', 'GET /orders'),
    ]),
  ).toEqual([
    'search.merchant',
    'catalog.image-url',
    'transactions.balance',
    'wallet.ledger-currency-all',
    'wallet.ledger-currency / GBP: no others',
    'wallet.ledger-currency',
    'limits.burst',
    'service.routes / GET /wallet',
    'service.routes / GET /orders',
  ]);
});

test('a baseline names its run and the requirements that warned', () => {
  expect(makeBaseline(result({ requirements: [doubtful] }))).toEqual({
    target: 'https://vouchers.example',
    suite: '0.1.0',
    cases: ['search.agrees'],
    warnings: ['search.agrees'],
  });
});

test('a certificate counts its warnings by requirement', () => {
  expect(withWarnings([doubtful])).toBe(', with 1 warning');
  expect(withWarnings([])).toBe('');
});

test('a run says if another target or another version made its baseline', () => {
  const own = { cases: 1, target: 'https://vouchers.example', suite: '0.1.0' };
  expect(baselineNotes(result({}))).toEqual([]);
  expect(baselineNotes(result({ baseline: own }))).toEqual([]);
  expect(baselineNotes(result({ baseline: { ...own, suite: '0.0.9' } }))).toEqual([
    'baseline.json was made on https://vouchers.example with version 0.0.9 of the suite, and this run is on https://vouchers.example with version 0.1.0',
  ]);
  // Each run starts the reference at another address.
  const target = { ...result({}).target, origin: 'reference' } as const;
  expect(baselineNotes(result({ target, baseline: { ...own, target: 'reference' } }))).toEqual([]);
});

test('an incomplete gate says how to change what its baseline demands', () => {
  const baseline = { cases: 1 };
  expect(baselineNotes(result({ verdict: 'incomplete', baseline }))).toEqual([
    'if the deployment rightly lacks what baseline.json demands, write the file from this run: ./gv baseline',
  ]);
  expect(baselineNotes(result({ verdict: 'passed', baseline }))).toEqual([]);
  expect(baselineNotes(result({ verdict: 'incomplete' }))).toEqual([]);
});

test('a file without a case, or with other content, is refused', () => {
  const folder = test.info().outputPath('baselines');
  mkdirSync(folder, { recursive: true });
  const read = (content: unknown) =>
    inFolder(folder, () => {
      writeFileSync(join(folder, baselineFile), JSON.stringify(content));
      return readBaseline();
    });
  const cases = ['a.b / all'];
  for (const good of [{ cases }, { cases, warnings: [] }, { target: 'x', suite: '1', cases }])
    expect(read(good)).toEqual(good);
  for (const bad of [null, {}, { cases: [] }, { cases: [1] }, { cases, warning: [] }])
    expect(() => read(bad)).toThrow(
      /^baseline\.json is not a baseline: it.*\. Write it again with \.\/gv baseline after a good run, or remove it\.$/,
    );
});
