/** Creates certificates: a folder with the run and a signed in-toto statement with the predicate for test results. */
import { lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyObject } from 'node:crypto';
import {
  certificateDays,
  core,
  featureNames,
  type Feature,
} from '../../schemas/features/features.ts';
import { requirementIds, statements } from '../../contract/statements.ts';
import type { RecordedRun } from '../../schemas/records/recorded-run.ts';
import type { RequirementResult } from '../../schemas/records/result.ts';
import {
  closed,
  constant,
  listOf,
  oneOf,
  text,
  texts,
  type SchemaOf,
  type TypeOf,
} from '../../schemas/records/schema.ts';
import { idOf } from '../result/baseline.ts';
import { dayMs } from '../files.ts';
import { leftOut, met } from './demands.ts';
import { sha256, type Digests, seal } from './signature.ts';
import { parseJson, readBounded, writeWhole } from '../../harness/output/files.ts';
import { harmlessJson } from '../../harness/output/sanitize.ts';

export const payloadType = 'application/vnd.in-toto+json';
const statementType = 'https://in-toto.io/Statement/v1';
export const predicateType = 'https://in-toto.io/attestation/test-result/v0.1';
/** Names of the files in a bundle. */
export const resultFile = 'result.json';
export const envelopeFile = 'attestation.json';

const hexadecimal: SchemaOf<string> = { type: 'string', pattern: '^[0-9a-f]{64}$' };
const digest = closed({ sha256: hexadecimal });

/** Matches times as this suite writes them. `Date.parse` would also accept any text in parentheses after the time. */
const time: SchemaOf<string> = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
};

const certificate = closed(
  {
    target: text,
    features: listOf(oneOf([core, ...featureNames])),
    leftOut: listOf(oneOf(featureNames)),
    /** Cases of these features that do not apply, or that the run could not see because of products, funds or settings. */
    notShown: texts,
    /** Requirements with passed cases that no clause states but that clauses imply. The catalogue says how. */
    implied: texts,
    testedAt: time,
    issuedAt: time,
    expiresAt: time,
  },
  {
    /** Text that the verifying side asked for. */
    challenge: text,
  },
);

const predicate = closed({
  result: oneOf<string>(['PASSED', 'WARNED']),
  configuration: {
    ...listOf(
      closed(
        { name: oneOf<string>(['suite', 'spec', 'schemas']), digest },
        { annotations: closed({ version: text }) },
      ),
    ),
    minItems: 3,
    maxItems: 3,
  },
  passedTests: texts,
  warnedTests: texts,
  failedTests: texts,
  /** Data without a field in the standard predicate. */
  giftVoucherConformance: certificate,
});
export interface Predicate extends TypeOf<typeof predicate> {}

/** Validated strictly, because the signer may write anything. */
export const statementSchema = closed({
  _type: constant(statementType),
  subject: {
    ...listOf(closed({ name: constant<string>(resultFile), digest })),
    minItems: 1,
    maxItems: 1,
  },
  predicateType: constant(predicateType),
  predicate,
});
export interface Statement extends TypeOf<typeof statementSchema> {}

/** Run with the verdicts that a replay gives. */
export interface Judged {
  readonly run: RecordedRun;
  readonly requirements: readonly RequirementResult[];
}

export interface Issue {
  readonly features: readonly Feature[];
  readonly challenge: string | undefined;
  readonly issuedAt: string;
  readonly expiresAt: string;
  readonly digests: Digests;
}

const after = (time: string, days: number): string =>
  new Date(Date.parse(time) + days * dayMs).toISOString();

/** Returns the validity in days from the settings of the run, which are signed and replayed. */
function daysOf({ replay }: RecordedRun): number {
  const days = replay.settings['GV_CERTIFICATE_DAYS'];
  return typeof days === 'number' && days >= 1
    ? Math.min(days, certificateDays.most)
    : certificateDays.usual;
}

/** @param issuedAt Time of issue of the certificate. */
export const expiryOf = (run: RecordedRun, issuedAt: string): string =>
  after(issuedAt, daysOf(run));

