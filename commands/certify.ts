/** Runs the checks of the chosen features, and signs a certificate if the run showed everything (`./gv certify`). */
import { existsSync, rmSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { createPublicKey, type KeyObject } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { findReadable, outputFolder, readEnvironment } from '../harness/config/environment.ts';
import { ConfigurationError, parseValues } from '../harness/config/values.ts';
import { claimOutput } from '../harness/output/folder.ts';
import { expiryOf, writeBundle } from '../reports/certificate/statement.ts';
import { leftOut, requirementsOf, contradictions } from '../reports/certificate/demands.ts';
import {
  currentDigests,
  keyTypes,
  newKeyPair,
  shortDigest,
} from '../reports/certificate/signature.ts';
import { keyRow, row, shownRow, suiteText, verifyCommand } from '../reports/certificate/words.ts';
import { readResult } from '../reports/files.ts';
import { warningsIn, withWarnings } from '../reports/result/baseline.ts';
import { differences } from '../reports/replay/differences.ts';
import { requirementsIn } from '../reports/result/build-result.ts';
import { recordedRun } from '../schemas/records/recorded-run.ts';
import { exitCodes, command, settingsOfCertificates } from './cli/command.ts';
import { harmlessLine } from '../harness/output/sanitize.ts';
import { featureNames, features as known, type Feature } from '../schemas/features/features.ts';
import { replayAgain } from './replay.ts';
import { expectCertifiable } from './certificate-needs.ts';
import { runConformance, titlesOf } from './conformance.ts';
import { suiteCommit } from './suite-commit.ts';
import { print, warn } from '../harness/output/wrap.ts';
import { whyUnwritable, writeWhole } from '../harness/output/files.ts';

export const certify = command({
  about: `Runs the checks that the features of GV_FEATURES demand. If all of them were shown, writes a certificate to GV_OUT/certificate/: the result, and an attestation that GV_SIGNING_KEY signs. Keys, errors and the form of responses belong to every certificate. Without GV_FEATURES, all features are certified: ${Object.entries(
    known,
  )
    .map(([name, about]) => `${name} (${about})`)
    .join(', ')}.`,
  settings: {
    first: [
      'GV_FEATURES',
      'GV_SIGNING_KEY',
      'GV_CHALLENGE',
      'GV_CERTIFICATE_DAYS',
      'GV_BASE_URL',
      'GV_ALLOW',
      'GV_MAX_SPEND',
      'GV_STRICT',
      'GV_OUT',
    ],
    all: settingsOfCertificates,
  },
  examples: [
    [
      './gv certify --features catalog,wallet --signing-key ~/certify.pem --challenge 7f3a',
      'certify two features, with the challenge of the verifying side',
    ],
  ],
  exitCodes: {
    0: 'everything that the features demand was shown, and the certificate was written',
    1: 'something failed',
    2: 'something that the features demand was not shown',
    3: 'an error, or the run could not start',
  },
  run: certifyRun,
});

/** Selects only these checks, because the certificate does not need the others. */
const selection = (features: readonly Feature[]): string[] =>
  leftOut(features).length === 0 ? [] : [`--grep=${titlesOf(requirementsOf(features))}`];

const certificateIn = (out: string): string => join(out, 'certificate');

/** Says why a run with this exit code gets no certificate. */
const whyNone: Readonly<Record<number, string>> = {
  1: 'something failed.',
  2: 'something that the features demand was not shown.',
  3: 'the run could not judge.',
};

/**
 * @param publicKey Name of the file of the public key.
 * @returns the exit code.
 */
async function issue(
  features: readonly Feature[],
  challenge: string | undefined,
  key: KeyObject,
  publicKey: string,
  out: string,
): Promise<number> {
  const result = readResult(join(out, 'conformance.json'));
  if (result.requirements.some(({ verdict, waived }) => verdict === 'failed' && waived)) {
    print('No certificate: waivers.json waives a failure.');
    return exitCodes['non-conformant'];
  }
  const run = recordedRun(result);
  const replayed = await replayAgain(run);
  const [difference] = [...replayed.problems, ...differences(result, replayed)];
  const [problem] =
    difference === undefined
      ? contradictions(run)
      : [`the replay of the run gives another result: ${difference}`];
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
    expiresAt: expiryOf(run, issuedAt),
    digests: currentDigests(),
  };
  const judged = { run, requirements: requirementsIn(replayed.outcomes) };
  const statement = writeBundle(folder, judged, issued, key);
  const warned = warningsIn(judged.requirements);
  const others = leftOut(features);
  const commit = suiteCommit();
  const suite = commit === undefined ? 'the same package' : `commit ${shortDigest(commit)}`;
  print(
    [
      `CERTIFIED  ${features.join(', ')}${withWarnings(judged.requirements)}`,
      ...(warned.length > 0 ? [row('warnings', warned.join(', '))] : []),
      ...(others.length > 0 ? [row('left out', others.join(', '))] : []),
      shownRow(statement),
      row('suite', suiteText(statement)),
      row('challenge', challenge ?? 'none'),
      keyRow(key),
      row('expires', issued.expiresAt.slice(0, 10)),
      `Send ${folder}, and separately the public key. The other side verifies the certificate with ${suite}:`,
      `  ${verifyCommand(statement, publicKey, run.target.origin === 'reference')}`,
    ].join('\n'),
  );
  return 0;
}

