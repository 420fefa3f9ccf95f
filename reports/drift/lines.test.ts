import { expect, test } from '#test';
import { hostile } from '../../fixtures/testing/hostile.ts';
import { driftLines } from './lines.ts';
import { plantedDrift } from './testing/planted.ts';

const print = (said?: string) => driftLines(plantedDrift(said));

test('kinds in the order of their weight; what changed alike is one', () => {
  const lines = print('gone');
  expect(lines.filter(line => /^[A-Z]/.test(line))).toEqual([
    'Verdicts',
    'What the spec leaves open',
    'Limiters',
    'Latency',
    'Fields of responses: gone -> new',
  ]);
  expect(lines.slice(4, 7)).toEqual([
    '  auth.missing-key: passed -> failed',
    '  auth.empty-key: passed -> failed',
    '  wallet.fields: passed -> error: gone',
  ]);
  expect(lines).toContain('  passed -> not-exercised: gone');
  expect(lines).toContain('    a.a; a.b; a.c; b.a; b.b');
});

for (const [name, said] of Object.entries(hostile))
  test(`what a target sends: ${name}`, () => {
    const lines = print(said);
    expect(lines.join('\n')).not.toMatch(
      /(?!\n)\p{Cc}|[\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}\ufffe\uffff]|##\w*\[|^\s*::/mu,
    );
    expect(lines).toHaveLength(print('x').length);
    expect(lines.join('\n').length).toBeLessThan(20_000);
  });
