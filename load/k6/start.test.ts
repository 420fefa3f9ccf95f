import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '#test';
import { startK6 } from './k6.ts';

/** A program in place of k6. */
async function fake(script: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'start-k6-')), 'k6');
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

test('k6 gets its settings and none of the surrounding variables', async () => {
  process.env['GV_SURROUNDING'] = 'x';
  try {
    const k6 = await fake('env; echo "$@"');
    const { ended } = startK6(k6, 'a.ts', {
      env: { GV_API_KEY: 'k' },
      tls: { GV_CA_FILE: 'ca.pem' },
    });
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(stdout).toContain('GV_API_KEY=k');
    expect(stdout).toContain(`SSL_CERT_FILE=${resolve('ca.pem')}`);
    expect(stdout).toContain('run --quiet --no-usage-report a.ts');
    expect(stdout).not.toContain('GV_SURROUNDING');
  } finally {
    delete process.env['GV_SURROUNDING'];
  }
});

test('k6 is sent through the same proxies', async () => {
  const before = process.env['HTTPS_PROXY'];
  process.env['HTTPS_PROXY'] = 'http://proxy.example:3128';
  try {
    const { stdout } = await startK6(await fake('env'), 'a.ts', { env: {} }).ended;
    expect(stdout).toContain('HTTPS_PROXY=http://proxy.example:3128');
  } finally {
    if (before === undefined) delete process.env['HTTPS_PROXY'];
    else process.env['HTTPS_PROXY'] = before;
  }
});

test('a broken threshold is no failure of k6; any other code is one, quoted without keys', async () => {
  const mask = (text: string) => text.replaceAll('secret', '(key)');
  const broken = startK6(await fake('exit 99'), 'a.ts', { env: {}, mask });
  expect(await broken.ended).toEqual({ code: 99, stdout: '' });
  const failed = startK6(await fake('echo taken >&2; echo no secret >&2; exit 107'), 'a.ts', {
    env: {},
    mask,
    onLog: line => line === 'taken',
  });
  await expect(failed.ended).rejects.toThrow(/^k6 ended with 107: no \(key\)$/);
});

test('k6 ends with the process that started it, however that ends', async () => {
  test.skip(process.platform === 'win32', 'a shell waits for the end');
  const k6 = await fake('echo $$; exec sleep 600');
  const module = JSON.stringify(new URL('k6.ts', import.meta.url).href);
  const code = `const { startK6 } = await import(${module}); startK6(${JSON.stringify(k6)}, 'a.ts', { env: {} }).child.stdout.on('data', text => process.stdout.write(text));`;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', code],
    { cwd: fileURLToPath(new URL('../..', import.meta.url)), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  const pid = Number(printed.toString());
  child.kill('SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    // One that ended and that nobody has asked about is a zombie.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
