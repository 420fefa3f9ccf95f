import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { at, onReply } from '../reference/patches.ts';
import {
  command,
  everythingAllowed,
  projectFile,
  test,
  type Ended,
} from '../fixtures/testing/spawned.ts';
import { signedAgain, edits } from '../reports/certificate/testing/edits.ts';
import { requirementsOf } from '../reports/certificate/demands.ts';
import { featureNames } from '../schemas/features/features.ts';
import { requirementIds } from '../contract/statements.ts';
import { verifyBundle } from '../reports/certificate/verify.ts';
import { version } from '../reports/version.ts';
import {
  currentDigests,
  keyIdOf,
  newKeyPair,
  readPublicKey,
} from '../reports/certificate/signature.ts';
import { result } from '../reports/testing/samples.ts';
import type { ConformanceResult } from '../schemas/records/result.ts';

test('every requirement belongs to a feature', () => {
  const missing = requirementIds.filter(id => !requirementsOf(featureNames).includes(id));
  expect(missing, 'requirements without a feature; run ./gv features').toEqual([]);
});

type Settings = Readonly<Record<string, string>>;

/** Runs `./gv certify` for the features that need the fewest settings. */
async function certify(cwd: string, settings: Settings): Promise<Ended & { bundle: string }> {
  const out = join(cwd, 'out');
  const run = await command('certify', [], {
    cwd,
    settings: { GV_OUT: out, GV_FEATURES: 'tools', ...settings },
  });
  return { ...run, bundle: join(out, 'certificate') };
}

function keysIn(cwd: string) {
  const [key, pub] = [join(cwd, 'key.pem'), join(cwd, 'key.pem.pub')];
  const pair = newKeyPair('ecdsa');
  writeFileSync(key, pair.private);
  writeFileSync(pub, pair.public);
  return { key, pub };
}

const verify = (cwd: string, bundle: string, pub: string, ...more: string[]) =>
  command('verify', [bundle, '--key', pub, '--reference', ...more], { cwd });

/** Returns the value of a row. */
const rowOf = (text: string, name: string): string | undefined =>
  new RegExp(`^  ${name} +(.*)$`, 'm').exec(text)?.[1];

test('verify accepts a certificate, and refuses every edit', async ({ cwd }) => {
  const { key, pub } = keysIn(cwd);
  const challenge = 'of-november';
  const run = await certify(cwd, { GV_SIGNING_KEY: key, GV_CHALLENGE: challenge });
  expect(run.stdout, run.stderr).toContain('CERTIFIED  tools');
  expect(run.code).toBe(0);
  for (const file of ['result.json', 'attestation.json'])
    expect(readFileSync(join(run.bundle, file), 'utf8')).not.toContain('PRIVATE KEY');

  const printed = / {2}\.\/gv verify certificate --key key\.pem\.pub (.*)\n$/.exec(run.stdout)?.[1];
  expect(printed, run.stdout).toBe(
    `--challenge ${challenge} --reference --features tools --max-age 30d`,
  );
  const valid = await command('verify', [run.bundle, '--key', pub, ...(printed ?? '').split(' ')], {
    cwd,
  });
  expect(valid.stdout, valid.stderr).toMatch(/^VALID {2}the embedded reference\n/);
  expect(valid.stdout).toContain('features   core, tools');
  expect(valid.stdout).toContain('challenge  answered');
  expect(valid.stdout).toContain('unchecked  target: ');
  expect(valid.stdout).not.toContain('unsigned');
  expect(valid.code).toBe(0);
  for (const name of ['shown', 'suite', 'key'])
    expect(rowOf(valid.stdout, name)?.startsWith(rowOf(run.stdout, name) ?? '-'), name).toBe(true);
  expect(valid.stdout).toContain('(--list says why)');
  const listed = await verify(cwd, run.bundle, pub, '--list');
  const counts = /(\d+) cases passed, (\d+) warn, (\d+) not shown/.exec(listed.stdout)?.slice(1);
  const lines = ['passed', 'warnings', 'not shown'].map(
    what => listed.stdout.match(new RegExp(`^  ${what} +\\S+ / `, 'gm'))?.length ?? 0,
  );
  expect(lines.map(String)).toEqual(counts);
  expect(listed.stdout).toMatch(/^ {2}implied +tools\.\w+/m);
  const unasked = await command('verify', [run.bundle, '--key', pub], { cwd });
  expect(unasked.stdout).toMatch(/^REFUSED .*embedded reference[^\n]*\n$/);
  expect(unasked.code).toBe(1);
  const other = await verify(cwd, run.bundle, pub, '--challenge', 'of-december');
  expect(other.stdout).toMatch(/^REFUSED .*a different challenge/);
  expect(other.code).toBe(1);

  const here = { version: version(), digests: currentDigests(), now: new Date(), challenge };
  const copy = join(cwd, 'copy');
  cpSync(run.bundle, copy, { recursive: true });
  writeFileSync(join(copy, 'more\nVALID  elsewhere'), '');
  const asked = await verify(cwd, copy, pub, '--max-age', '30d', '--features', 'tools');
  expect(asked.stdout).toContain('\n  unchecked  target: ');
  expect(asked.stdout).toContain('\n  unsigned   more VALID  elsewhere: ');
  expect(asked.code).toBe(0);
  const forged = join(cwd, 'forged');
  signedAgain(({ statement: { predicate } }) => {
    predicate.configuration.find(({ name }) => name === 'suite')!.annotations = {
      version: '9\n\nVALID  elsewhere',
    };
  })(run.bundle, forged, key);
  expect((await verify(cwd, forged, pub)).stdout).toMatch(/^REFUSED [^\n]*\n$/);

  for (const [what, edit] of Object.entries(edits)) {
    const bundle = join(cwd, what.replaceAll(/\W/g, '-'));
    edit.make(run.bundle, bundle, key);
    const given = edit.challenge ?? challenge;
    const check = () => verifyBundle(bundle, readPublicKey(pub), { ...here, challenge: given });
    if (!edit.inReplay) {
      expect(check, what).toThrow(edit.refusal);
      continue;
    }
    expect(check, what).not.toThrow();
    const { code, stdout } = await verify(cwd, bundle, pub, '--challenge', given);
    expect(stdout, what).toMatch(/^REFUSED /);
    expect(stdout, what).toContain(edit.refusal);
    expect(code, what).toBe(1);
  }
});

