/** `./gv certify`: runs what the chosen features demand, and signs a certificate if the run showed everything. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { KeyObject } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { outputFolder, readEnvironment } from '../harness/config/environment.ts';
import { ConfigurationError, parseValues } from '../harness/config/values.ts';
import type { Values } from '../harness/config/settings.ts';
import { claimOutput } from '../harness/output/folder.ts';
import { writeBundle, expiryOf } from '../reports/certificate/statement.ts';
import { leftOut, requirementsOf, contradictions } from '../reports/certificate/demands.ts';
import {
  currentDigests,
  readSigningKey,
  keyTypes,
  newKeyPair,
} from '../reports/certificate/signature.ts';
import { resultIn } from '../reports/files.ts';
import { exitCodes, command, settingsOfCertificates, UsageError } from './cli/command.ts';
import { harmlessLine } from '../harness/output/sanitize.ts';
import { featureNames, features as known, type Feature } from '../schemas/features/features.ts';
import { judgeAgain } from './replay.ts';
import { runnerArguments, runnerOptions, titlesOf } from './runner-options.ts';
import { runConformance } from './run-conformance.ts';
import { print, warn } from '../harness/output/wrap.ts';
import { whyUnwritable, writeWhole } from '../harness/output/files.ts';

export const certify = command({
  about: `Runs what the features of GV_FEATURES demand and, if everything was shown, writes a certificate to GV_OUT/certificate/: the result, and an attestation that GV_SIGNING_KEY signs. Keys, errors and the form of responses belong to each certificate. Features (all, if none is named): ${Object.entries(
    known,
  )
    .map(([name, about]) => `${name} (${about})`)
    .join(', ')}.`,
  options: runnerOptions,
  settings: {
    first: [
      'GV_FEATURES',
      'GV_SIGNING_KEY',
      'GV_CHALLENGE',
      'GV_CERTIFICATE_DAYS',
      'GV_BASE_URL',
      'GV_ALLOW',
      'GV_MAX_SPEND',
      'GV_OUT',
    ],
    all: settingsOfCertificates,
  },
  examples: [
    [
      './gv certify --features catalog,wallet --signing-key ~/certify.pem --challenge 7f3a',
      'two features, with a text of who verifies',
    ],
  ],
  exitCodes: {
    0: 'all was shown, and the certificate is written',
    1: 'something failed',
    2: 'something demanded was not exercised',
    3: 'an error, or a run that could not start',
  },
  run: given => certifyRun(runnerArguments(given)),
});

/** @throws ConfigurationError, or an Error about the key: before the first request. */
function keyThatSigns({ GV_SIGNING_KEY: file }: Values): KeyObject {
  if (file !== undefined) return readSigningKey(file);
  throw new ConfigurationError([
    'GV_SIGNING_KEY is not set: it names the key that signs the certificate. ./gv signing-key FILE makes one; ./gv conformance --profile certify runs the checks without a certificate.',
  ]);
}

/** Other checks would send requests that nothing here needs. */
const selection = (features: readonly Feature[]): string[] =>
  leftOut(features).length === 0 ? [] : ['--grep', titlesOf(requirementsOf(features))];

const certificateIn = (out: string): string => join(out, 'certificate');

/** Why a run that ended with this code gets none. */
const whyNone: Readonly<Record<number, string>> = {
  1: 'something failed.',
  2: 'something that the features demand was not shown.',
  3: 'the run could not judge.',
};

