import { expect, test } from '#test';
import { proxyOf } from './proxies.ts';

const proxy = 'http://proxy.example:3128';
const excepted: readonly (readonly [
  list: string,
  urls: readonly string[],
  others: readonly string[],
])[] = [
  ['*', ['http://a.example', 'https://10.0.0.1', 'http://[::1]'], []],
  [
    'example.com',
    ['http://example.com', 'http://EXAMPLE.com.', 'http://a.b.example.com'],
    ['http://anexample.com', 'http://example.com.au'],
  ],
  ['*.example.com', ['http://a.example.com'], ['http://anexample.com']],
  [
    'example.com:8080',
    ['http://example.com:8080'],
    ['http://example.com', 'http://example.com:8081'],
  ],
  [
    '127.0.0.0/8',
    ['http://127.0.0.1:4110', 'http://127.255.1.2'],
    ['http://128.0.0.1', 'http://localhost'],
  ],
  ['10.1.2.3', ['http://10.1.2.3'], ['http://10.1.2.30', 'http://110.1.2.3']],
  ['::1', ['http://[::1]:4110', 'http://[0:0::0:1]'], ['http://[::2]']],
  ['[::1]:80', ['http://[::1]'], ['http://[::1]:81']],
  ['fd00::/8', ['http://[fdaa::1]'], ['http://[fe80::1]', 'http://10.0.0.1']],
  ['10.0.0.0/99, 10.0.0.0/x, a.example', ['http://a.example'], ['http://10.0.0.1']],
  [
    'a.example b.example,\tc.example',
    ['http://a.example', 'http://b.example', 'http://c.example'],
    ['http://d.example'],
  ],
];
for (const [list, urls, others] of excepted)
  test(`NO_PROXY=${list} excepts the hosts that curl excepts`, () => {
    const env = { HTTP_PROXY: proxy, NO_PROXY: list };
    for (const url of urls) expect(proxyOf(url, env), url).toBe('');
    for (const url of others) expect(proxyOf(url, env), url).toBe(proxy);
  });

test('an empty no_proxy does not hide NO_PROXY', () => {
  const env = { http_proxy: proxy, no_proxy: '', NO_PROXY: 'a.example' };
  expect(proxyOf('http://a.example', env)).toBe('');
});
