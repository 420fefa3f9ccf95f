/** A probe drives a limiter to its 429: what ended it is no reason to do that again. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { everythingAllowed, test } from '../fixtures/testing/spawned.ts';

const killed = (starts: string): string => `#!/bin/sh
if [ "$1" = version ]; then echo 'k6 v2.2.0 (go1.25.0, linux/amd64)'; exit; fi
echo started >> '${starts}'
kill -KILL $$
`;

test('a k6 that was killed is not started again by each check', async ({
  cwd,
  reference,
  conformance,
}) => {
  test.skip(process.platform === 'win32', 'signals are those of POSIX');
  const { settings } = await reference();
  const [k6, starts] = [join(cwd, 'k6'), join(cwd, 'starts')];
  writeFileSync(k6, killed(starts), { mode: 0o755 });
  const given = { ...settings, ...everythingAllowed, GV_K6: k6 };
  const { code, result } = await conformance(given, '--project=load');
  expect(readFileSync(starts, 'utf8')).toBe('started\n');
  const broken = result?.requirements.filter(({ verdict }) => verdict === 'error') ?? [];
  expect(broken.length).toBeGreaterThan(5);
  for (const { reason } of broken) expect(reason).toContain('SIGKILL');
  expect(code).toBe(3);
});
