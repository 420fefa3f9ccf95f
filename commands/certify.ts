/** `./gv certify`: a run of what the chosen features demand, and a signed certificate where it showed all of it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyObject } from 'node:crypto';
import { outputFolder, readEnvironment } from '../fixtures/config/environment.ts';
import { ConfigurationError, parseValues } from '../fixtures/config/values.ts';
import type { Values } from '../fixtures/config/settings.ts';
import { claimOutput } from '../fixtures/output/folder.ts';
import { writeBundle } from '../reports/certificate/bundle.ts';
import { leftOut, requirementsOf } from '../reports/certificate/demands.ts';
import { currentDigests } from '../reports/certificate/digests.ts';
import { readSigningKey } from '../reports/certificate/signature.ts';
import { contradictions } from '../reports/certificate/evidence.ts';
import { expiryOf } from '../reports/certificate/statement.ts';
import { resultIn } from '../reports/files.ts';
import { exitCodes, command } from './cli/command.ts';
import { harmlessLine } from '../fixtures/output/sanitize.ts';
import { featureNames, features as known, type Feature } from '../schemas/features/names.ts';
import { judgeAgain } from './shared/judge-again.ts';
import { runnerArguments, runnerOptions } from './shared/runner-options.ts';
import { titlesOf } from './shared/selection.ts';
import { settingsOfCertificates } from './cli/settings.ts';
import { runConformance } from './shared/run-conformance.ts';
import { print, warn } from '../fixtures/output/wrap.ts';

export default command({
  about: `Runs what the features of GV_FEATURES demand and, where all of it was shown, writes a certificate to GV_OUT/certificate/: the result, and an attestation of it that GV_SIGNING_KEY signs. Keys, errors and the form of responses belong to each certificate. Features (all, if none is named): ${Object.entries(
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

interface Plan {
  readonly features: readonly Feature[];
  readonly values: Values;
}

/** @throws ConfigurationError */
function plan(): Plan {
  const { values, problems } = parseValues(readEnvironment());
  if (problems.length > 0) throw new ConfigurationError(problems);
  return { features: values.GV_FEATURES ?? featureNames, values };
}

/** @throws ConfigurationError, or an Error about the key: before the first request. */
function signingKey({ GV_SIGNING_KEY: file }: Values): KeyObject {
  if (file !== undefined) return readSigningKey(file);
  throw new ConfigurationError([
    'GV_SIGNING_KEY is not set: it names the key that signs the certificate. ./gv signing-key FILE makes one; ./gv conformance --profile certify runs the checks without a certificate.',
  ]);
}

/** Other checks would send requests that nothing here needs. */
const selection = (features: readonly Feature[]): string[] =>
  leftOut(features).length === 0 ? [] : ['--grep', titlesOf(requirementsOf(features))];

const certificateIn = (out: string): string => join(out, 'certificate');

/** @returns the exit code. */
async function certify({ features, values }: Plan, key: KeyObject, out: string): Promise<number> {
  const file = join(out, 'conformance.json');
  const bytes = readFileSync(file);
  const result = resultIn(bytes.toString(), file);
  if (result.verdict !== 'conformant') {
    print(
      'No certificate: a failure is waived, and a certificate has none (waivers.json names it).',
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
  const issue = {
    features,
    challenge: values.GV_CHALLENGE,
    issuedAt,
    expiresAt: expiryOf(result, issuedAt),
    digests: currentDigests(),
  };
  writeBundle(folder, bytes, result, issue, key);
  print(`CERTIFIED  ${features.join(', ')}`);
  const others = leftOut(features).join(', ');
  if (others) print(`  left out: ${others}`);
  print(
    `  ${folder}, valid until ${issue.expiresAt.slice(0, 10)}: send the folder, and the public key another way`,
  );
  return 0;
}

async function certifyRun(args: readonly string[]): Promise<number> {
  process.env['GV_PROFILE'] = 'certify';
  const planned = plan();
  const given = [...selection(planned.features), ...args];
  if (args.includes('--list')) return runConformance(given);
  const key = signingKey(planned.values);
  const out = outputFolder();
  // Until the certificate is written: what it signs has to be the result of this run.
  const release = await claimOutput(out);
  try {
    const ran = await runConformance(given);
    const code = ran === 0 ? await certify(planned, key, out) : ran;
    if (code !== 0 && existsSync(certificateIn(out)))
      print(`  ${certificateIn(out)} is the certificate of an earlier run.`);
    return code;
  } finally {
    release();
  }
}
