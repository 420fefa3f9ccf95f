/** A certificate as a folder: the result, and the attestation of it. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyObject } from 'node:crypto';
import { readJsonFile } from '../../output/json.ts';
import { writeWhole } from '../../output/whole.ts';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { seal } from './envelope.ts';
import { envelopeFile, payloadType, resultFile, statementOf, type Issue } from './statement.ts';

/** Why a certificate is refused. */
export class Refused extends Error {}

/** @param bytes of `conformance.json`. */
export function writeBundle(
  folder: string,
  bytes: Buffer,
  result: ConformanceResult,
  issue: Issue,
  key: KeyObject,
): void {
  const statement = statementOf(bytes, result, issue);
  const envelope = seal(payloadType, Buffer.from(JSON.stringify(statement)), key);
  // Never the attestation of one result beside another one.
  rmSync(join(folder, envelopeFile), { force: true });
  writeWhole(join(folder, resultFile), bytes);
  writeWhole(join(folder, envelopeFile), `${JSON.stringify(envelope, null, 2)}\n`);
}

interface Bundle {
  /** The file of the result. */
  readonly file: string;
  readonly bytes: Buffer;
  readonly envelope: unknown;
}

/** @throws Refused where a file is missing or no JSON. */
export function readBundle(folder: string): Bundle {
  const [file, attestation] = [join(folder, resultFile), join(folder, envelopeFile)];
  for (const each of [file, attestation])
    if (!existsSync(each)) throw new Refused(`${each} does not exist`);
  try {
    const envelope: unknown = readJsonFile(attestation);
    return { file, bytes: readFileSync(file), envelope };
  } catch (error) {
    throw new Refused((error as Error).message);
  }
}
