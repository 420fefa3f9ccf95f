/**
 * Usage: `npm run test:repeat -- <file> [n]`. Runs a test n times (20) next to three processes that compute, on a machine of two
 * processors, so that a test that depends on timing fails here first.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const [file, times = '20'] = process.argv.slice(2);
if (file === undefined || !/^\d+$/.test(times)) {
  console.error(
    'npm run test:repeat -- <file> [n]: a part of the path of a test, and the number of repetitions',
  );
  process.exit(3);
}

/** Program that ends with the pipe to this process, even if this process is killed. */
const busy =
  "process.stdin.on('end', () => process.exit()).resume(); (function spin() { for (const end = Date.now() + 50; Date.now() < end;); setImmediate(spin); })()";
const loops = Array.from({ length: 3 }, () =>
  spawn(process.execPath, ['-e', busy], { stdio: ['pipe', 'ignore', 'inherit'] }),
);
const tests = spawn(
  'npx',
  ['playwright', 'test', '--config', 'playwright.self.config.ts', `--repeat-each=${times}`, file],
  { stdio: 'inherit' },
);
const [code] = (await once(tests, 'close')) as [number | null];
for (const { stdin } of loops) stdin?.end();
process.exitCode = code ?? 1;