/** @throws ConfigurationError */
async function certifyRun(): Promise<number> {
  process.env['GV_PROFILE'] = 'certify';
  const env = readEnvironment();
  const { values, problems } = parseValues(env);
  if (problems.length > 0) throw new ConfigurationError(problems);
  const { GV_FEATURES: features = featureNames, GV_CHALLENGE: challenge } = values;
  const key = expectCertifiable(features, env);
  for (const line of findReadable(values.GV_SIGNING_KEY!)) warn(line);
  const out = outputFolder();
  // Held until the certificate is written, because it must sign the result of this run.
  const release = await claimOutput(out);
  try {
    const ran = await runConformance(selection(features));
    if (ran !== 0) print(`No certificate: ${whyNone[ran]}`);
    const publicKey = `${basename(values.GV_SIGNING_KEY!)}.pub`;
    const code = ran === 0 ? await issue(features, challenge, key, publicKey, out) : ran;
    if (code !== 0 && existsSync(certificateIn(out)))
      print(`  ${certificateIn(out)} is the certificate of an earlier run.`);
    return code;
  } finally {
    release();
  }
}

/** Makes a key that signs certificates, and its public key. */
export const signingKey = command({
  about:
    'Makes a key that signs certificates. FILE is the private key, which only you can read. Give FILE.pub to the verifying side.',
  arguments: { file: { about: 'a path outside this repository' } },
  options: {
    type: { value: 'type', about: 'ecdsa uses P-256', choices: keyTypes, default: 'ed25519' },
  },
  examples: [['./gv signing-key ~/certify.pem', '~/certify.pem and ~/certify.pem.pub']],
  exitCodes: { 0: 'both were written', 3: 'wrong usage, or a file could not be written' },
  run: ({ file, type }) => makeKey(file, type as (typeof keyTypes)[number]),
});

const root = fileURLToPath(new URL('..', import.meta.url));

function makeKey(file: string, type: (typeof keyTypes)[number]): number {
  if (!relative(root, resolve(file)).startsWith('..'))
    throw new Error(
      `${file} is inside the repository, where a key may be committed. Name a path outside.`,
    );
  for (const each of [file, `${file}.pub`])
    if (existsSync(each)) throw new Error(`${each} exists. A key is never overwritten.`);
  const pair = newKeyPair(type);
  try {
    writeWhole(file, pair.private, { mode: 0o600 });
    writeWhole(`${file}.pub`, pair.public);
  } catch (error) {
    // Half a pair is useless, and would block the next attempt.
    rmSync(file, { force: true });
    throw new Error(whyUnwritable(file, error), { cause: error });
  }
  print(
    [
      `Set GV_SIGNING_KEY to ${file}.`,
      `Give ${file}.pub to the verifying side, and confirm the key on the phone:`,
      keyRow(createPublicKey(pair.public)),
    ].join('\n'),
  );
  return 0;
}
