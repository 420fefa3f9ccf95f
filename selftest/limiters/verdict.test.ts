import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, expect } from '#test';
import type { Claim } from '../../schemas/records/limiter.ts';
import { startGo } from './go.ts';
import { describe, render, totals } from './render.ts';
import { verdictOf, type Row } from './verdict.ts';

test('without Go the missing limiters are reported, with the remedy', async () => {
  const realPath = process.env['PATH'];
  process.env['PATH'] = '/nowhere';
  try {
    const go = await startGo(await mkdtemp(join(tmpdir(), 'third-party-')));
    expect(go).toEqual({ missing: expect.stringContaining('install it') });
    if ('missing' in go) expect(render({ rows: [], ...go })).toContain('not probed');
  } finally {
    process.env['PATH'] = realPath;
  }
});

const right: Row = {
  limiter: { name: 'one', algorithm: 'fixed-window', start: () => Promise.reject(new Error()) },
  configured: { limit: 60, windowSeconds: 2 },
  probed: {
    driver: 'k6',
    settings: { maxRequests: 1, maxWaitMs: 1 },
    notes: [],
    findings: {
      limit: { value: 60, low: 60, high: 60 },
      windowSeconds: { value: 2, low: 1.95, high: 2.1 },
      algorithm: { name: 'fixed-window', confidence: 'high', reason: '' },
      claims: [],
      observations: [],
      requests: 1,
      stopped: '',
    },
  },
  seconds: 6,
};

function found(
  findings: Partial<Row['probed']['findings']>,
  limiter: Partial<Row['limiter']> = {},
) {
  return {
    ...right,
    limiter: { ...right.limiter, ...limiter },
    probed: { ...right.probed, findings: { ...right.probed.findings, ...findings } },
  };
}

test('a wrong number, algorithm or accusation is wrong, and an open one is not right', () => {
  const open = { inconclusive: true, reason: 'too slow' } as const;
  const failed: Claim = { claim: 'burst', verdict: 'failed', evidence: [] };
  const wrong = [
    found({ limit: { value: 64, low: 60, high: 68 } }),
    found({ windowSeconds: { value: 2.2, low: 1.9, high: 2.4 } }),
    found({ windowSeconds: { value: 2, low: 2.05, high: 2.1 } }),
    found({ algorithm: { name: 'token-bucket', confidence: 'high', reason: '' } }),
    found({ claims: [failed] }),
    found({}, { overstatesWait: true }),
  ];
  for (const row of wrong) expect(verdictOf(row).wrong, describe(row)).toHaveLength(1);
  expect(verdictOf(right)).toEqual({ wrong: [], inconclusive: [] });
  expect(verdictOf(found({ limit: open })).inconclusive).toEqual(['limit: too slow']);
  expect(totals({ rows: [right, ...wrong, found({ limit: open })] })).toContain(
    '8 probed: 1 right, 1 inconclusive, 6 wrong',
  );
});
