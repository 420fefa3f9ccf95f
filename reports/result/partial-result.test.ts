import { writeFileSync } from 'node:fs';
import { expect } from '#test';
import { test } from '../../fixtures/testing/spawned.ts';
import { whyUnbuilt } from './partial-result.ts';
import { LogLines } from '../../harness/output/exchange-log.ts';
import { exchangeOn, logEntry } from '../../fixtures/testing/exchange.ts';
import { route } from '../../schemas/routes.ts';

const folder = (...lines: readonly string[]) => {
  const file = test.info().outputPath('exchanges.jsonl');
  writeFileSync(file, lines.join(''));
  return test.info().outputDir;
};
const cause = new RangeError('Invalid string length');

test('if a result cannot be built, its cause, purchases and leftovers are stated', () => {
  const log = new LogLines();
  const order = exchangeOn(route.createOrder, { status: 202 });
  const webhook = exchangeOn(route.createWebhook, { id: 'x2', status: 201, body: { id: 'w1' } });
  const out = folder(
    log.write(logEntry({ exchange: order, spent: { GBP: 12.5 } })),
    log.write(logEntry({ exchange: webhook })),
  );
  expect(whyUnbuilt(out, cause).split('\n')).toEqual([
    `The result of the run could not be built: Invalid string length. Its exchanges are in ${out}/exchanges.jsonl.`,
    'It bought or left behind:',
    '  1 webhook: w1',
    '  POST /orders: 1 for 12.5 GBP',
  ]);
});

test('it is also stated that nothing was bought, or that the log cannot be read', () => {
  expect(whyUnbuilt(folder(), cause)).toContain('It bought nothing, and left nothing behind.');
  expect(whyUnbuilt(folder('{"exch\n'), cause)).toContain(
    'are unknown, because its log cannot be read',
  );
});
