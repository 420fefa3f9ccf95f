import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '#test';
import type { Waiver } from '../../schemas/records/waivers.ts';
import { failedCase, requirement } from '../summary/samples.ts';
import { conclude } from './run-verdict.ts';
import { applyWaivers, readWaivers } from './waivers.ts';

const waiver = (rest: Partial<Waiver> = {}): Waiver => ({
  requirement: 'wallet.fields',
  reason: 'the wallet of partners lacks it until the next release',
  owner: 'payments',
  expires: '2026-12-31',
  ...rest,
});
const failed = requirement('wallet.fields', {
  verdict: 'failed',
  cases: [failedCase('a', 'x1', 'y'), failedCase('b', 'x2', 'y')],
});
const passed = requirement('wallet.fields', {
  verdict: 'passed',
  cases: [{ id: 'a', verdict: 'passed', evidence: [] }],
});

const today = '2026-12-31';
const decided = (given: typeof failed, ...waivers: Waiver[]) => {
  const { requirements: _, ...rest } = conclude([given], { profile: 'gate', waivers, today });
  return rest;
};

function read(content: string) {
  const folder = mkdtempSync(join(tmpdir(), 'waivers-'));
  const file = join(folder, 'waivers.json');
  try {
    writeFileSync(file, content);
    return readWaivers(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a failure that is accepted fails no run', () => {
  expect(decided(failed).verdict).toBe('non-conformant');
  expect(decided(failed, waiver()).verdict).toBe('incomplete');
  expect(decided(failed, waiver({ case: 'a' }), waiver({ case: 'b' })).verdict).toBe('incomplete');
});

test('a waiver of one case leaves the others', () => {
  expect(decided(failed, waiver({ case: 'a' })).verdict).toBe('non-conformant');
  const { requirements } = applyWaivers([failed], [waiver({ case: 'a' })], today);
  expect(requirements[0]?.waived).toBeUndefined();
  expect(requirements[0]?.cases.map(each => each.waived?.owner)).toEqual(['payments', undefined]);
});

test('a waiver that expired, is not needed, or names no case fails the run', () => {
  expect(decided(failed, waiver({ expires: '2026-12-30' }))).toEqual({
    verdict: 'non-conformant',
    reasons: [
      'the waiver of wallet.fields by payments expired on 2026-12-30: mend the failure or renew it',
    ],
  });
  const unneeded = decided(passed, waiver({ case: 'a' }));
  expect(unneeded.verdict).toBe('wrong-waiver');
  expect(unneeded.reasons?.slice(0, 2)).toEqual([
    'the waiver of wallet.fields (a) by payments is not needed any more: what it accepts passed; remove it',
    'nothing else failed: without its waivers the run is incomplete',
  ]);
  const nameless = decided(failed, waiver(), waiver({ case: 'c' }));
  expect(nameless.verdict).toBe('wrong-waiver');
  expect(nameless.reasons?.[0]).toBe(
    'the waiver of wallet.fields (c) by payments names a case that the requirement does not have',
  );
});

test('a waiver of what this run did not judge is left alone', () => {
  const unseen = requirement('wallet.fields', { verdict: 'not-exercised' });
  expect(applyWaivers([unseen], [waiver()], today).problems).toEqual([]);
});

test('a file is read; without one there are no waivers', () => {
  expect(read(JSON.stringify({ waivers: [waiver()] }))).toEqual([waiver()]);
  expect(readWaivers('/there/is/none.json')).toEqual([]);
});

for (const [how, content, message] of [
  ['is no JSON', '{', /not usable: .*JSON/],
  [
    'lacks an owner',
    JSON.stringify({ waivers: [{ ...waiver(), owner: undefined }] }),
    /\/waivers\/0: .*owner/,
  ],
  [
    'names an unknown requirement',
    JSON.stringify({ waivers: [waiver({ requirement: 'wallet.filds' })] }),
    /\/waivers\/0\/requirement: "wallet.filds" is not the id of a requirement/,
  ],
  [
    'has no date',
    JSON.stringify({ waivers: [waiver({ expires: 'soon' })] }),
    /\/waivers\/0\/expires: .*date/,
  ],
] as const)
  test(`a file that ${how} is not usable`, () => {
    expect(() => read(content)).toThrow(message);
  });
