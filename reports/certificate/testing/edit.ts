/** Edits a bundle, for tests. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConformanceResult } from '../../../schemas/records/result.ts';
import { sha256 } from '../digests.ts';
import { seal, type Envelope } from '../envelope.ts';
import { readSigningKey } from '../keys.ts';
import { envelopeFile, payloadType, resultFile, type Statement } from '../statement.ts';

/** For an edit that changes what is typed as unchangeable. */
export type Loose<T> = T extends object ? { -readonly [K in keyof T]: Loose<T[K]> } : T;

export interface Edit {
  /** Part of what the refusal says. */
  readonly refusal: string;
  /** True if only judging it again shows it. */
  readonly inReplay?: true;
  /** Writes the edited copy of a bundle; `key` signs as its owner does. */
  make(bundle: string, to: string, key: string): void;
}

export const ofText =
  (file: string, change: (text: string) => string) =>
  (bundle: string, to: string): void => {
    cpSync(bundle, to, { recursive: true });
    const text = readFileSync(join(to, file), 'utf8');
    const changed = change(text);
    if (changed === text) throw new Error('the edit changes nothing');
    writeFileSync(join(to, file), changed);
  };

export const ofResult = (change: (result: Loose<ConformanceResult>) => void) =>
  ofText(resultFile, text => {
    const result = JSON.parse(text) as Loose<ConformanceResult>;
    change(result);
    return JSON.stringify(result);
  });

export const ofEnvelope = (change: (envelope: Loose<Envelope>) => void) =>
  ofText(envelopeFile, text => {
    const envelope = JSON.parse(text) as Loose<Envelope>;
    change(envelope);
    return JSON.stringify(envelope);
  });

const statementIn = ({ payload }: { payload: string }) =>
  JSON.parse(Buffer.from(payload, 'base64').toString()) as Loose<Statement>;

/** An edit of what was signed, by somebody without the key. */
export const ofPayload = (change: (statement: Loose<Statement>) => void) =>
  ofEnvelope(envelope => {
    const statement = statementIn(envelope);
    change(statement);
    envelope.payload = Buffer.from(JSON.stringify(statement)).toString('base64');
  });

interface Parts {
  result: Loose<ConformanceResult>;
  statement: Loose<Statement>;
}

/** An edit by the owner of the key, who signs it again. */
export const signedAgain =
  (change: (parts: Parts) => void) =>
  (bundle: string, to: string, key: string): void => {
    cpSync(bundle, to, { recursive: true });
    const read = (file: string) => readFileSync(join(to, file), 'utf8');
    const result = JSON.parse(read(resultFile)) as Loose<ConformanceResult>;
    const statement = statementIn(JSON.parse(read(envelopeFile)) as Envelope);
    change({ result, statement });
    const bytes = Buffer.from(JSON.stringify(result));
    statement.subject[0]!.digest.sha256 = sha256(bytes);
    const payload = Buffer.from(JSON.stringify(statement));
    writeFileSync(join(to, resultFile), bytes);
    writeFileSync(
      join(to, envelopeFile),
      JSON.stringify(seal(payloadType, payload, readSigningKey(key))),
    );
  };

/** Payloads that the owner of the key signed in place of a statement. */
export const signedInstead =
  (payload: string) =>
  (bundle: string, to: string, key: string): void => {
    cpSync(bundle, to, { recursive: true });
    const envelope = seal(payloadType, Buffer.from(payload), readSigningKey(key));
    writeFileSync(join(to, envelopeFile), JSON.stringify(envelope));
  };

export const certificateIn = ({ statement }: Parts) => statement.predicate.giftVoucherConformance;
