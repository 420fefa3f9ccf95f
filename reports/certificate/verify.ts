/** Verifies a certificate, except for the replay of its run, and compares it with what the verifying side wants. */
import type { KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { problemIn } from '../../harness/output/files.ts';
import { harmlessJson } from '../../harness/output/sanitize.ts';
import { isObject } from '../../schemas/records/exchange.ts';
import type { RecordedRun } from '../../schemas/records/recorded-run.ts';
import type { RequirementResult } from '../../schemas/records/result.ts';
import { featureNames, type Feature } from '../../schemas/features/features.ts';
import { dayMs, recordedRunIn } from '../files.ts';
import { met, contradictions } from './demands.ts';
import { sha256, shortDigest, type Digests, open, type Envelope } from './signature.ts';
import {
  readBundle,
  Refused,
  latestExpiry,
  payloadType,
  predicateOf,
  resultFile,
  statementSchema,
  type Statement,
} from './statement.ts';

const refuse = (reason: string): never => {
  throw new Refused(reason);
};

/**
 * Returns the signed statement about this file.
 *
 * @throws Refused if the key did not sign it.
 */
function openSigned(envelope: unknown, key: KeyObject): Readonly<Record<string, unknown>> {
  if (!isEnvelope(envelope)) return refuse('the attestation is not a DSSE envelope');
  const payload =
    open(envelope, key) ??
    refuse(
      'the signature does not match this key: the attestation was edited, or signed by another',
    );
  if (envelope.payloadType !== payloadType)
    refuse(`the attestation holds ${envelope.payloadType}, not ${payloadType}`);
  const statement = parse(payload);
  if (!isObject(statement)) return refuse('the attestation holds no statement');
  // If a name occurs twice, some readers take the first value and others the last.
  if (JSON.stringify(statement) !== payload.toString('utf8'))
    refuse('the suite did not write the statement in this form; a name may occur twice');
  return statement;
}

const isEnvelope = (value: unknown): value is Envelope =>
  isObject(value) &&
  typeof value['payloadType'] === 'string' &&
  typeof value['payload'] === 'string' &&
  Array.isArray(value['signatures']) &&
  value['signatures'].every(each => isObject(each) && typeof each['sig'] === 'string');

function parse(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8')) as unknown;
  } catch {
    return refuse('the attestation holds no JSON');
  }
}

export interface Here {
  readonly version: string;
  readonly digests: Digests;
  readonly now: Date;
  /** Text that this side gave to the other side, or undefined. */
  readonly challenge: string | undefined;
}

export interface Signed {
  readonly statement: Statement;
  readonly run: RecordedRun;
  /** Unsigned files in the bundle. */
  readonly others: readonly string[];
}

/**
 * Returns the signed statement and its run. `expectFollows` must still compare the statement with a replay of the run.
 *
 * @throws Refused with the first problem.
 * @throws NoResult if the run is damaged.
 */
export function verifyBundle(folder: string, key: KeyObject, here: Here): Signed {
  const { file, bytes, envelope, others } = readBundle(folder);
  const statement = readStatement(openSigned(envelope, key), here);
  if (statement.subject[0]?.digest.sha256 !== sha256(bytes))
    refuse(
      `${resultFile} is not the file that was signed: it was edited, or belongs to another certificate`,
    );
  const run = recordedRunIn(bytes.toString(), file);
  if (harmlessJson(run, 0) !== bytes.toString())
    refuse(`the suite did not write ${resultFile} in this form; a name may occur twice`);
  expectTrue(statement, run, here);
  return { statement, run, others };
}

/** Validates the statement. @throws Refused if another version of the suite made it, because it may judge differently. */
function readStatement(
  signed: Readonly<Record<string, unknown>>,
  { version, digests }: Here,
): Statement {
  const of = versionIn(signed);
  if (of !== version)
    refuse(
      `it was made with version ${of} of the suite, and this is ${version}: verify with version ${of}`,
    );
  const problem = problemIn(signed, statementSchema);
  if (problem !== undefined) refuse(`the attestation is damaged: ${problem}`);
  const statement = signed as unknown as Statement;
  const { configuration } = statement.predicate;
  for (const name of ['suite', 'spec', 'schemas'] as const) {
    const digest = configuration.find(each => each.name === name)?.digest.sha256;
    if (digest !== digests[name])
      refuse(
        `it was made with version ${version}, digest ${shortDigest(digest)} (${name}), and this is version ${version}, digest ${shortDigest(digests[name])}: verify with the package or commit that made it`,
      );
  }
  return statement;
}

/** Reads the version from a statement of any version. */
function versionIn({ predicate }: Readonly<Record<string, unknown>>): string {
  const configuration = isObject(predicate) ? predicate['configuration'] : undefined;
  const entries: unknown[] = Array.isArray(configuration) ? configuration : [];
  const suite = entries.filter(isObject).find(each => each['name'] === 'suite');
  const annotations = suite?.['annotations'];
  const version = isObject(annotations) ? annotations['version'] : undefined;
  return typeof version === 'string' ? version : refuse('the attestation names no suite');
}

