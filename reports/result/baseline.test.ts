import { expect, test } from '#test';
import { caseOf, requirement } from '../testing/samples.ts';
import { demandable } from './baseline.ts';

test('for cases whose names may change, a baseline demands the requirement', () => {
  const judged = (id: string, ...cases: string[]) =>
    requirement(id, { verdict: 'passed', cases: cases.map(each => caseOf(each, 'passed')) });
  expect(
    demandable([
      judged('search.merchant', 'merchant=Müller & Söhne', 'on the last page as well'),
      judged('catalog.image-url', 'anywhere in the run'),
      judged('wallet.fields', 'a', 'b'),
    ]),
  ).toEqual(['search.merchant', 'catalog.image-url', 'wallet.fields / a', 'wallet.fields / b']);
});
