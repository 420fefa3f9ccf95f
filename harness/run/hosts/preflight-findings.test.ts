import { expect, test } from '#test';
import type { Exchange } from '../../../schemas/records/exchange.ts';
import { route } from '../../../schemas/routes.ts';
import { settingNames } from '../../config/settings.ts';
import { exchangeOn } from '../../../fixtures/testing/exchange.ts';
import { answerKind, messages, type Kind, type Sighting } from './preflight-findings.ts';

const url = 'http://vouchers.example/api/v1/business/products';
const from = (parts: Parameters<typeof exchangeOn>[1]): Exchange => {
  const exchange = exchangeOn(route.browse, parts);
  return { ...exchange, request: { ...exchange.request, url } };
};
const html = { 'Content-Type': 'text/html; charset=utf-8' };
const page = (status: number, body = '<html>') => from({ status, headers: html, body });
const failing = (status: number, error: string) => from({ status, body: { error } });
const redirect = (status: number, Location: string) =>
  from({ status, headers: { Location }, body: '' });

/** Lists first responses that no fault of selftest/network gives. */
const table: readonly (readonly [string, Exchange, Kind | undefined])[] = [
  ['a login', redirect(302, 'https://sso.example/'), 'redirectToLogin'],
  ['a prefix', redirect(301, '/v2/api/v1/business/products'), 'redirectOnHost'],
  ['a 302 without a location', from({ status: 302, body: '' }), 'redirectNowhere'],
  ['an empty 200', from({ body: '' }), 'empty'],
  ['a 500 without a body', from({ status: 500, body: '' }), undefined],
  ['HTML that says it is JSON', from({ body: '<!doctype html><p>' }), 'html'],
  ['a port', page(400, '<html>The plain HTTP request was sent to HTTPS port'), 'httpsPort'],
  ['530', page(530), 'gateway'],
  ['407', from({ status: 407, body: '' }), 'proxyLogin'],
  ['404', failing(404, 'Not found'), 'wrongPrefix'],
  ['403 of a firewall', from({ status: 403, body: { message: 'Forbidden' } }), 'firewall'],
  ['403 of a state', failing(403, 'Incomplete business profile'), 'keyForbidden'],
];

for (const [what, exchange, kind] of table)
  test(`the first response ${what} ${kind ? `is explained as ${kind}` : 'does not stop the run'}`, () => {
    expect(answerKind(exchange)).toBe(kind);
  });

const facts: Sighting = {
  baseUrl: 'http://vouchers.example:8080/v2',
  url: 'http://vouchers.example:8080/v2/api/v1/business/products',
  setting: 'GV_API_KEY',
  status: 403,
  stated: 'Invalid API key, revoked',
  location: 'https://vouchers.example/v2/api/v1/business/products',
  contentType: 'text/html',
  server: 'nginx/1.25, via 1.1 edge',
  retryAfter: '86400 s',
  ip: '203.0.113.7',
  allowed: '198.51.100.1, 192.0.2.0/24',
  problem: 'ECONNREFUSED',
  proxy: '',
};

for (const kind of Object.keys(messages) as Kind[])
  test(`the message of ${kind} has no gaps, and names existing settings`, () => {
    const message = messages[kind](facts);
    expect(message).toMatch(/[.!?]$/);
    expect(message).not.toMatch(/undefined|\n|\(\)| {2}/);
    expect(settingNames).toEqual(expect.arrayContaining(message.match(/GV_\w+/g) ?? []));
  });

test('the message for a silent https port suggests http', () => {
  const message = messages.timedOut({ ...facts, baseUrl: 'https://vouchers.example' });
  expect(message).toContain('http://');
});

test('the message for a failed connection names the proxy', () => {
  const behind = { ...facts, proxy: 'HTTPS_PROXY' };
  for (const kind of ['refused', 'unknownHost'] as const) {
    expect(messages[kind](behind)).toContain('HTTPS_PROXY');
    expect(messages[kind](facts)).not.toContain('proxy');
  }
});
