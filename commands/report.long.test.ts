import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { expect } from '#test';
import { at, onReply } from '../reference/patches.ts';
import { hostile } from '../fixtures/testing/hostile.ts';
import { result } from '../reports/testing/samples.ts';
import { command, test, type Ended } from '../fixtures/testing/spawned.ts';
import { reports } from '../reports/write-reports.ts';

const report = (cwd: string, ...args: string[]): Promise<Ended> => command('report', args, { cwd });

test('a run leaves every report, and the command makes the same ones again', async ({
  cwd,
  conformance,
}) => {
  const { out, code } = await conformance({}, '--grep=tools.fields');
  expect(code).toBe(0);
  const again = join(cwd, 'again');
  const {
    code: made,
    stdout,
    stderr,
  } = await report(cwd, join(out, 'conformance.json'), '--out', again);
  expect(made, stderr).toBe(0);
  for (const name of Object.keys(reports)) {
    expect(stdout).toContain(name);
    expect(readFileSync(join(again, name), 'utf8')).toBe(readFileSync(join(out, name), 'utf8'));
  }
});

const { huge = '', ...others } = hostile;
for (const [what, said] of [
  ['every hostile text', Object.values(others).join('\n')],
  ['ten million characters', huge],
] as const)
  test(`a target sends ${what}: the log of GitHub has its failures and no other command`, async ({
    cwd,
    reference,
    conformance,
  }) => {
    const patch = onReply(at.wallet, reply => (reply.body = said));
    const { settings } = await reference({ patches: [patch] });
    const summary = join(cwd, 'summary.md');
    const github = {
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: summary,
      GV_MAX_BODY: '32',
    };
    const run = await conformance({ ...settings, ...github }, '--grep=wallet.fields');
    expect(run.code, run.stderr).toBe(1);
    const printed = `${run.stdout}${run.stderr}`;
    expect(printed).not.toMatch(/(?!\n)\p{Cc}|\p{Bidi_Control}|##\w*\[/u);
    const commands = printed.split('\n').filter(line => /^\s*::/.test(line));
    expect(commands).toEqual([expect.stringMatching(/^::error title=failed wallet\.fields /)]);
    expect(printed.length).toBeLessThan(20_000);
    expect(readFileSync(summary, 'utf8').trim()).toBe(
      readFileSync(join(run.out, 'summary.md'), 'utf8').trim(),
    );
    new SaxesParser().write(readFileSync(join(run.out, 'junit.xml'), 'utf8')).close();
  });

test('what is no result ends with 3 and one sentence', async ({ cwd }) => {
  const file = join(cwd, 'a.json');
  const expectSentence = async (content: string | undefined, sentence: string) => {
    if (content !== undefined) writeFileSync(file, content);
    const { code, stdout, stderr } = await report(cwd, file, '--out', join(cwd, 'none'));
    expect(code).toBe(3);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(sentence)]);
    expect(existsSync(join(cwd, 'none'))).toBe(false);
  };
  await expectSentence(undefined, 'There is no file');
  await expectSentence('{"schemaVersion":', 'cannot be read as JSON');
  await expectSentence('[]', 'is not the conformance.json of a run');
  await expectSentence(
    JSON.stringify({ ...result({}), schemaVersion: 2 }),
    'has schemaVersion 2; this version of the suite reads 1',
  );
  await expectSentence(
    JSON.stringify({ ...result({}), requirements: [{}] }),
    'is damaged: it/requirements/0',
  );
});

test('usage: one file, known options, --help', async ({ cwd }) => {
  expect(await report(cwd)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('Missing required'),
  });
  expect((await report(cwd, 'a', '--quiet')).stderr).toContain('Unknown option --quiet.');
  const { code, stdout } = await report(cwd, '--help');
  expect(code).toBe(0);
  expect(stdout).toContain('Usage: ./gv report [options] <file>');
});

test('a report that cannot be written ends with 3; the others are written', async ({ cwd }) => {
  const file = join(cwd, 'conformance.json');
  writeFileSync(file, JSON.stringify(result({})));
  mkdirSync(join(cwd, 'junit.xml', 'a'), { recursive: true });
  const { code, stderr } = await report(cwd, file);
  expect(code).toBe(3);
  expect(stderr).toContain('junit.xml could not be written: ');
  expect(existsSync(join(cwd, 'summary.md'))).toBe(true);
});
