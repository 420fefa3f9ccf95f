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
import { ended, everythingAllowed, projectFile, start, test } from '../fixtures/testing/spawned.ts';

/** Other commands, with the file that runs each. */
const elsewhere: Readonly<Record<string, string>> = {
  'npm ci && ./gv conformance': '.ci/run',
  'npm ci && npm test': '.ci/run',
  'npm run build:schemas': '.ci/run',
  './gv init': 'commands/setup.e2e.test.ts',
  'npm run build && npm pack': 'commands/package.long.test.ts',
  'cd ~/project && npm install --save-dev --ignore-scripts ~/suite/gift-voucher-conformance-0.1.0.tgz':
    'commands/package.long.test.ts',
  'npx gv init && npx gv conformance': 'commands/package.long.test.ts',
  'recipes/night/night.sh ~/nights': 'recipes/night/night.long.test.ts',
  './gv traffic': 'commands/traffic.long.test.ts',
  './gv conformance --shard 1/4': 'commands/merge.long.test.ts',
  './gv merge': 'commands/merge.long.test.ts',
  './gv reference --latency 50 --limits 60/10/30 --window 10': 'commands/gv.e2e.test.ts',
};

/** They take half an hour, wait for a browser, or are no whole commands. */
const leftOut = [
  './gv',
  './gv <command> --help',
  './gv matrix',
  './gv network',
  './gv conformance --ui',
];

const readme = readFileSync(projectFile('README.md'), 'utf8');
const blocks = [...readme.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, lines = '']) =>
  lines.split('\n').map(line => line.replace(/ {2,}#.*/, '').trim()),
);
const inText = [...readme.matchAll(/`((?:\.\/gv|npm) [^`]+|\.\/gv)`/g)].map(
  ([, line = '']) => line,
);
/** Settings of the command for a target: the test takes `.env` instead, because no deployment is at that address. */
const yours = /^GV_BASE_URL=\S+ GV_API_KEY=\S+ /;
const commands = [...new Set([...blocks, ...inText])].filter(
  line => line !== '' && !leftOut.includes(line),
);

test('the README names commands, and where each of them is run exists', () => {
  expect(commands.length).toBeGreaterThan(20);
  expect(commands.some(line => yours.test(line))).toBe(true);
  for (const [line, file] of Object.entries(elsewhere)) {
    expect(commands).toContain(line);
    expect(existsSync(projectFile(file)), file).toBe(true);
  }
});

test('the commands of the README do what it says', async ({ cwd, reference }) => {
  const { settings } = await reference();
  const env = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
  writeFileSync(join(cwd, '.env'), env.join(''), { mode: 0o600 });
  symlinkSync(projectFile('gv'), join(cwd, 'gv'));
  copyFileSync(
    projectFile('fixtures/recordings/examples/playwright-healthy.har'),
    join(cwd, 'capture.har'),
  );
  // One limiter is probed, and not all: `.ci/run` probes all of them.
  const given = { ...everythingAllowed, HOME: cwd, GV_PROBE: 'webhooks' };
  for (const line of commands.filter(each => !(each in elsewhere))) {
    const { code, stdout, stderr } = await ended(
      start('bash', ['-ec', line.replace(yours, '')], { cwd, settings: given }),
    );
    expect(code, `${line}\n${stdout}\n${stderr}`).toBe(0);
    const out = join(cwd, 'reports', 'out');
    // Later commands compare with this copy.
    if (existsSync(out) && !existsSync(join(cwd, 'old')))
      cpSync(out, join(cwd, 'old'), { recursive: true });
  }
});