test('certify refuses a run with failures, and starts none that lacks what its features need', async ({
  cwd,
  reference,
}) => {
  const { key } = keysIn(cwd);
  const patch = onReply(at.tool, reply => (reply.body = { success: true }));
  const { settings: broken } = await reference({ patches: [patch] });
  const signed = { ...everythingAllowed, GV_SIGNING_KEY: key };
  const failed = await certify(cwd, { ...broken, ...signed });
  expect(failed.code).toBe(1);
  expect(existsSync(failed.bundle)).toBe(false);
  expect(failed.stdout).toContain('No certificate: something failed.');
  expect(failed.stdout).not.toContain('certificate of an earlier run');

  mkdirSync(failed.bundle);
  writeFileSync(join(failed.bundle, 'attestation.json'), 'of an earlier run');
  const { GV_BASE_URL = '', GV_API_KEY = '' } = (await reference()).settings;
  const unshown = await certify(cwd, { GV_BASE_URL, GV_API_KEY, GV_SIGNING_KEY: key });
  expect(unshown.code).toBe(3);
  expect(unshown.stderr).toContain('certify sends nothing, because a certificate of');
  expect(readFileSync(join(unshown.bundle, 'attestation.json'), 'utf8')).toBe('of an earlier run');
});

test('certify sends nothing without a key that can sign, and states the reason', async ({
  cwd,
  reference,
}) => {
  let sent = 0;
  const { settings } = await reference({ onRequest: () => sent++ });
  const file = join(cwd, 'no-key.pem');
  writeFileSync(file, 'no key');
  for (const [key, problem] of [
    [file, 'is not a private key in PEM'],
    [join(cwd, 'none.pem'), 'none.pem does not exist'],
    ['', 'GV_SIGNING_KEY                  file of the key that signs certificates'],
  ] as const) {
    const run = await certify(cwd, { ...settings, ...everythingAllowed, GV_SIGNING_KEY: key });
    expect(run).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining(problem) });
  }
  expect(sent).toBe(0);
  expect(existsSync(join(cwd, 'out'))).toBe(false);
});

test('only the owner can read a signing key, and it is never in the repository', async ({
  cwd,
}) => {
  const make = (...args: string[]) => command('signing-key', args, { cwd });
  const file = join(cwd, 'mine.pem');
  const made = await make(file);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toContain(keyIdOf(readPublicKey(`${file}.pub`)));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(`${file}.pub`, 'utf8')).toContain('PUBLIC KEY');
  expect(await make(file)).toMatchObject({ code: 3, stderr: expect.stringContaining('exists') });
  const inside = await make(projectFile('signing.pem'));
  expect(inside).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('inside the repository'),
  });
});

const replay = (cwd: string, ...args: string[]): Promise<Ended> => command('replay', args, { cwd });

test('a replay repeats failures, and names an edit', async ({ cwd, reference, conformance }) => {
  const patch = onReply(at.tool, reply => (reply.status = 500));
  const { settings } = await reference({ patches: [patch] });
  const args = ['tools', 'orders.queued'];
  const run = await conformance({ ...settings, ...everythingAllowed }, ...args);
  expect(run.code, run.stderr).toBe(1);
  const file = join(run.out, 'conformance.json');
  expect(await replay(cwd, file)).toMatchObject({ code: 0, stderr: '' });

  writeFileSync(join(cwd, 'spend.json'), JSON.stringify({ ...run.result, spend: {} }));
  const spent = await replay(cwd, join(cwd, 'spend.json'));
  expect(spent.stdout).toMatch(/the result states that 0 \w+ were spent, and its exchanges show/);
  expect(spent.code).toBe(1);

  const requirements = [...run.result!.requirements];
  const at0 = requirements.findIndex(({ verdict }) => verdict === 'failed');
  const { id } = requirements[at0]!;
  requirements[at0] = { ...requirements[at0]!, verdict: 'passed' };
  requirements.push({ ...requirements[at0], id: 'x\nJudged again: 1 requirements' });
  writeFileSync(file, JSON.stringify({ ...run.result, requirements }));
  const { code, stdout } = await replay(cwd, file);
  expect(stdout).toContain(`${id}: recorded passed, replay gives failed`);
  expect(stdout).toContain('\n  x Judged again: 1 requirements is another statement');
  expect(code).toBe(1);
});

test('a replay refuses a result that it cannot judge, with the reason', async ({ cwd }) => {
  const file = join(cwd, 'conformance.json');
  const refused = async (changed: Partial<ConformanceResult>, reason: string) => {
    const suite = { version: version(), spec: '1.0.0' } as const;
    writeFileSync(file, JSON.stringify(result({ suite, ...changed })));
    const { code, stderr } = await replay(cwd, file);
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(reason)]);
    expect(code).toBe(3);
  };
  await refused({ suite: { version: '0.0.1', spec: '1.0.0' } }, 'is of version 0.0.1 of the suite');
  await refused({}, 'does not record what its run was given');
});
