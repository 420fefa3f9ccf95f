import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from '#test';
import { exchangeOn, logEntry } from '../../fixtures/testing/exchange.ts';
import { statementSchema } from '../../reports/certificate/statement.ts';
import { route } from '../routes.ts';
import { limiterRecordSchema, limiterResultSchema, probesSchema } from './limiter.ts';
import { leftBehind, leftBehindLines, leftBehindSchema, logLineSchema } from './log-entry.ts';
import { nightSchema } from './night.ts';
import { recordedRunSchema } from './recorded-run.ts';
import { resultSchema, type Outcome } from './result.ts';
import { outcomesIn, runSchema } from './run.ts';
import { trafficSchema } from './traffic.ts';
import { replaySchema } from './transcript.ts';
import { waiversSchema } from './waivers.ts';

// A run compiles the schemas without validating them.
test('every schema of a record is a valid schema', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
  for (const [name, schema] of Object.entries({
    leftBehindSchema,
    limiterRecordSchema,
    limiterResultSchema,
    logLineSchema,
    nightSchema,
    probesSchema,
    recordedRunSchema,
    replaySchema,
    resultSchema,
    runSchema,
    statementSchema,
    trafficSchema,
    waiversSchema: waiversSchema(['auth.missing-key']),
  }))
    expect(() => ajv.compile(schema), name).not.toThrow();
});

const outcome = (id: string, verdict: Outcome['verdict'] = 'passed'): Outcome => ({
  id,
  verdict,
  cases: [],
  observations: [],
  durationMs: 1,
});

test('the last outcome of a check counts', () => {
  const { selected, begun, ended } = outcomesIn([
    { selected: ['a', 'b', 'c'] },
    { begun: ['a', 'b'] },
    { outcome: outcome('a') },
    { outcome: outcome('b') },
    { outcome: outcome('a', 'failed') },
  ]);
  expect(selected).toEqual(['a', 'b', 'c']);
  expect(begun).toEqual(['a', 'b']);
  expect([...ended.values()].map(({ verdict }) => verdict)).toEqual(['failed', 'passed']);
});

const registered = (id: string, status = 201) =>
  logEntry({ exchange: exchangeOn(route.createWebhook, { status, body: { webhook: { id } } }) });
const removal = (id: string, status: number) => {
  const exchange = exchangeOn(route.deleteWebhook, { status, body: {} });
  const url = `https://a.example/api/v1/business/webhooks/${encodeURIComponent(id)}`;
  return logEntry({ exchange: { ...exchange, request: { ...exchange.request, url } } });
};

test('a webhook is left behind until its removal succeeds, or shows that it no longer exists', () => {
  const made = ['a/1', 'b', 'c', 'd'].map(id => registered(id));
  const log = [...made, removal('a/1', 204), removal('b', 404), removal('c', 500)];
  const left = leftBehind([...log, registered('e', 400)]);
  expect(left).toEqual([{ what: 'webhook', count: 2, ids: ['c', 'd'] }]);
  expect(leftBehindLines(left)).toEqual(['2 webhooks: c, d']);
});

test('a registration without a response may have happened', () => {
  const lost = logEntry({ lost: { route: 'POST /webhooks', why: 'no response: ECONNRESET' } });
  expect(leftBehindLines(leftBehind([lost]))).toEqual(['1 webhook: no response returned an id']);
});

test('purchases are added up by route', () => {
  const order = exchangeOn(route.createOrder, { status: 201, body: {}, id: 'x7' });
  const left = leftBehind([
    logEntry({ exchange: order, spent: { GBP: 0.1 } }),
    logEntry({ exchange: { ...order, id: 'x8' }, spent: { GBP: 0.2, EUR: 1 } }),
    logEntry({ spent: { GBP: 5 } }),
    logEntry({ exchange: order, spent: {} }),
    logEntry({ spent: { GBP: 10 }, charged: 'the wallet fell by 20 GBP' }),
  ]);
  expect(left).toEqual([
    { what: 'POST /orders', count: 2, money: { GBP: 0.3, EUR: 1 }, ids: ['x7', 'x8'] },
    { what: 'no response', count: 1, money: { GBP: 5 }, ids: [] },
    { what: 'taken beyond what was sent', count: 1, money: { GBP: 10 }, ids: [] },
  ]);
  expect(leftBehindLines(left)[0]).toBe('POST /orders: 2 for 0.3 GBP, 1 EUR');
});