/** Returns the latest expiry. A certificate must be issued within a day of its run, so signing an old run later gains no time. */
export const latestExpiry = (run: RecordedRun): string => after(run.startedAt, daysOf(run) + 1);

/** @param bytes Content of the file of the run. */
export const statementOf = (bytes: Buffer, judged: Judged, issue: Issue): Statement => ({
  _type: statementType,
  subject: [{ name: resultFile, digest: { sha256: sha256(bytes) } }],
  predicateType,
  predicate: predicateOf(judged, issue),
});

/** @param shown Passed cases, as `requirement / case`. */
const impliedAmong = (shown: readonly string[]): string[] => {
  const ids = new Set(shown.map(idOf));
  return requirementIds.filter(id => ids.has(id) && statements[id].implied);
};

/** Derives the predicate from the run and its verdicts, so that no part can be edited alone. */
export function predicateOf({ run, requirements }: Judged, issue: Issue): Predicate {
  const { features, challenge, issuedAt, expiresAt, digests } = issue;
  const { shown, warned, notShown } = met(requirements, features);
  const { suite, target, startedAt } = run;
  const versions: Record<string, string> = { suite: suite.version, spec: suite.spec };
  return {
    result: warned.length > 0 ? 'WARNED' : 'PASSED',
    configuration: Object.entries(digests).map(([name, digest]) => ({
      name,
      digest: { sha256: digest as string },
      ...(versions[name] === undefined ? {} : { annotations: { version: versions[name] } }),
    })),
    passedTests: shown,
    warnedTests: warned,
    failedTests: [],
    giftVoucherConformance: {
      target: target.origin === 'reference' ? 'the embedded reference' : target.baseUrl,
      features: [core, ...features],
      leftOut: leftOut(features),
      notShown,
      implied: impliedAmong(shown),
      ...(challenge === undefined ? {} : { challenge }),
      testedAt: startedAt,
      issuedAt,
      expiresAt,
    },
  };
}

/** Thrown if a certificate is refused. */
export class Refused extends Error {}

/** Replaces the certificate in the folder atomically. Until then, the old certificate stays. Returns what was signed. */
export function writeBundle(
  folder: string,
  judged: Judged,
  issue: Issue,
  key: KeyObject,
): Statement {
  const bytes = Buffer.from(harmlessJson(judged.run, 0));
  const statement = statementOf(bytes, judged, issue);
  const envelope = seal(payloadType, Buffer.from(JSON.stringify(statement)), key);
  const made = `${folder}.new`;
  rmSync(made, { recursive: true, force: true });
  writeWhole(join(made, resultFile), bytes);
  writeWhole(join(made, envelopeFile), `${JSON.stringify(envelope, null, 2)}\n`);
  rmSync(folder, { recursive: true, force: true });
  renameSync(made, folder);
  return statement;
}

interface Bundle {
  /** Path of the run. */
  readonly file: string;
  readonly bytes: Buffer;
  readonly envelope: unknown;
  /** Names of other files in the folder. */
  readonly others: readonly string[];
}

/** Limits the bytes of the files of a bundle, which are read before a signature is verified. A run leaves far less. */
export const mostBytes = { result: 64 * 2 ** 20, envelope: 8 * 2 ** 20 };

/** @throws Refused if a file is missing, not a regular file, or not JSON. */
export function readBundle(folder: string): Bundle {
  const [file, attestation] = [join(folder, resultFile), join(folder, envelopeFile)];
  const bytes = contentOf(file, mostBytes.result);
  const text = contentOf(attestation, mostBytes.envelope).toString('utf8');
  const others = readdirSync(folder).filter(each => each !== resultFile && each !== envelopeFile);
  try {
    return { file, bytes, envelope: parseJson(text, attestation), others };
  } catch (error) {
    throw new Refused((error as Error).message);
  }
}

/** Reads a file of a bundle. Bundles come from others: a link could lead to any file, and a pipe never ends. */
function contentOf(file: string, most: number): Buffer {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) throw new Refused(`${file} does not exist`);
  if (!found.isFile()) throw new Refused(`${file} is not a regular file`);
  try {
    return readBounded(file, most);
  } catch (error) {
    throw new Refused((error as Error).message);
  }
}
