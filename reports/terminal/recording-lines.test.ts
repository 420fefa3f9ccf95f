import { expect, test } from '#test';
import { recordingLines } from './recording-lines.ts';

test('entries, what was left out by reason, what was not recorded, keys by role', () => {
  const lines = recordingLines({
    file: 'a.har',
    program: 'mitmproxy 12.2.3',
    entries: 40,
    judged: 36,
    leftOut: { 'a redirect': 3, 'from a cache': 1 },
    unrecorded: { 'response body': 2 },
    keys: { business: 35, none: 1 },
  });
  expect(lines.join('\n')).toBe(`a.har, written by mitmproxy 12.2.3
  entries           40
  judged            36
  left out          3     a redirect
                    1     from a cache
  not recorded      2     response body
  keys              35    business
                    1     none
`);
});
