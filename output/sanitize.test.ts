import { expect, test } from '#test';
import { cut, harmless, harmlessJson, harmlessLine } from './sanitize.ts';

const rows: readonly [what: string, text: string, shown: string][] = [
  ['plain text', 'Łąka 🎁\n\tline', 'Łąka 🎁\n\tline'],
  ['ANSI escapes', '\u001b[31mred\u009b0m', '\\x1b[31mred\\x9b0m'],
  ['carriage return and NUL', 'a\r\nb\0', 'a\\r\nb\\0'],
  ['bidi controls', 'a\u202eb\u2066c\u061c', 'a\\u202eb\\u2066c\\u061c'],
  ['other line ends', 'a\u2028b\u2029c\u0085d', 'a\\u2028b\\u2029c\\x85d'],
  ['half of a pair', '\ud83c 🎁', '\\ud83c 🎁'],
  ['what is no character', '\ufffe\uffff', '\\ufffe\\uffff'],
  [
    'what a reader cannot see',
    'key\u200b\ufff9 \u00ad\u2060\ufeff\u3164\u{e0041}',
    'key\\u200b\\ufff9 \\xad\\u2060\\ufeff\\u3164\\u{e0041}',
  ],
  ['emoji of several characters', '👩🏽‍🚀 🏳️‍🌈 ❤️ 1️⃣ 👨‍👩‍👧', '👩🏽‍🚀 🏳️‍🌈 ❤️ 1️⃣ 👨‍👩‍👧'],
  ['their parts outside of emoji', 'a\u200db\ufe0f1\ufe0f', 'a\\u200db\\ufe0f1\\ufe0f'],
  ['commands at the start of a line', '::a::\n  ::b\nc ::d', '\\::a::\n  \\::b\nc ::d'],
  ['commands of others', 'a ##[error]b ##vso[c] ## d', 'a #\\#[error]b #\\#vso[c] ## d'],
];
for (const [what, text, shown] of rows)
  test(`harmless: ${what}`, () => {
    expect(harmless(text)).toBe(shown);
  });

test('a long text of blanks and line ends is looked at once', () => {
  for (const blank of ['\n', ' ', '\n '])
    for (const safe of [harmless, harmlessLine]) {
      const startedAt = process.cpuUsage().user;
      safe(blank.repeat(200_000), Infinity);
      // Each of them again for each before it took a minute.
      expect(process.cpuUsage(undefined).user - startedAt).toBeLessThan(5_000_000);
    }
});

test('a line has no line ends and is short', () => {
  expect(harmlessLine('a\n\t b\n::c')).toBe('a b ::c');
  expect(harmlessLine('x'.repeat(500))).toBe(`${'x'.repeat(300)}… (200 more characters)`);
});

test('a long text is cut between characters, with a note', () => {
  expect(cut('abc', 3)).toBe('abc');
  expect(cut('a🎁b', 2)).toBe('a… (3 more characters)');
});

test('JSON has the same values and no text that acts', () => {
  const value = rows.map(([, text]) => text).filter(text => !text.includes('\ud83c '));
  const text = harmlessJson(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).not.toMatch(/(?!\n)\p{Cc}|\p{Bidi_Control}|[\u200b\u{e0041}]|##\w*\[|^\s*::/mu);
});
