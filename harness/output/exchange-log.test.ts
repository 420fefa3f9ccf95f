import { createHash } from 'node:crypto';
import { expect, test } from '#test';
import { exchangeOn, logEntry } from '../../fixtures/testing/exchange.ts';
import type { Exchange } from '../../schemas/records/exchange.ts';
import type { LogEntry } from '../../schemas/records/log-entry.ts';
import { route, type Route } from '../../schemas/routes.ts';
import { LogLines } from './exchange-log.ts';

const product = (at: number) => ({ productCode: `P-${at}`, description: `${at}`.repeat(300) });
const read = (id: string, body: unknown, to: Route = route.browse) =>
  logEntry({ exchange: exchangeOn(to, { id, body }) });
const reading = (...lines: readonly string[]): LogEntry[] => {
  const log = new LogLines();
  return lines.map(line => log.read(Buffer.from(line)));
};

test('every entry is read as it was written', () => {
  const entries = [
    read('x1', { products: [product(1), product(2)], text: '\u0000\u2028::error::\ud800' }),
    read('x2', { products: [product(2), product(1)], page: 2 }),
    read('x3', 'short'),
    logEntry(),
  ];
  const log = new LogLines();
  const lines = entries.map(entry => log.write(entry));
  for (const line of lines) expect(line).toMatch(/^[^\n]*\n$/);
  expect(reading(...lines)).toEqual(entries);
});

test('short pieces are joined, so a million empty objects do not need a digest each', () => {
  const list = Array.from({ length: 1000 }, () => ({}));
  const line = new LogLines().write(read('x1', list));
  expect(line.length).toBeLessThan(6000);
});

test('the message for a damaged line names the file and the problem', () => {
  const log = new LogLines();
  const entry = { ...read('x1', 'short'), exchange: { id: 'x1' } };
  const line = Buffer.from(JSON.stringify(entry));
  expect(() => log.read(line, 'a.jsonl')).toThrow('a.jsonl is damaged: it/exchange must have');
});

const most = 20_000;
const large = (at: number) => ({ at, text: 'x'.repeat(9000) });

test('beyond the limit, a body is shortened and counts as not recorded', () => {
  const log = new LogLines(most);
  const entries = [1, 2, 3].map(at => read(`x${at}`, large(at)));
  const [first, second, third] = reading(...entries.map(entry => log.write(entry)));
  expect([first, second]).toEqual(entries.slice(0, 2));
  const { body } = entries[2]!.exchange!.response;
  expect(third?.exchange).toMatchObject({
    response: { status: 200, body: body.slice(0, 4096) },
    unrecorded: ['response body'],
    shortened: {
      characters: body.length,
      sha256: createHash('sha256').update(body).digest('hex'),
    },
  });
});

test('beyond the limit, short bodies and repeated bodies stay whole', () => {
  const log = new LogLines(most);
  for (const at of [1, 2]) log.write(read(`x${at}`, large(at)));
  const whole = [read('x3', large(1)), read('x4', { small: 'y'.repeat(3000) })];
  const isWhole = ({ exchange }: LogEntry) => (exchange as Exchange).shortened === undefined;
  const lines = [1, 2].map(at => new LogLines().write(read(`x${at}`, large(at))));
  expect(reading(...lines, ...whole.map(each => log.write(each))).every(isWhole)).toBe(true);
});

test('beyond the limit, responses that created a resource stay whole, because it must be removed', () => {
  const log = new LogLines(0);
  const made = read('x1', { id: 'w1', note: 'z'.repeat(9000) }, route.createWebhook);
  expect(reading(log.write(made))).toEqual([made]);
});
