import { expect, test } from '#test';
import { exchangeOn } from '../fixtures/testing/exchange.ts';
import { route, type Route } from './routes.ts';
import { isOfGateway } from './gateway.ts';

const formats = {
  HTML: ['text/html', '<!doctype html><title>Request blocked</title>'],
  XML: ['application/xml', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'],
  JSON: ['application/json', '{"message":"Forbidden"}'],
  'a JSON text': ['application/json', '"Forbidden"'],
  text: ['text/plain', 'Forbidden'],
  nothing: ['text/plain', ''],
} as const;
const error = ['application/json', '{"error":"Forbidden"}'] as const;

const answering = (
  status: number,
  [type, body]: readonly [string, string],
  { to = route.browse, key = 'business' }: { to?: Route; key?: string } = {},
) => exchangeOn(to, { status, body, key, headers: { 'Content-Type': type } });

const ofGateways = [403, 406, 407, 408, 413, 414, 429, 431, 451, 499, 502, 503, 504, 511, 520, 530];
const ofService = [200, 201, 204, 400, 401, 404, 405, 409, 422, 500];

for (const [format, form] of Object.entries(formats)) {
  test(`${format} is an answer of a gateway with its statuses only`, () => {
    const seen = (statuses: readonly number[]) =>
      statuses.filter(status => isOfGateway(answering(status, form)));
    expect(seen(ofGateways)).toEqual(ofGateways);
    expect(seen(ofService)).toEqual([]);
  });

  test(`a 403 with ${format} is the service's if the service may forbid the request`, () => {
    const shown = [
      { key: 'unknown' },
      { key: 'none' },
      { key: 'ip-blocked' },
      { key: 'no-integration', to: route.status },
      { key: 'automation', to: route.browse },
      { to: route.order },
      { to: route.deleteWebhook },
    ];
    expect(shown.filter(each => isOfGateway(answering(403, form, each)))).toEqual([]);
    const firewalled = [
      { to: route.createBulkOrder },
      { key: 'recorded', to: route.orders },
      { key: 'other-account', to: route.wallet },
      { key: 'automation', to: route.sendVoucher },
    ];
    expect(firewalled.filter(each => !isOfGateway(answering(403, form, each)))).toEqual([]);
  });
}

test('an error of the service is its answer, with each content type and each status that is not an outage', () => {
  const outages = [407, 408, 499, 502, 503, 504, 511, 520, 530];
  const all = [...ofGateways, ...ofService];
  for (const type of ['application/json', 'text/html'])
    expect(all.filter(status => isOfGateway(answering(status, [type, error[1]])))).toEqual(outages);
  const rejected = answering(403, ['application/json', '{"success":false}'], {
    key: 'automation',
    to: route.sendVoucher,
  });
  expect(isOfGateway(rejected)).toBe(false);
});

test('without a recorded body, the content type decides', () => {
  const unrecorded = ['response body'] as const;
  const of = (type: string) => isOfGateway({ ...answering(403, [type, '']), unrecorded });
  expect([of('text/html'), of('application/json')]).toEqual([true, false]);
});

test('a key that has only punctuation may get any 4xx but 401 from a gateway', () => {
  const of = (status: number) => isOfGateway(answering(status, error, { key: 'odd' }));
  expect([200, 400, 401, 403, 404, 500].filter(of)).toEqual([400, 403, 404]);
});

test('a redirect of a good request without JSON is from a gateway', () => {
  const of = (key: string, form: readonly [string, string]) =>
    isOfGateway(answering(302, form, { key }));
  expect([of('business', formats.nothing), of('business', error), of('unknown', error)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a 401 with a challenge is from a gateway, unless the key may be bad or the body is of the service', () => {
  const of = (key: string, [type, body]: readonly [string, string]) =>
    isOfGateway(
      exchangeOn(route.browse, {
        status: 401,
        body,
        key,
        headers: { 'Content-Type': type, 'WWW-Authenticate': 'Negotiate' },
      }),
    );
  expect([of('business', formats.HTML), of('recorded', formats.JSON)]).toEqual([true, true]);
  expect([of('business', error), of('none', formats.HTML), of('unknown', formats.JSON)]).toEqual([
    false,
    false,
    false,
  ]);
});