/** @returns the exit code. */
async function issue(
  features: readonly Feature[],
  challenge: string | undefined,
  key: KeyObject,
  out: string,
): Promise<number> {
  const file = join(out, 'conformance.json');
  const bytes = readFileSync(file);
  const result = resultIn(bytes.toString(), file);
  if (result.verdict !== 'conformant') {
    print(
      result.requirements.some(({ verdict, waived }) => verdict === 'failed' && waived)
        ? 'No certificate: a failure is waived, and a certificate has none (waivers.json names it).'
        : `No certificate: the run is ${result.verdict}.`,
    );
    return exitCodes['non-conformant'];
  }
  const [difference] = await judgeAgain(result);
  const [problem] =
    difference === undefined
      ? contradictions(result)
      : [`judged again, the run has another result: ${difference}`];
  if (problem !== undefined) {
    warn(harmlessLine(`No certificate: ${problem}`, 2000));
    return exitCodes.error;
  }
  const issuedAt = new Date().toISOString();
  const folder = certificateIn(out);
  const issued = {
    features,
    challenge,
    issuedAt,
    expiresAt: expiryOf(result, issuedAt),
    digests: currentDigests(),
  };
  writeBundle(folder, bytes, result, issued, key);
  print(`CERTIFIED  ${features.join(', ')}`);
  const others = leftOut(features).join(', ');
  if (others) print(`  left out: ${others}`);
  print(
    `  ${folder}, valid until ${issued.expiresAt.slice(0, 10)}: send the folder, and the public key another way`,
  );
  return 0;
}

/** @throws ConfigurationError */
async function certifyRun(args: readonly string[]): Promise<number> {
  const part = args.find(each => /^--(shard|project|ui|debug)\b/.test(each));
  if (part !== undefined)
    throw new UsageError(`A certificate is of one whole run of its features: leave out ${part}.`);
  process.env['GV_PROFILE'] = 'certify';
  const { values, problems } = parseValues(readEnvironment());
  if (problems.length > 0) throw new ConfigurationError(problems);
  const { GV_FEATURES: features = featureNames, GV_CHALLENGE: challenge } = values;
  const given = [...selection(features), ...args];
  if (args.includes('--list')) return runConformance(given);
  const key = keyThatSigns(values);
  const out = outputFolder();
  // Until the certificate is written: it must sign the result of this run.
  const release = await claimOutput(out);
  try {
    const ran = await runConformance(given);
    if (ran !== 0) print(`No certificate: ${whyNone[ran]}`);
    const code = ran === 0 ? await issue(features, challenge, key, out) : ran;
    if (code !== 0 && existsSync(certificateIn(out)))
      print(`  ${certificateIn(out)} is the certificate of an earlier run.`);
    return code;
  } finally {
    release();
  }
}

/** Makes a key that signs certificates, and its public half. */
export const signingKey = command({
  about:
    'Makes a key that signs certificates: FILE, which nobody else may read, and FILE.pub, which you give to who verifies them.',
  arguments: { file: { about: 'a place outside of this repository' } },
  options: {
    type: { value: 'type', about: 'ecdsa is on P-256', choices: keyTypes, default: 'ed25519' },
  },
  examples: [['./gv signing-key ~/certify.pem', '~/certify.pem and ~/certify.pem.pub']],
  exitCodes: { 0: 'both were written', 3: 'wrong usage, or a file that could not be written' },
  run: ({ file, type }) => makeKey(file, type as (typeof keyTypes)[number]),
});

const root = fileURLToPath(new URL('..', import.meta.url));

function makeKey(file: string, type: (typeof keyTypes)[number]): number {
  if (!relative(root, resolve(file)).startsWith('..'))
    throw new Error(
      `${file} is inside the repository: a key there ends up in a commit. Name a place outside.`,
    );
  for (const each of [file, `${file}.pub`])
    if (existsSync(each)) throw new Error(`${each} exists: a key is never overwritten.`);
  const pair = newKeyPair(type);
  try {
    writeWhole(file, pair.private, { mode: 0o600 });
    writeWhole(`${file}.pub`, pair.public);
  } catch (error) {
    // Half a pair is of no use, and would stand in the way of the next one.
    rmSync(file, { force: true });
    throw new Error(whyUnwritable(file, error), { cause: error });
  }
  print(
    `${file} signs: set GV_SIGNING_KEY to it.\n${file}.pub verifies: give it to who checks your certificates.`,
  );
  return 0;
}