/**
 * Compares the statement with the run, and checks that the certificate is in force.
 *
 * @throws Refused if they disagree.
 */
function expectTrue({ predicate }: Statement, run: RecordedRun, here: Here): void {
  const { issuedAt, expiresAt, challenge } = predicate.giftVoucherConformance;
  const [tested = 0, issued = 0, expires = 0] = [run.startedAt, issuedAt, expiresAt].map(time);
  const now = here.now.getTime();
  const clock = `the clock of this machine says ${Number.isNaN(now) ? 'nothing' : here.now.toISOString()}`;
  if (!(issued <= now + clockMs)) refuse(`it was issued at ${issuedAt}, in the future: ${clock}`);
  if (!(now < expires + clockMs)) refuse(`it expired at ${expiresAt}: ${clock}`);
  if (tested > issued) refuse('it was issued before its run');
  if (tested + run.durationMs > issued + toleranceMs)
    refuse(`it was issued at ${issuedAt}, before its run had ended`);
  const latest = latestExpiry(run);
  if (expires > Date.parse(latest))
    refuse(`it expires at ${expiresAt}, and by the settings of its run at ${latest} at the latest`);
  if (here.challenge !== undefined && challenge !== here.challenge)
    refuse(
      challenge === undefined ? 'it answers no challenge' : 'it answers a different challenge',
    );
  if (challenge !== undefined && !run.replay.nonce.startsWith(`${challenge} `))
    refuse('its run did not answer the challenge');
  const [contradiction] = contradictions(run);
  if (contradiction !== undefined) refuse(contradiction);
}

/** Tolerance between the clock of the signer and the clock of this machine. */
const clockMs = 5 * 60_000;

/** Tolerance between the clock that measures a run and the clock that dates it, which may be set during the run. */
const toleranceMs = 60_000;

/** @param text Matches the pattern of the schema, but may still not be a date. */
function time(text: string): number {
  const value = Date.parse(text);
  return Number.isNaN(value) ? refuse(`${JSON.stringify(text)} is not a time`) : value;
}

/**
 * Compares the statement with the verdicts of a replay.
 *
 * @throws Refused if it does not follow from them.
 */
export function expectFollows(
  { statement: { predicate: stated }, run }: Signed,
  requirements: readonly RequirementResult[],
): void {
  const { features: listed, challenge, issuedAt, expiresAt } = stated.giftVoucherConformance;
  const features = listed.flatMap(each => featureNames.filter(name => name === each));
  const { unmet } = met(requirements, features);
  if (unmet.length > 0) refuse(`it certifies a feature that was not shown: ${unmet[0]}`);
  const digests = Object.fromEntries(
    stated.configuration.map(({ name, digest }) => [name, digest.sha256]),
  ) as unknown as Digests;
  const issue = { features, challenge, issuedAt, expiresAt, digests };
  const follows = predicateOf({ run, requirements }, issue);
  for (const part of Object.keys({ ...follows, ...stated }) as (keyof typeof follows)[])
    if (!isDeepStrictEqual(stated[part], follows[part]))
      refuse(`its statement (${part}) does not follow from its run`);
}

export interface Wanted {
  /** Written as in a result, without a slash at the end. */
  readonly target?: string | undefined;
  readonly features?: readonly Feature[] | undefined;
  /** Maximum age of the run, in days. */
  readonly maxAge?: number | undefined;
  /** True if a certificate of the embedded reference is acceptable, although it is not a deployment. */
  readonly reference: boolean;
}

/** @throws Refused with the first wish that is not met. */
export function expectWanted(
  { predicate: { giftVoucherConformance: stated } }: Statement,
  run: RecordedRun,
  wanted: Wanted,
  now: Date,
): void {
  const problems: readonly (readonly [boolean, string])[] = [
    [
      run.target.origin === 'reference' && !wanted.reference,
      'it certifies the embedded reference, which is not a deployment. --reference accepts it',
    ],
    [
      wanted.target !== undefined && stated.target !== wanted.target,
      `it is of ${stated.target}, not of ${wanted.target}`,
    ],
    ...(wanted.features ?? []).map(
      name => [!stated.features.includes(name), `it is not about the feature ${name}`] as const,
    ),
    [
      wanted.maxAge !== undefined &&
        now.getTime() - Date.parse(stated.testedAt) > wanted.maxAge * dayMs,
      `its run was at ${stated.testedAt}, more than ${wanted.maxAge} days ago`,
    ],
  ];
  const found = problems.find(([isWrong]) => isWrong);
  if (found) throw new Refused(found[1]);
}

/** Returns the wishes that were not given. The output names them, because the exit code does not. */
export const unaskedOptions = ({ target, features, maxAge }: Wanted): string[] =>
  Object.entries({ target, features, 'max-age': maxAge }).flatMap(([name, value]) =>
    value === undefined ? [name] : [],
  );
