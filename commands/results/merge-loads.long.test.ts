import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { command, test } from '../../fixtures/testing/spawned.ts';
import { readJson } from '../../reports/files.ts';
import type { TrafficSummary } from '../../schemas/records/traffic.ts';

test('loads of several machines become one, and a segment that is missing ends with 3', async ({
  cwd,
}) => {
  const counts = { sent: 1, limited: 0, failed: 0 };
  const folders = ['0:1/2', '1/2:1'].map(segment => {
    const folder = join(cwd, segment.replace(/\W/g, '-'));
    mkdirSync(folder);
    const part: TrafficSummary = {
      schemaVersion: 1,
      profile: 'average',
      startedAt: '2026-01-01T00:00:00.000Z',
      durationMs: 1000,
      segment,
      requests: { ...counts, skipped: 0, dropped: 0, late: 0, before: 0 },
      byRoute: { 'GET /wallet': counts },
      unfinished: 0,
      virtualUsers: 1,
      thresholds: [],
      notExercised: {},
      notes: [],
    };
    writeFileSync(join(folder, 'traffic.json'), JSON.stringify(part));
    return folder;
  });
  const out = join(cwd, 'merged');
  const mergeLoads = (...parts: readonly string[]) =>
    command('merge', parts, { cwd, settings: { GV_OUT: out } });
  const both = await mergeLoads(...folders);
  expect(both.code, both.stderr).toBe(0);
  expect(readJson(join(out, 'traffic.json'))).toMatchObject({ requests: { sent: 2 } });
  const [first = '', second = ''] = folders;
  const twice = await mergeLoads(first, first, second);
  expect(twice.code).toBe(3);
  expect(twice.stdout).toContain('not one whole');
});
