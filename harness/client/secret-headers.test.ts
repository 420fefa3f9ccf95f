import { expect, test } from '#test';
import { answer, apiOver, targetWith } from '../../fixtures/testing/fakes.ts';
import { route } from '../../schemas/routes.ts';
import { createMasks } from './mask.ts';
import { hideHeader, isSecret } from './secret-headers.ts';

const hidden = (name: string, value: string) => hideHeader(name, value, text => `<${text}>`);

for (const [name, value, shown] of [
  ['Set-Cookie', 'sid=a1=; Path=/; HttpOnly', 'sid=<a1=>; Path=/; HttpOnly'],
  [
    'set-cookie',
    'sid="a1"; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Max-Age=60; SameSite=Lax; Secure; Domain=.vouchers.example',
    'sid=<"a1">; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Max-Age=60; SameSite=Lax; Secure; Domain=.vouchers.example',
  ],
  ['Set-Cookie', 'without-a-name; Path=/', '<without-a-name>; Path=/'],
  ['Set-Cookie', 'path=a1; Path=/', 'path=<a1>; Path=/'],
  // k6 joins the lines of a header, and some programs put line breaks between them.
  ['Set-Cookie', 'a=1; Path=/, b=2; Secure', 'a=<1>; Path=</, b=2>; Secure'],
  ['Set-Cookie', 'a=1; Secure\nb=2', 'a=<1>;< Secure\nb=2>'],
  ['Cookie', 'a=1; b=2', 'a=<1>; b=<2>'],
  ['Authorization', 'Bearer a1', 'Bearer <a1>'],
  ['Proxy-Authorization', 'a1', '<a1>'],
  ['X-Auth-Token', 'a1', '<a1>'],
  [
    'Location',
    'https://a.example/b?state=c&id_token=a1#access_token=b2',
    'https://a.example/b?state=c&id_token=<a1>#access_token=<b2>',
  ],
  ['Link', '</orders?page=2&session=a1>; rel="next"', '</orders?page=2&session=<a1>>; rel="next"'],
] as const)
  test(`the header ${name}: ${JSON.stringify(value)} shows no secret`, () => {
    expect(hidden(name, value)).toBe(shown);
  });

test('names of headers tell which values are secret', () => {
  const secret =
    'Set-Cookie2 X-Session-Id x-sid X-CSRF-Token X-Amz-Security-Token CF-Access-Client-Secret CF-Access-Jwt-Assertion Ocp-Apim-Subscription-Key x-vercel-protection-bypass Authentication-Info';
  const open =
    'Date RateLimit-Limit Retry-After Location ETag WWW-Authenticate Access-Control-Allow-Credentials X-Request-Id CF-Ray Server';
  expect(secret.split(' ').filter(name => !isSecret(name))).toEqual([]);
  expect(open.split(' ').filter(isSecret)).toEqual([]);
});

test('equal secrets get equal pseudonyms, and the name of a key stays', () => {
  const masks = createMasks('of the run', new Map([['GV_API_KEY', 'a-key-1234']]));
  const of = (value: string) => masks.headers([['Set-Cookie', value]])[0]?.[1];
  expect(of('a=SESSION1; Path=/')).toMatch(/^a=[A-Z]{7}\d; Path=\/$/);
  expect(of('a=SESSION1')).toBe(of('a=SESSION1; Path=/')?.split(';')[0]);
  expect(of('a=SESSION2')).not.toBe(of('a=SESSION1'));
  expect(of('a=a-key-1234.SESSION1')).toMatch(/^a=\$\{GV_API_KEY\}\.[A-Z]{7}\d$/);
  expect(of('a=${SESSION1}')).not.toContain('SESSION1');
});

test('a run records no cookie of its target', async () => {
  const headers = { 'Set-Cookie': 'sid=SESSION1; HttpOnly', 'X-Auth-Token': 'SESSION2' };
  const { api } = apiOver(() => answer(200, {}, headers), targetWith({}));
  const { response } = await api.send(route.wallet);
  expect(JSON.stringify(response)).not.toContain('SESSION');
  expect(JSON.stringify(response)).toContain('; HttpOnly');
});
