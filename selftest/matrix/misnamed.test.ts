import { expect, test } from '#test';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import type { CaseResult } from '../../schemas/records/result.ts';
import { route } from '../../schemas/routes.ts';
import { misnamed } from './misnamed.ts';

const right = exchangeOn(route.browse, {
  id: 'x1',
  body: { total: 23, products: [{ _id: 'p1' }] },
});
const wrong = exchangeOn(route.browse, { id: 'x2', body: { total: 24, products: [] } });
const failed = (rest: Partial<CaseResult>): CaseResult => ({
  id: 'all',
  verdict: 'failed',
  evidence: ['x1', 'x2'],
  ...rest,
});
const problems = (rest: Partial<CaseResult>, id = 'paging.total') =>
  misnamed(
    [{ id, verdict: 'failed', cases: [failed(rest)], observations: [], durationMs: 0 }],
    [right, wrong],
    {},
  );

test('a value is read in the exchange that is named, or the failure is shown on another', () => {
  expect(problems({ exchange: 'x2', actual: 24 })).toEqual([]);
  expect(problems({ exchange: 'x1', actual: 24 })).toEqual([
    'paging.total, all: x1 does not show 24',
  ]);
});

test('what came may be a status, a header, the length of a list, made of such, or nothing', () => {
  for (const actual of [200, 'application/json', 1, [{ _id: 'p1' }], { total: 23 }, undefined])
    expect(problems({ exchange: 'x1', actual })).toEqual([]);
  expect(problems({ exchange: 'x1', actual: { total: 24 } })).toHaveLength(1);
});

test('violations of a schema are read at their places', () => {
  const actual = '/total is 24; /products/0 is "nothing"';
  expect(problems({ exchange: 'x2', actual })).toEqual([]);
  expect(problems({ exchange: 'x1', actual })).toHaveLength(1);
});

test('a judgement is applied once more, and fails as the case states it', () => {
  const html = exchangeOn(route.browse, { id: 'x3', headers: { 'Content-Type': 'text/html' } });
  const one = failed({
    exchange: 'x3',
    evidence: ['x3'],
    expected: 'a type of JSON',
    actual: 'text/html',
  });
  const outcome = { verdict: 'failed', cases: [one], observations: [], durationMs: 0 } as const;
  expect(misnamed([{ id: 'service.json', ...outcome }], [html], {})).toEqual([]);
});

test('several that are compared are evidence, and one of them holds what is quoted', () => {
  const compared = ['x2', 'x1'];
  expect(problems({ exchange: 'x2', compared, actual: [{ _id: 'p1' }] })).toEqual([]);
  expect(problems({ exchange: 'x2', compared, actual: [{ _id: 'p9' }] })).toHaveLength(1);
  expect(problems({ exchange: 'x2', evidence: ['x1'], actual: 24 })).toEqual([
    'paging.total, all: it names x2, which is no evidence of it',
  ]);
  expect(problems({ actual: 24 })).toEqual(['paging.total, all: it names no exchange of the run']);
});
