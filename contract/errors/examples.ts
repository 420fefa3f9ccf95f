/** Examples of errors of business routes (§7), of webhooks (§6) and of a 429 (§8). */
import type { Exchange } from '../../schemas/records/exchange.ts';
import { errorSamples } from '../../schemas/resources/examples/business.ts';
import { route, type Route } from '../../schemas/routes.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import { without, type Examples, type ExamplesById } from '../../fixtures/testing/examples.ts';

const on = (to: Route, status: number, body: unknown, headers = {}) =>
  exchangeOn(to, { status, body, headers });
const failed = (body: unknown, headers = {}) => on(route.filters, 500, body, headers);
const html = failed('<html>', { 'Content-Type': 'text/html' });

const ignores = {
  'a success': exchangeOn(route.filters, { body: { success: true } }),
  'an automation route': on(route.status, 500, '<html>'),
};

/** Returns examples of a row of the error table, whose text is fixed on these routes. */
const row = (status: number, error: string, ...[one, ...others]: readonly [Route, ...Route[]]) => ({
  passes: Object.fromEntries([one, ...others].map(to => [to.id, on(to, status, { error })])),
  fails: {
    'another text': on(one, status, { error: `${error}.` }),
    'no object': on(one, status, [error]),
    'no JSON': on(one, status, error),
  },
  ignores: {
    'another status': on(one, 500, { error: 'x' }),
    'another route': on(route.filters, status, { error: 'x' }),
  },
});

const changes = [route.updateWebhook, route.deleteWebhook] as const;
const foreign = row(403, 'You are forbidden from accessing this resource', ...changes);

const registration = errorSamples.webhookNotRegistered.body;
const date = 'Thu, 01 Jan 2026 00:00:00 GMT';
const seconds = Date.parse(date) / 1000;

const limited = (
  headers: Readonly<Record<string, string>>,
  body: unknown = { error: 'Slow down' },
) => on(route.wallet, 429, body, headers);
const notLimited: Record<string, Exchange> = {
  'a success': exchangeOn(route.wallet),
  'a 429 of an automation route': on(route.status, 429, '<html>'),
};
/** Returns examples of a header that a limiter need not support. */
const header = (name: string, passes: readonly string[], fails: readonly string[]): Examples => {
  const sending = (values: readonly string[]) =>
    Object.fromEntries(values.map(value => [value, limited({ [name]: value, Date: date })]));
  return {
    passes: sending(passes),
    fails: sending(fails),
    inconclusive: { 'it is not sent': limited({}) },
    ignores: notLimited,
  };
};

export const errorExamples: ExamplesById = {
  'errors.business': {
    passes: {
      'an error of text': on(route.orders, 404, { error: 'x' }),
      'of a failure': failed({ error: 'An error occurred', details: {} }),
      'of a limiter': on(route.orders, 429, { error: 'Slow down' }),
    },
    fails: {
      'no error': failed({ message: 'x' }),
      'an error that is an object': failed({ error: {} }),
      'a list': failed(['x']),
      'no JSON': html,
    },
    ignores,
  },
  'errors.no-wrapper': {
    passes: { 'none of them': failed({ error: 'x', message: 'y', details: { code: 1 } }) },
    fails: Object.fromEntries(
      ['success', 'action', 'code', 'timestamp'].map(name => [
        name,
        failed({ error: 'x', [name]: 1 }),
      ]),
    ),
    inconclusive: { 'no object': html },
    ignores,
  },
  'errors.json': {
    passes: {
      'its media type': failed({ error: 'x' }),
      'with a charset': failed({}, { 'Content-Type': 'Application/JSON; charset=utf-8' }),
      'a problem document': failed({}, { 'Content-Type': 'application/problem+json' }),
    },
    fails: {
      HTML: html,
      text: failed({}, { 'Content-Type': 'text/json' }),
      'lines of JSON': failed({}, { 'Content-Type': 'application/jsonl' }),
    },
    ignores,
  },
  'errors.unwrapped-success': {
    passes: { 'its own fields': exchangeOn(route.orders, { body: { total: 0, orders: [] } }) },
    fails: Object.fromEntries(
      ['success', 'action', 'code', 'timestamp'].map(name => [
        name,
        exchangeOn(route.orders, { body: { total: 0, orders: [], [name]: null } }),
      ]),
    ),
    inconclusive: { 'no object': exchangeOn(route.filters, { body: [] }) },
    ignores: {
      'an error': failed({ success: false }),
      'a payload that is not shown': exchangeOn(route.auth, { body: { success: true } }),
      'the result of a bulk order': exchangeOn(route.createBulkOrder, {
        status: 201,
        body: { success: true },
      }),
      'an automation route': exchangeOn(route.status, { body: { success: true } }),
    },
  },
  'webhooks.unknown': row(404, 'Webhook not found', ...changes),
  'webhooks.foreign': {
    ...foreign,
    ignores: {
      ...foreign.ignores,
      'the address of the caller': on(route.updateWebhook, 403, { error: 'IP not whitelisted' }),
    },
  },
  'webhooks.registration-failure': {
    passes: { 'error and message': on(route.createWebhook, 500, registration) },
    fails: {
      'no message': on(route.createWebhook, 500, without(registration, 'message')),
      'no error': on(route.createWebhook, 500, without(registration, 'error')),
      'a wrapper': on(route.createWebhook, 500, { ...registration, success: false }),
    },
    ignores: {
      'another route': on(route.updateWebhook, 500, {}),
      'another status': on(route.createWebhook, 400, {}),
    },
  },
  'limits.rejection': {
    passes: { 'a string error': limited({}) },
    fails: {
      'no JSON': limited({}, 'Too many requests'),
      'no error': limited({}, { message: 'Slow down' }),
      'a wrapper': limited({}, { error: 'x', success: false }),
    },
    ignores: notLimited,
  },
  'limits.retry-after': {
    passes: { seconds: limited({ 'Retry-After': '30' }), none: limited({ 'retry-after': '0' }) },
    fails: {
      'it is not sent': limited({}),
      'a fraction': limited({ 'retry-after': '1.5' }),
      'a date': limited({ 'retry-after': date }),
    },
    ignores: notLimited,
  },
  'limits.header-limit': header('RateLimit-Limit', ['100'], ['0', '100;w=60', '10.5']),
  'limits.header-remaining': header('RateLimit-Remaining', ['0', '1'], ['0.5', 'none']),
  'limits.header-reset': header(
    'RateLimit-Reset',
    [`${seconds + 60}`, `${seconds}`, `${seconds - 1}`],
    ['60', `${seconds - 2}`, `${1000 * (seconds + 60)}`, date],
  ),
};
