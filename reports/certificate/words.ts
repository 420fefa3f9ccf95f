/** Describes a certificate in the same words to the signer and to the verifying side. */
import type { KeyObject } from 'node:crypto';
import { counted } from '../../schemas/counted.ts';
import type { CaseResult, RequirementResult } from '../../schemas/records/result.ts';
import { asWord } from '../../schemas/records/curl.ts';
import { core } from '../../schemas/features/features.ts';
import { idOf } from '../result/baseline.ts';
import { keyIdOf, shortDigest } from './signature.ts';
import type { Statement } from './statement.ts';

/** Formats a name with its value. */
export const row = (name: string, value: string): string => `  ${name.padEnd(9)}  ${value}`;

/**
 * Returns what was shown, counted in requirements and in cases.
 *
 * @param hint Says where the reasons are.
 */
export function shownRow({ predicate }: Statement, hint = ''): string {
  const { passedTests: passed, warnedTests: warned, giftVoucherConformance } = predicate;
  const { size } = new Set([...passed, ...warned].map(idOf));
  const { notShown } = giftVoucherConformance;
  const why = notShown.length > 0 ? `: not demanded, or not applicable${hint}` : '';
  return row(
    'shown',
    `${counted(size, 'requirement')}: ${counted(passed.length, 'case')} passed, ${warned.length} warn, ${notShown.length} not shown${why}`,
  );
}

/** Returns the version and the digest of the suite, without which nobody can verify the certificate. */
export function suiteText({ predicate: { configuration } }: Statement): string {
  const suite = configuration.find(({ name }) => name === 'suite');
  return `${suite?.annotations?.version}, digest ${shortDigest(suite?.digest.sha256)}`;
}

/** Returns the fingerprint of a key, for people to compare. */
export const keyRow = (key: KeyObject): string => row('key', keyIdOf(key));

/** Explanations of cases, by `requirement / case`. */
export type Notes = ReadonlyMap<string, string>;

/** Returns the doubt of each case that warns, and the reason of each case that was not shown. A valid certificate shows the demanded cases that apply. */
export const notesOf = (requirements: readonly RequirementResult[]): Notes =>
  new Map(
    requirements.flatMap(({ id, cases }) =>
      cases.map(each => [`${id} / ${each.id}`, noteOf(each)] as const),
    ),
  );

function noteOf({ verdict, doubt = '', reason = '' }: CaseResult): string {
  if (verdict === 'not-applicable') return `not applicable, ${reason}`;
  return verdict === 'not-exercised' ? `not demanded, ${reason}` : doubt;
}

/**
 * Returns the command with which the other side verifies the certificate.
 *
 * @param publicKey Name of the file of the public key.
 */
export function verifyCommand({ predicate }: Statement, publicKey: string, isReference: boolean) {
  const { target, features, challenge } = predicate.giftVoucherConformance;
  const options = [
    `--key ${asWord(publicKey)}`,
    ...(challenge === undefined ? [] : [`--challenge ${asWord(challenge)}`]),
    isReference ? '--reference' : `--target ${asWord(target)}`,
    `--features ${features.filter(each => each !== core).join(',')}`,
    '--max-age 30d',
  ];
  return `./gv verify certificate ${options.join(' ')}`;
}
