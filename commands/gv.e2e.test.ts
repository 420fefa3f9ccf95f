/** Tests what is refused before anything is sent, what help shows, and which place wins if several name a setting. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { command, ended, gv, projectFile, start, test } from '../fixtures/testing/spawned.ts';

test('what is misspelt is refused with what was meant, and nothing is sent', async ({
  cwd,
  reference,
}) => {
  let sent = 0;
  const { settings } = await reference({ onRequest: () => sent++ });
  for (const [name, args, message] of [
    ['conformence', [], 'Unknown command conformence. Did you mean conformance?'],
    ['conformance', ['--gerp', 'auth'], 'Unknown option --gerp. Did you mean --grep?'],
    ['smoke', ['--max-request=7'], 'Unknown option --max-request. Did you mean --max-requests?'],
    ['conformance', ['--base-url', '--out', 'x'], '--base-url needs a value, and --out is an'],
    ['conformance', ['auth.mising-key'], 'Did you mean auth.missing-key?'],
    ['conformance', ['--api-key=not-for-eyes'], 'Set GV_API_KEY in .env (mode 600)'],
    ['conformance', ['--api-kye=not-for-eyes'], 'Set GV_API_KEY in .env (mode 600)'],
    ['conformance', ['--max-requests', 'many'], 'GV_MAX_REQUESTS: must be'],
    ['reference', ['--fault', 'misspelt'], '--fault misspelt: there is no such fault.'],
  ] as const) {
    const { code, stdout, stderr } = await command(name, args, { cwd, settings });
    expect(stderr).toContain(message);
    expect(stdout + stderr).not.toContain('not-for-eyes');
    expect(code).toBe(3);
  }
  expect(sent).toBe(0);
});

test('help: all commands, one command, every setting; none is an error', async ({ cwd }) => {
  const none = await ended(start(gv, [], { cwd }));
  expect(none).toMatchObject({ code: 3, stderr: expect.stringContaining('Name a command') });
  for (const [args, text] of [
    [['--help'], 'Judge a deployment:\n  conformance'],
    [['help', 'drift'], 'Usage: ./gv drift [options] <old> <new>'],
    [['smoke', '--help-settings'], '--max-body, GV_MAX_BODY\n'],
    [['--version'], 'spec 1.0.0'],
  ] as const) {
    const { code, stdout } = await ended(start(gv, args, { cwd }));
    expect(stdout).toContain(text);
    expect(stdout.split('\n').filter(line => line.length > 80)).toEqual([]);
    expect(code).toBe(0);
  }
});

test('a reader that has seen enough is no error', async ({ cwd }) => {
  const { code, stderr } = await ended(
    start('bash', ['-c', `${gv} certify --help | head -1; exit $PIPESTATUS`], { cwd }),
  );
  expect(stderr).toBe('');
  expect(code).toBe(0);
});

test('an option wins over the environment, which wins over .env', async ({ cwd }) => {
  writeFileSync(join(cwd, '.env'), 'GV_STATE=of-env-file\n');
  mkdirSync(join(cwd, 'elsewhere'));
  const settings = { GV_STATE: 'of-environment' };
  const shown = async (...args: Parameters<typeof command>) => (await command(...args)).stdout;
  expect(await shown('ledger', [], { cwd })).toContain('of-env-file');
  expect(await shown('ledger', [], { cwd, settings })).toContain('of-environment');
  expect(await shown('ledger', ['--state', 'given'], { cwd, settings })).toContain('(given/');
});

test('bash and zsh complete with the script that is printed for them', async ({ cwd }) => {
  const bash = `source <('${gv}' completion bash)
    complete -p ./gv && COMP_WORDS=(./gv conformance --project = l) COMP_CWORD=4
    _gift_voucher_conformance && echo "\${COMPREPLY[@]}"`;
  const inBash = await ended(start('bash', ['-c', bash], { cwd }));
  expect(inBash).toMatchObject({ stdout: expect.stringMatching(/ \.\/gv\nload\n$/), code: 0 });
  test.skip(!existsSync('/usr/bin/zsh') && !existsSync('/bin/zsh'), 'there is no zsh');
  const zsh = `autoload -Uz compinit; compinit -D -u; source <('${gv}' completion zsh)
    compadd() { print -- "$@" }; words=(./gv conformance --project=l) CURRENT=3
    print $_comps[./gv]; _gift_voucher_conformance`;
  const inZsh = await ended(start('zsh', ['-fc', zsh], { cwd }));
  expect(inZsh.stdout).toBe('_gift_voucher_conformance\n-- --project=load\n');
});

test('npm passes options on, and its script starts in the folder of the project', async () => {
  const listed = await ended(
    start('npm', ['run', '--silent', 'conformance', '--', '--list', 'wallet.fields'], {
      cwd: projectFile(''),
    }),
  );
  expect(listed.stdout).toContain('wallet.fields');
  expect(listed.stdout).toContain('Total: 1 test in 1 file');
  expect(listed.code).toBe(0);
});
