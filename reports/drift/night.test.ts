import { expect, test } from '#test';
import { asRecord } from '../../harness/output/files.ts';
import { hostile } from '../../fixtures/testing/hostile.ts';
import { nightSchema, longestNight, type NightRecord } from '../../schemas/records/night.ts';
import { doubtful, requirement, result, plantedDrift } from '../testing/samples.ts';
import { compare } from './compare.ts';
import { nightJson, noRunJson } from './night.ts';
import { summarizeNight } from './nights.ts';

function read(json: string): NightRecord {
  expect(Buffer.byteLength(json)).toBeLessThanOrEqual(longestNight);
  return asRecord(JSON.parse(json), nightSchema, 'the night');
}

const planted = (said?: string) =>
  read(nightJson({ ...plantedDrift(said), pages: ['/n/drift.md'] }));

test('a night that got worse states the changes and the pages', () => {
  const record = planted('gone');
  expect(record).toMatchObject({
    outcome: 'worse',
    text: 'Gift voucher API, https://vouchers.example/gone, compared with https://vouchers.example: 3 verdicts got worse: auth.missing-key: gone: expected status 401, actual gone (2 of 9 requirements shown, 1 failed, 2 errors, 5 not exercised)',
    at: '2026-01-02T00:00:00.000Z',
    comparedWith: '2026-01-01T00:00:00.000Z',
    verdict: 'non-conformant',
    failed: ['auth.missing-key'],
    counts: { failed: 1, worse: 3 },
    pages: ['/n/drift.md'],
  });
  expect(record.worse[0]).toEqual({
    about: 'auth.missing-key',
    anchor: '§2.5',
    before: 'passed',
    after: 'failed',
  });
});

const failed = requirement('wallet.fields', { verdict: 'failed' });
const passed = requirement('wallet.fields', { verdict: 'passed' });
const broken = requirement('wallet.fields', { verdict: 'error', reason: 'no response' });
const good = result({ requirements: [passed] });
const bad = result({ verdict: 'non-conformant', requirements: [failed] });
const warned = result({ requirements: [{ ...doubtful, id: 'wallet.fields' }] });
const cut = result({ verdict: 'error', requirements: [broken] });

test('a night with an old failure says for how many nights it is known', () => {
  const nights = ['01', '02', '03'].map(day =>
    summarizeNight({ ...bad, startedAt: `2026-01-${day}T00:00:00.000Z` }),
  );
  const { text } = read(nightJson({ after: bad, before: bad, nights, changes: [], pages: [] }));
  expect(text).toContain('it has failed for 3 nights, and nothing got worse: wallet.fields');
});

for (const [outcome, before, after] of [
  ['same', good, good],
  ['same', undefined, good],
  ['changed', bad, good],
  ['worse', good, bad],
  ['failing', bad, bad],
  ['failing', undefined, bad],
  ['incomplete', good, result({ verdict: 'incomplete', requirements: [passed] })],
  ['error', good, cut],
  ['failing', good, result({ verdict: 'non-conformant', requirements: [broken] })],
] as const)
  test(`${before?.verdict ?? 'the first night'}, then ${after.verdict} is ${outcome}`, () => {
    const changes = before ? compare(before, after) : [];
    const record = read(nightJson({ after, ...(before && { before }), changes, pages: [] }));
    expect(record.outcome).toBe(outcome);
    expect(record.comparedWith).toBe(before?.startedAt);
  });

test('a new warning is a separate outcome, and the night names it', () => {
  const changes = compare(good, warned);
  expect(changes).toMatchObject([{ before: 'passed', after: 'warning: An index may lag' }]);
  const record = read(nightJson({ after: warned, before: good, changes, pages: [] }));
  const { outcome, text, counts } = record;
  expect(outcome).toBe('warning');
  expect(text).toContain('1 new warning: wallet.fields: expected status 401, actual 402');
  expect(counts).toEqual({ failed: 0, worse: 0, changes: 1 });
  expect(compare(warned, warned)).toEqual([]);
  expect(compare(warned, bad)).toMatchObject([{ worse: true }]);
});

test('without a result, the last printed lines are the reasons', () => {
  const printed = 'The configuration is not usable:\n\n  GV_API_KEY: is missing\n';
  expect(read(noRunJson(printed, new Date(0), ['/n/run.log']))).toMatchObject({
    outcome: 'not-run',
    at: '1970-01-01T00:00:00.000Z',
    text: 'Gift voucher API: the run left no result: GV_API_KEY: is missing',
    reasons: ['The configuration is not usable:', 'GV_API_KEY: is missing'],
    pages: ['/n/run.log'],
  });
});

test('a file that could not be written is the cause, even if other lines follow', () => {
  const full = '/n/out could not be written (ENOSPC): no space is left on its disk.';
  const { text, reasons } = read(noRunJson(`${full}\n1\n2\n3\n4\n5\n`, new Date(0), []));
  expect(text).toBe(`Gift voucher API: the run left no result: ${full}`);
  expect(reasons).toEqual([full, '2', '3', '4', '5']);
});

test('without any output, the disk is named', () => {
  expect(read(noRunJson('', new Date(0), ['/n/run.log'])).text).toBe(
    'Gift voucher API: the run left no result: it printed nothing. Is the disk full?',
  );
});

test('lists and texts are cut to fit, but not the counts', () => {
  const many = Array.from({ length: 150 }, (_, at) => `wallet.${'long-name-'.repeat(6)}${at}`);
  const of = (verdict: 'passed' | 'failed') =>
    result({
      verdict: verdict === 'failed' ? 'non-conformant' : 'passed',
      reasons: many,
      requirements: many.map(id => requirement(id, { verdict })),
    });
  const [before, after] = [of('passed'), of('failed')];
  const changes = compare(before, after);
  const record = read(nightJson({ before, after, changes, pages: [`/${'p'.repeat(4000)}`] }));
  expect(record.counts).toEqual({ failed: 150, worse: 150, changes: 150 });
  expect(record.worse.length).toBeLessThan(9);
});

for (const [name, said] of Object.entries(hostile))
  test(`hostile text: ${name}`, () => {
    const record = planted(said);
    expect(record.counts.worse).toBe(3);
    expect(JSON.stringify(record)).not.toMatch(/\p{Cc}|[\p{Bidi_Control}\p{Cs}]/u);
    for (const each of [record.text, ...record.worse.map(({ after }) => after)])
      expect(each).not.toMatch(/##\w*\[|^\s*::/);
    const noRun = read(noRunJson(`${said}\n${said}`, new Date(0), []));
    expect(JSON.stringify(noRun)).not.toMatch(/\p{Cc}|[\p{Bidi_Control}\p{Cs}]/u);
  });
