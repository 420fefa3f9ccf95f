import { execFileSync } from 'node:child_process';
import { expect, test } from '#test';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import { route } from '../routes.ts';
import { toCurl } from './curl.ts';
import type { Exchange } from './exchange.ts';

const request = (changes: Partial<Exchange['request']>): string => {
  const exchange = exchangeOn(route.auth, {});
  return toCurl({ ...exchange, request: { ...exchange.request, ...changes } });
};

/** Returns the arguments that a shell reads from the line. */
const argumentsOf = (line: string): string[] =>
  execFileSync(
    'bash',
    ['-c', `curl() { printf '%s\\0' "$@"; }; touch() { printf ACTED; }\n${line}`],
    { env: { GV_API_KEY: 'the key', PATH: process.env['PATH'] ?? '' }, encoding: 'utf8' },
  )
    .split('\0')
    .slice(0, -1);

test('a good or altered key stays a variable', () => {
  for (const [value, sent] of [
    ['${GV_API_KEY}', 'the key'],
    ['${GV_API_KEY%?}Z', 'the keZ'],
    ['${GV_API_KEY:0:3}-${GV_API_KEY:4}', 'the-key'],
    ['${GV_API_KEY^^}', 'THE KEY'],
  ] as const) {
    const line = request({ headers: { 'X-API-Key': value } });
    expect(line).toContain(`-H "X-API-Key: ${value}"`);
    expect(argumentsOf(line)).toContain(`X-API-Key: ${sent}`);
  }
});

test('a shell gets text of a recording unchanged, and never runs it', () => {
  const hostile = 'a ${x}$(touch p)"; touch q; "`touch r`\'\n${HOME}\\';
  const line = request({
    method: 'GET;touch s',
    url: `http://127.0.0.1/${hostile}`,
    headers: { [hostile]: hostile, 'X-Both': `\${GV_API_KEY}${hostile}` },
    body: hostile,
  });
  expect(argumentsOf(line)).toEqual([
    '-i',
    '-X',
    'GET;touch s',
    `http://127.0.0.1/${hostile}`,
    '-H',
    `${hostile}: ${hostile}`,
    '-H',
    `X-Both: the key${hostile}`,
    '--data-binary',
    hostile,
  ]);
});

test('an accepted purchase says what it spends, and a rejected one does not', () => {
  const bought = (body: unknown, status: number) =>
    toCurl(exchangeOn(route.createBulkOrder, { sent: body, status })).split('\n')[0];
  const lines = [5, 8.2].map(valuePurchased => ({ valuePurchased, currency: 'USD' }));
  expect(bought({ orders: lines }, 202)).toBe('# spends 13.2 USD');
  expect(bought(lines[0], 201)).toBe('# spends 5 USD');
  expect(bought({ items: ['x'] }, 201)).toBe('# spends money, as much as the response says');
  expect(bought({ orders: lines }, 400)).toMatch(/^curl /);
});
