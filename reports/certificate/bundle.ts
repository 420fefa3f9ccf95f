/** A certificate as a folder: the result, and the attestation of it. */
import { lstatSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyObject } from 'node:crypto';
import { parseJson, writeWhole } from '../../fixtures/output/files.ts';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { seal } from './signature.ts';
import { envelopeFile, payloadType, resultFile, statementOf, type Issue } from './statement.ts';

/** Why a certificate is refused. */
export class Refused extends Error {}

/**
 * Replaces the certificate in the folder, as a whole: what the other side was sent is there until then.
 *
 * @param bytes of `conformance.json`.
 */
export function writeBundle(
  folder: string,
  bytes: Buffer,
  result: ConformanceResult,
  issue: Issue,
  key: KeyObject,
): void {
  const statement = statementOf(bytes, result, issue);
  const envelope = seal(payloadType, Buffer.from(JSON.stringify(statement)), key);
  const made = `${folder}.new`;
  rmSync(made, { recursive: true, force: true });
  writeWhole(join(made, resultFile), bytes);
  writeWhole(join(made, envelopeFile), `${JSON.stringify(envelope, null, 2)}\n`);
  rmSync(folder, { recursive: true, force: true });
  renameSync(made, folder);
}

interface Bundle {
  /** The file of the result. */
  readonly file: string;
  readonly bytes: Buffer;
  readonly envelope: unknown;
  /** Names of what else lies in the folder. */
  readonly others: readonly string[];
}

/** Bytes of a file of a bundle: no result of a run is as large. */
const most = 256 * 2 ** 20;

/** @throws Refused where a file is missing, is none that a run writes, or is no JSON. */
export function readBundle(folder: string): Bundle {
  const [file, attestation] = [join(folder, resultFile), join(folder, envelopeFile)];
  const [bytes, text] = [contentOf(file), contentOf(attestation).toString('utf8')];
  const others = readdirSync(folder).filter(each => each !== resultFile && each !== envelopeFile);
  try {
    return { file, bytes, envelope: parseJson(text, attestation), others };
  } catch (error) {
    throw new Refused((error as Error).message);
  }
}

/** A bundle comes from others: a link could lead to any file of this machine, a pipe never ends. */
function contentOf(file: string): Buffer {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) throw new Refused(`${file} does not exist`);
  if (!found.isFile()) throw new Refused(`${file} is no regular file, and a bundle has no others`);
  if (found.size > most) throw new Refused(`${file} is larger than a result can be`);
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Refused(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
