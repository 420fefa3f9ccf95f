import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '#test';
import { processInfo } from './process-info.ts';

test('the parent and the CPU time of a process are known', async () => {
  test.skip(process.platform === 'win32', 'there is neither /proc nor ps');
  const code =
    'for (;;) if (process.cpuUsage().user > 5e5) break; console.log(1); setInterval(() => {}, 1e6)';
  const child = spawn(process.execPath, ['--eval', code]);
  await once(child.stdout, 'data');
  const info = processInfo(child.pid!);
  child.kill('SIGKILL');
  expect(info?.parent).toBe(process.pid);
  expect(info?.cpuSeconds).toBeGreaterThanOrEqual(0.4);
  expect(info?.cpuSeconds).toBeLessThan(60);
  for (const pid of [NaN, 0, -1, 2 ** 30]) expect(processInfo(pid)).toBeUndefined();
});
