import { readFileSync } from 'node:fs';
import { expect, test } from '#test';
import type { LogEntry } from '../../schemas/records/log-entry.ts';
import { logEntry } from '../../fixtures/testing/exchange.ts';
import { exchangeOf, fakeClock, targetWith } from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../verdict.ts';
import { Stop } from './clock.ts';
import { createFacts, ExchangeLog, foundIn } from './log.ts';

const newFile = () => test.info().outputPath('exchanges.jsonl');
const read = (id: string, rest: Partial<LogEntry> = {}) =>
  logEntry({ exchange: exchangeOf(200, {}, id), cacheKey: id, ...rest });
const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').slice(0, -1);

test('every exchange is logged at once, and a later log continues an earlier one', () => {
  const file = newFile();
  const first = new ExchangeLog(file);
  const entries = [
    read('x1'),
    read('x2', { resource: 'orders' }),
    logEntry({ attempts: 2, stale: ['wallet'], spent: { GBP: 3 } }),
  ];
  for (const each of entries) first.append(each);
  expect(linesOf(file).map(line => JSON.parse(line) as unknown)).toEqual(entries);
  const second = new ExchangeLog(file);
  expect([second.sent, second.spent]).toEqual([4, { GBP: 3 }]);
  expect(second.cached('x1')).toBeUndefined();
  expect(second.cached('x2')).toEqual(exchangeOf(200, {}, 'x2'));
});

test('the run sends nothing more if its log cannot be written, and names the disk', () => {
  test.skip(process.platform !== 'linux', '/dev/full is one of Linux');
  const log = new ExchangeLog();
  log.record('/dev/full', { a: 1 });
  expect(log.problem).toContain('/dev/full could not be written (ENOSPC): no space is left');
  expect(() => new Stop(log, fakeClock()).check()).toThrow(NotExercised);
});

const how = 'GET /products/search shows its effect';

test('a setting overrides a discovered value', () => {
  const log = new ExchangeLog();
  const facts = createFacts(targetWith({ GV_SEARCH_PAGE_PARAM: 'seite' }), log, 'nonce');
  facts.add({ name: 'GV_SEARCH_PAGE_PARAM', value: 'page', how });
  facts.add({ name: 'GV_SEARCH_LIMIT_PARAM', value: 'limit', how });
  facts.add({ name: 'GV_SORT_BY', how: 'no field sorts it' });
  expect(facts.get('GV_SEARCH_PAGE_PARAM')).toBe('seite');
  expect(facts.get('GV_SEARCH_LIMIT_PARAM')).toBe('limit');
  expect(facts.get('GV_SORT_BY')).toBeUndefined();
  expect(facts.values()).toMatchObject({
    GV_SEARCH_PAGE_PARAM: 'seite',
    GV_SEARCH_LIMIT_PARAM: 'limit',
  });
  expect(facts.found('GV_SORT_BY')).toEqual({ name: 'GV_SORT_BY', how: 'no field sorts it' });
  expect(foundIn(log)).toEqual({ GV_SEARCH_PAGE_PARAM: 'page', GV_SEARCH_LIMIT_PARAM: 'limit' });
});
