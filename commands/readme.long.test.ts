/** Runs each command of the README, or names the test that runs it. */
import {
  copyFileSync,
  cpSync,
  existsSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { ended, projectFile, start, test } from '../fixtures/testing/spawned.ts';

/** Commands that another file runs, with the file. */
const elsewhere: Readonly<Record<string, string>> = {
  'npm ci && ./gv conformance': '.ci/run',
  'npm ci && npm test': '.ci/run',
  './gv init': 'commands/setup.e2e.test.ts',
  'recipes/night/night.sh ~/nights': 'recipes/night/night.long.test.ts',
  './gv traffic': 'commands/traffic.long.test.ts',
  './gv k6': 'commands/k6.e2e.test.ts',
  './gv repeat auth.missing-key': 'commands/repeat.e2e.test.ts',
  './gv reference --latency 50 --limits 60/10/30 --window 10': 'commands/gv.e2e.test.ts',
};

/** These take half an hour, or are not whole commands. */
const leftOut = ['./gv', './gv <command> --help', './gv matrix', './gv network'];

const readme = readFileSync(projectFile('README.md'), 'utf8');
const blocks = [...readme.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, lines = '']) =>
  lines.split('\n').map(line => line.replace(/ {2,}#.*/, '').trim()),
);
const inText = [...readme.matchAll(/`((?:\.\/gv|npm) [^`]+|\.\/gv)`/g)].map(
  ([, line = '']) => line,
);
const commands = [...new Set([...blocks, ...inText])].filter(
  line => line !== '' && !leftOut.includes(line),
);

test('the README has commands, and the files that run the others exist', () => {
  expect(commands.length).toBeGreaterThan(15);
  for (const [line, file] of Object.entries(elsewhere)) {
    expect(commands).toContain(line);
    expect(existsSync(projectFile(file)), file).toBe(true);
  }
});

test('the commands of the README end with 0', async ({ cwd, reference }) => {
  const { settings } = await reference();
  const env = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
  writeFileSync(join(cwd, '.env'), env.join(''), { mode: 0o600 });
  symlinkSync(projectFile('gv'), join(cwd, 'gv'));
  copyFileSync(
    projectFile('fixtures/recordings/examples/playwright-healthy.har'),
    join(cwd, 'capture.har'),
  );
  // Probes one limiter. `.ci/run` probes all.
  const given = { HOME: cwd, GV_PROBE: 'webhooks' };
  for (const line of commands.filter(each => !(each in elsewhere))) {
    const { code, stdout, stderr } = await ended(
      start('bash', ['-ec', line], { cwd, settings: given }),
    );
    expect(code, `${line}\n${stdout}\n${stderr}`).toBe(0);
    const out = join(cwd, 'reports', 'out');
    // Later commands compare with this copy.
    if (existsSync(out) && !existsSync(join(cwd, 'old')))
      cpSync(out, join(cwd, 'old'), { recursive: true });
  }
});
