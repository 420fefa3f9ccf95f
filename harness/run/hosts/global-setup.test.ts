import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { route } from '../../../schemas/routes.ts';
import { exchangeOn, logEntry } from '../../../fixtures/testing/exchange.ts';
import { hostile } from '../../../fixtures/testing/hostile.ts';
import { test } from '../../../fixtures/testing/spawned.ts';
import { lastIn, reportBroken } from './global-setup.ts';

test('ids of a target that are printed after a crash can do no harm', ({ cwd: out }) => {
  const printed: string[] = [];
  const before = console.error;
  try {
    const ids = Object.values(hostile).filter(text => text.length < 1000);
    const entries = ids.map(id =>
      logEntry({ exchange: exchangeOn(route.createWebhook, { id, status: 201, body: { id } }) }),
    );
    const lines = ['{"exchange":{"req', 'null', ...entries.map(each => JSON.stringify(each)), ''];
    writeFileSync(join(out, 'exchanges.jsonl'), lines.join('\n'));
    console.error = (line: string) => void printed.push(line);
    reportBroken(out);
  } finally {
    console.error = before;
  }
  expect(printed.join()).toContain('webhook');
  for (const line of printed) expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|^\s*::/u);
});

test('the last result is read only if this version can continue it', ({ cwd: out }) => {
  const streaks = {
    'wallet.fields': { state: 'failed', since: '2026-01-01T00:00:00.000Z', results: 1 },
  };
  const older = {
    schemaVersion: 2,
    target: { baseUrl: 'https://vouchers.example', origin: 'configured', keys: [], allow: [] },
    requirements: [],
  };
  for (const [content, read] of [
    [{ ...older, streaks }, streaks],
    [{ ...older, streaks: { 'wallet.fields': { since: 'x' } } }, undefined],
    [{ ...older, streaks, schemaVersion: 3 }, undefined],
    [older, undefined],
    [null, undefined],
  ] as const) {
    writeFileSync(join(out, 'conformance.json'), JSON.stringify(content));
    expect(lastIn(out)?.streaks).toEqual(read);
  }
  expect(lastIn(join(out, 'empty'))).toBeUndefined();
});
