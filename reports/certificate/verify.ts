/** Whether a certificate holds, but for the replay of its result. */
import type { KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../schemas/records/exchange.ts';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { featureNames } from '../../schemas/features/names.ts';
import { resultIn } from '../read-result.ts';
import { met } from './demands.ts';
import { sha256, type Digests } from './digests.ts';
import { readBundle, Refused } from './bundle.ts';
import { open, type Envelope } from './envelope.ts';
import {
  payloadType,
  predicateOf,
  predicateType,
  statementType,
  type Issue,
  type Statement,
} from './statement.ts';

const refuse = (reason: string): never => {
  throw new Refused(reason);
};

/**
 * The statement that the key signed, about this file.
 *
 * @throws Refused
 */
function authentic(envelope: unknown, result: Buffer, key: KeyObject): Statement {
  if (!isEnvelope(envelope)) return refuse('the attestation is no DSSE envelope');
  const payload =
    open(envelope, key) ??
    refuse(
      'the signature is not that of this key: the attestation was edited, or signed by another',
    );
  if (envelope.payloadType !== payloadType)
    refuse(`the attestation holds ${envelope.payloadType}, not ${payloadType}`);
  const statement = parse(payload);
  if (statement._type !== statementType) refuse(`the attestation holds a ${statement._type}`);
  if (statement.predicateType !== predicateType)
    refuse(`the attestation is a ${statement.predicateType}`);
  if (statement.subject?.[0]?.digest?.sha256 !== sha256(result))
    refuse(
      'the result is not the file that was signed: it was edited, or belongs to another certificate',
    );
  return statement;
}

const isEnvelope = (value: unknown): value is Envelope =>
  isObject(value) &&
  typeof value['payloadType'] === 'string' &&
  typeof value['payload'] === 'string' &&
  Array.isArray(value['signatures']) &&
  value['signatures'].every(each => isObject(each) && typeof each['sig'] === 'string');

function parse(payload: Buffer): Statement {
  try {
    return JSON.parse(payload.toString('utf8')) as Statement;
  } catch {
    return refuse('the attestation holds no JSON');
  }
}

export interface Here {
  readonly version: string;
  readonly digests: Digests;
  readonly now: Date;
  /** What this side gave to the other one; undefined where it gave nothing. */
  readonly challenge: string | undefined;
}

/**
 * @returns what the key signed, and the result that it is about.
 * @throws Refused with the first thing that is wrong; that the verdicts follow from the exchanges is for a replay to show.
 * @throws NoResult where the result is damaged.
 */
export function verifyBundle(
  folder: string,
  key: KeyObject,
  here: Here,
): { readonly statement: Statement; readonly result: ConformanceResult } {
  const { file, bytes, envelope } = readBundle(folder);
  const statement = authentic(envelope, bytes, key);
  expectSameSuite(statement, here);
  const result = resultIn(bytes.toString(), file);
  expectTrue(statement, result, here);
  return { statement, result };
}

/** The suite has to be the same one: another version may judge otherwise. @throws Refused */
function expectSameSuite({ predicate }: Statement, { version, digests }: Here): void {
  const stated = (name: string) => predicate?.configuration?.find(each => each.name === name);
  const { annotations } = stated('suite') ?? refuse('the attestation names no suite');
  const of = annotations?.['version'] ?? 'unknown';
  if (of !== version)
    refuse(
      `it was made with version ${of} of the suite, and this is ${version}: verify with version ${of}`,
    );
  for (const name of ['suite', 'spec', 'schemas'] as const)
    if (stated(name)?.digest?.sha256 !== digests[name])
      refuse(`it was made with other files (${name}) than those of version ${version} here`);
}

/**
 * That the statement says of the result what the result says itself, and that it is in force.
 *
 * @throws Refused
 */
function expectTrue(statement: Statement, result: ConformanceResult, here: Here): void {
  const { predicate } = statement;
  const certificate =
    predicate.giftVoucherConformance ?? refuse('the attestation is no certificate');
  const { issuedAt, expiresAt, challenge, features } = certificate;
  const [tested = 0, issued = 0, expires = 0] = [result.startedAt, issuedAt, expiresAt].map(time);
  const now = here.now.getTime();
  if (issued > now) refuse(`it was issued at ${issuedAt}, which is in the future`);
  if (now >= expires) refuse(`it expired at ${expiresAt}`);
  if (tested > issued) refuse('it was issued before its run');
  if (here.challenge !== undefined && challenge !== here.challenge)
    refuse(
      challenge === undefined
        ? 'it answers no challenge'
        : 'it answers another challenge than the one that was given',
    );
  if (challenge !== undefined && !result.replay?.nonce.startsWith(`${challenge} `))
    refuse('its run did not answer the challenge');
  const named = (features ?? []).flatMap(each => featureNames.filter(name => name === each));
  const { unmet } = met(result.requirements, named);
  if (unmet.length > 0) refuse(`it does not show what it certifies: ${unmet[0]}`);
  expectFollows(predicate, result, { features: named, challenge, issuedAt, expiresAt });
}

/** As this suite writes them: `Date.parse` takes a text with anything in parentheses behind it. */
const asWritten = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function time(text: string): number {
  const value = asWritten.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(value) ? refuse(`${JSON.stringify(text)} is no time`) : value;
}

function expectFollows(
  stated: Statement['predicate'],
  result: ConformanceResult,
  issue: Omit<Issue, 'digests'>,
): void {
  const digests = Object.fromEntries(
    stated.configuration.map(({ name, digest }) => [name, digest.sha256]),
  ) as unknown as Digests;
  const follows = predicateOf(result, { ...issue, digests });
  for (const part of Object.keys({ ...follows, ...stated }) as (keyof typeof follows)[])
    if (!isDeepStrictEqual(stated[part], follows[part]))
      refuse(`what it states (${part}) does not follow from its result`);
}
