import { writeFileSync } from 'node:fs';
import { expect, test } from '#test';
import type { Waiver } from '../../schemas/records/waivers.ts';
import { caseOf, failedCase, requirement } from '../testing/samples.ts';
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
const passed = requirement('wallet.fields', { verdict: 'passed', cases: [caseOf('a', 'passed')] });

const today = '2026-12-31';
const decided = (given: typeof failed, ...waivers: Waiver[]) => {
  const { requirements: _, ...rest } = conclude([given], { profile: 'gate', waivers, today });
  return rest;
};

test('a waiver of one case leaves the others', () => {
  expect(decided(failed, waiver({ case: 'a' })).verdict).toBe('non-conformant');
  expect(decided(failed, waiver({ case: 'a' }), waiver({ case: 'b' })).verdict).toBe('incomplete');
  const { requirements } = applyWaivers([failed], [waiver({ case: 'a' })], today);
  expect(requirements[0]?.waived).toBeUndefined();
  expect(requirements[0]?.cases.map(each => each.waived?.owner)).toEqual(['payments', undefined]);
});

test('a waiver that expired, lasts too long, is not needed, or names no case fails the run', () => {
  for (const [given, waivers, verdict, reason] of [
    [failed, [waiver({ expires: '2026-12-30' })], 'non-conformant', 'by payments expired on'],
    [failed, [waiver({ expires: '2027-12-32' })], 'wrong-waiver', 'by payments ends on 2027-12-32'],
    [passed, [waiver({ case: 'a' })], 'wrong-waiver', '(a) by payments is not needed any more'],
    [
      failed,
      [waiver(), waiver({ case: 'c' })],
      'wrong-waiver',
      '(c) by payments names a case that the requirement does not have; it failed in: a; b',
    ],
  ] as const) {
    const { verdict: found, reasons = [] } = decided(given, ...waivers);
    expect(found).toBe(verdict);
    expect(reasons[0]).toContain(`the waiver of wallet.fields ${reason}`);
  }
  expect(decided(passed, waiver({ case: 'a' })).reasons?.[1]).toBe(
    'nothing else failed; without waivers, the run is incomplete',
  );
});

test('a waiver accepts a warning without an expiry date, and a failure only with one', () => {
  const { expires: _, ...forever } = waiver();
  const warned = requirement('wallet.fields', {
    verdict: 'warning',
    cases: [caseOf('a', 'warning')],
  });
  const { requirements, verdict } = conclude([warned], {
    profile: 'gate',
    strict: true,
    waivers: [forever],
    today,
  });
  expect([verdict, requirements[0]?.waived]).toEqual(['incomplete', forever]);
  const { verdict: refused, reasons } = decided(failed, forever);
  expect(refused).toBe('non-conformant');
  expect(reasons).toEqual([
    'the waiver of wallet.fields by payments accepts a failure and has no expiry date: add expires',
  ]);
});

test('an expired waiver of a warning says that a warning needs no date', () => {
  const warned = requirement('wallet.fields', {
    verdict: 'warning',
    cases: [caseOf('a', 'warning')],
  });
  const { problems } = applyWaivers([warned], [waiver({ expires: '2026-12-30' })], today);
  expect(problems).toEqual([
    'the waiver of wallet.fields by payments expired on 2026-12-30. It accepts a warning, which needs no date: remove expires, or the waiver',
  ]);
});

test('a waiver of a case that this run did not judge causes no problem', () => {
  const unseen = requirement('wallet.fields', {
    verdict: 'not-exercised',
    cases: [caseOf('all', 'not-exercised')],
  });
  for (const each of [waiver(), waiver({ case: 'a' })])
    expect(applyWaivers([unseen], [each], today).problems).toEqual([]);
});

test('a file of waivers is read, a missing file has no waivers, and an invalid file is an error', () => {
  const file = test.info().outputPath('waivers.json');
  const read = (content: string) => {
    writeFileSync(file, content);
    return readWaivers(file);
  };
  const ofOne = (one: object) => JSON.stringify({ waivers: [one] });
  expect(readWaivers(file)).toEqual([]);
  expect(read(ofOne(waiver()))).toEqual([waiver()]);
  expect(read(`\ufeff${ofOne(waiver())}`)).toEqual([waiver()]);
  for (const [content, message] of [
    ['{', /waivers\.json cannot be read as JSON/],
    [ofOne({ ...waiver(), owner: undefined }), /\/waivers\/0: it has no "owner"/],
    [
      ofOne(waiver({ requirement: 'wallet.filds' })),
      /"wallet.filds" is not the id of a requirement\. Did you mean wallet\.fields\?/,
    ],
    [ofOne(waiver({ requirement: 'everything' })), /contract\/CATALOGUE\.md lists them/],
    [
      ofOne(waiver({ expires: 'soon' })),
      /\/waivers\/0\/expires: "soon" is not a date like 2027-01-31/,
    ],
    [
      ofOne({ ...waiver(), until: 'x' }),
      /\/waivers\/0: it has "until", which is not a field of a waiver/,
    ],
  ] as const)
    expect(() => read(content)).toThrow(message);
});
