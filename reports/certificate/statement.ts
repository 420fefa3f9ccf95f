/** What a certificate states: an in-toto statement with the predicate for results of tests. */
import { certificateDays, core, type Feature } from '../../schemas/features/names.ts';
import { requirementIds, statements } from '../../contract/statements.ts';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { leftOut, met } from './demands.ts';
import { sha256, type Digests } from './digests.ts';

export const payloadType = 'application/vnd.in-toto+json';
export const statementType = 'https://in-toto.io/Statement/v1';
export const predicateType = 'https://in-toto.io/attestation/test-result/v0.1';
/** The files of a bundle. */
export const resultFile = 'result.json';
export const envelopeFile = 'attestation.json';

export interface Statement {
  readonly _type: string;
  readonly subject: readonly {
    readonly name: string;
    readonly digest: { readonly sha256: string };
  }[];
  readonly predicateType: string;
  readonly predicate: Predicate;
}

export interface Predicate {
  readonly result: 'PASSED';
  readonly configuration: readonly {
    readonly name: string;
    readonly digest: { readonly sha256: string };
    readonly annotations?: Readonly<Record<string, string>>;
  }[];
  readonly passedTests: readonly string[];
  readonly warnedTests: readonly string[];
  readonly failedTests: readonly string[];
  /** What the predicate has no field for. */
  readonly giftVoucherConformance: Certificate;
}

interface Certificate {
  readonly target: string;
  readonly features: readonly string[];
  readonly leftOut: readonly string[];
  /** Cases of these features that do not apply to the target, or that its products, funds or settings did not let the run see. */
  readonly notShown: readonly string[];
  /** Requirements of the cases that passed which no clause says: they follow from what clauses say. The catalogue has how. */
  readonly implied: readonly string[];
  /** What the verifying side asked to be in it. */
  readonly challenge?: string;
  readonly testedAt: string;
  readonly issuedAt: string;
  readonly expiresAt: string;
}

export interface Issue {
  readonly features: readonly Feature[];
  readonly challenge: string | undefined;
  readonly issuedAt: string;
  readonly expiresAt: string;
  readonly digests: Digests;
}

export const dayMs = 86_400_000;
const after = (time: string, days: number): string =>
  new Date(Date.parse(time) + days * dayMs).toISOString();

/** Days that it is valid, by the settings of its run: part of what is signed, and of what is judged again. */
function daysOf({ replay }: ConformanceResult): number {
  const days = replay?.settings['GV_CERTIFICATE_DAYS'];
  return typeof days === 'number' && days >= 1
    ? Math.min(days, certificateDays.most)
    : certificateDays.usual;
}

/** @param issuedAt of a certificate of this result. */
export const expiryOf = (result: ConformanceResult, issuedAt: string): string =>
  after(issuedAt, daysOf(result));

/** A run and its certificate are made within a day: whoever signs an old run later gains no time. */
export const latestExpiry = (result: ConformanceResult): string =>
  after(result.startedAt, daysOf(result) + 1);

/** @param bytes the file of the result. */
export const statementOf = (bytes: Buffer, result: ConformanceResult, issue: Issue): Statement => ({
  _type: statementType,
  subject: [{ name: resultFile, digest: { sha256: sha256(bytes) } }],
  predicateType,
  predicate: predicateOf(result, issue),
});

/** @param shown `requirement / case` of what passed. */
const impliedAmong = (shown: readonly string[]): string[] => {
  const ids = new Set(shown.map(each => each.split(' / ', 1)[0]));
  return requirementIds.filter(id => ids.has(id) && statements[id].implied);
};

/** It follows from the result, so that nothing in it can be edited alone. */
export function predicateOf(result: ConformanceResult, issue: Issue): Predicate {
  const { features, challenge, issuedAt, expiresAt, digests } = issue;
  const { shown, notShown } = met(result.requirements, features);
  const { suite, target, startedAt } = result;
  const versions: Record<string, string> = { suite: suite.version, spec: suite.spec };
  return {
    result: 'PASSED',
    configuration: Object.entries(digests).map(([name, digest]) => ({
      name,
      digest: { sha256: digest as string },
      ...(versions[name] === undefined ? {} : { annotations: { version: versions[name] } }),
    })),
    passedTests: shown,
    warnedTests: [],
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
