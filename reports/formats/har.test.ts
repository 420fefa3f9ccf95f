import { expect, test } from '#test';
import type { Har } from 'har-format';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import { reading, harViolations } from '../../fixtures/testing/har.ts';
import { caseOf, exchangesById, requirement, result } from '../testing/samples.ts';
import { readHar } from '../../fixtures/recordings/read-har.ts';
import type { Exchange } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import { har } from './har.ts';

const evidence = (...exchanges: readonly Exchange[]) =>
  result({
    verdict: 'non-conformant',
    requirements: [
      requirement('wallet.one-per-currency', {
        verdict: 'passed',
        cases: [caseOf('all', 'passed', { evidence: ['x1'] })],
      }),
      requirement('wallet.owner', {
        verdict: 'warning',
        cases: [caseOf('name', 'warning', { evidence: ['x1'] })],
      }),
      requirement('wallet.fields', {
        verdict: 'failed',
        cases: [caseOf('balance', 'failed', { evidence: ['x1'] })],
      }),
    ],
    observations: [{ id: 'wallet.order', anchor: '§2.5', value: 1, evidence: ['x1'] }],
    exchanges: exchangesById(...exchanges),
  });
const written = (...exchanges: readonly Exchange[]) =>
  JSON.parse([...har(evidence(...exchanges))].join('')) as Har;

const wallet = exchangeOn(route.wallet, { body: [{ currency: 'GBP' }], startedAt: 2 });
const order = exchangeOn(route.createOrder, {
  id: 'x2',
  key: 'unknown',
  status: 401,
  sent: { productCode: 'A' },
  query: { page: '1', tag: ['a', 'b'] },
  body: '<html></html>',
  startedAt: 1,
});

test('the HAR is valid, with entries in order, and the cases that they show', () => {
  const file = written(wallet, order);
  expect(harViolations(file)).toBeNull();
  const [first, second] = file.log.entries;
  expect(first?.request).toMatchObject({
    method: 'POST',
    queryString: [
      { name: 'page', value: '1' },
      { name: 'tag', value: 'a' },
      { name: 'tag', value: 'b' },
    ],
    postData: { text: '{"productCode":"A"}' },
  });
  expect(second?.comment).toBe(
    [
      'x1, GET /wallet, key: business',
      'failed wallet.fields (§2.5), case balance',
      'warning wallet.owner (§2.5), case name',
      'passed wallet.one-per-currency (§2.5), case all',
      'observed wallet.order (§2.5)',
    ].join('\n'),
  );
});

test('judge reads the same exchanges from the HAR', () => {
  const all = [order, wallet, { ...wallet, id: 'x3', unrecorded: ['response body'] as const }];
  const json = written(...all);
  const { exchanges, counts } = readHar({ kind: 'har', json, attached: () => undefined }, reading);
  expect(counts).toMatchObject({ judged: 3, leftOut: {}, keys: { business: 2, unknown: 1 } });
  for (const [at, { route: to, key, request, response, times, unrecorded }] of exchanges.entries())
    expect({ to, key, url: request.url, body: response.body, times, unrecorded }).toEqual({
      to: all[at]?.route,
      key: all[at]?.key,
      url: all[at]?.request.url,
      body: at === 2 ? '' : all[at]?.response.body,
      times: all[at]?.times,
      unrecorded: at === 2 ? ['response body'] : undefined,
    });
});

test('a long body is left out and not judged, and a comment has its beginning', () => {
  const json = written({
    ...wallet,
    response: { ...wallet.response, body: 'a'.repeat(3_000_000) },
  });
  expect(harViolations(json)).toBeNull();
  const content = json.log.entries[0]?.response.content;
  expect(content?.text).toBeUndefined();
  expect(content?.comment).toMatch(/^left out: a{1000}… \(2999000 more characters\)$/);
  const { exchanges } = readHar({ kind: 'har', json, attached: () => undefined }, reading);
  expect(exchanges[0]?.unrecorded).toEqual(['response body']);
});
