import fc from 'fast-check';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { test } from '../fixtures/testing/spawned.ts';
import { NoResult, keepResult, outdated, readFolder, recordedRunIn } from './files.ts';
import { requirement, result, exchangesById, recorded } from './testing/samples.ts';
import { exchangeOf } from '../fixtures/testing/fakes.ts';

/** Builds a result of this day, counted from the first of January 2026. */
const startOf = (night: number): string => new Date(Date.UTC(2026, 0, 1 + night, 2)).toISOString();
const requirements = [requirement('wallet.fields', { verdict: 'passed' })];
const at = (night: number) => result({ startedAt: startOf(night), requirements });
const name = (night: number) => `${startOf(night).replaceAll(':', '-')}.json`;

test('results are sorted by the start of their runs, and other files are left out', ({
  cwd: folder,
}) => {
  keepResult(at(0), folder);
  const files = {
    'a.json': JSON.stringify(at(2)),
    'z.json': JSON.stringify(at(1)),
    'broken.json': '{"a":',
    'earlier.json': JSON.stringify({ ...at(3), schemaVersion: 1 }),
    'damaged.json': JSON.stringify({ ...at(3), requirements: [{}] }),
    'notes.txt': 'mine',
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  mkdirSync(join(folder, 'folder.json'));
  symlinkSync(join(folder, name(0)), join(folder, 'link.json'));
  const { found, leftOut } = readFolder(folder, ({ startedAt }, file) => ({ startedAt, file }));
  expect(found.map(({ file }) => file)).toEqual([name(0), 'z.json', 'a.json']);
  expect(leftOut.toSorted()).toEqual([
    expect.stringMatching(/^left out: .*broken\.json cannot be read as JSON/),
    expect.stringMatching(/damaged\.json is damaged: it\/requirements\/0/),
    expect.stringMatching(
      /earlier\.json has schemaVersion 1, and this version of the suite reads 2\. Read it with/,
    ),
  ]);
  expect(() => readFolder(join(folder, 'none'), each => each)).toThrow(NoResult);
});

test('results older than the limit are outdated, except the newest', () => {
  const dated = [0, 1, 2, 3].map(night => ({ file: name(night), startedAt: startOf(night) }));
  const old = (keep: number, now: number) =>
    outdated(dated, keep, new Date(startOf(now))).map(({ file }) => file);
  expect(old(2, 3)).toEqual([name(0)]);
  expect(old(1, 3)).toEqual([name(0), name(1)]);
  expect(old(90, 3)).toEqual([]);
  expect(old(1, 500)).toEqual([name(0), name(1), name(2)]);
  expect(outdated([], 1, new Date())).toEqual([]);
});

const whole = JSON.stringify(recorded());

function expectRefused(text: string): void {
  const read = () => recordedRunIn(text, 'a.json');
  expect(read).toThrow(NoResult);
  expect(read).toThrow(/^a\.json [^\n]{5,2000}$/);
}

test('a truncated run, or other JSON, is refused in one sentence', () => {
  const cuts = fc.nat({ max: whole.length - 1 }).map(at => whole.slice(0, at));
  const others = fc.oneof(fc.json(), fc.string({ unit: 'binary' }), cuts);
  fc.assert(fc.property(others, expectRefused), { numRuns: 300 });
});

test('deep nesting, names of prototypes and other versions are refused', () => {
  expectRefused('['.repeat(100_000) + ']'.repeat(100_000));
  expectRefused('{"__proto__":{"schemaVersion":2}}');
  expectRefused(`{"schemaVersion":2,"requirements":${'['.repeat(50_000)}${']'.repeat(50_000)}}`);
  expectRefused('{"schemaVersion":2}');
  expect(recordedRunIn(whole, 'a.json').schemaVersion).toBe(2);
});

test('a small file whose bodies would fill the memory is refused before a body is joined', () => {
  const piece = 'x'.repeat(2 ** 20);
  const withBodies = (times: number, digest = 'abc', count = 1) => {
    const { x1 } = exchangesById(exchangeOf(200, {}));
    const body = Array.from({ length: times }, () => digest);
    const one = { ...x1!, response: { ...x1!.response, body } };
    const exchanges = Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`x${at + 1}`, one]),
    );
    return JSON.stringify(recorded({ exchanges, texts: { abc: piece } }));
  };
  expect(recordedRunIn(withBodies(256), 'a.json').texts).toEqual({ abc: piece });
  expectRefused(withBodies(257));
  expect(recordedRunIn(withBodies(256, 'abc', 4), 'a.json').texts).toEqual({ abc: piece });
  expectRefused(withBodies(256, 'abc', 5));
  expectRefused(withBodies(1, 'missing'));
  expectRefused(withBodies(1, '__proto__'));
});
