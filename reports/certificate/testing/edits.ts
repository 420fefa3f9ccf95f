/** Edits of a bundle that must be refused, except edits that unit tests of the parts show. */
import { harmlessJson } from '../../../harness/output/sanitize.ts';
import { cpSync, readFileSync, writeFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ConformanceResult } from '../../../schemas/records/result.ts';
import { sha256, seal, type Envelope, readSigningKey } from '../signature.ts';
import { envelopeFile, payloadType, resultFile, type Statement } from '../statement.ts';

/** Makes a read-only type writable. */
type Loose<T> = T extends object ? { -readonly [K in keyof T]: Loose<T[K]> } : T;

interface Edit {
  /** Part of the refusal. */
  readonly refusal: string;
  /** True if only a replay shows the edit. */
  readonly inReplay?: true;
  /** Challenge for the verification; by default, the challenge of the run. */
  readonly challenge?: string;
  /** Writes the edited copy of a bundle. `key` signs as its owner. */
  make(bundle: string, to: string, key: string): void;
}

const ofText =
  (file: string, change: (text: string) => string) =>
  (bundle: string, to: string): void => {
    cpSync(bundle, to, { recursive: true });
    const text = readFileSync(join(to, file), 'utf8');
    const changed = change(text);
    if (changed === text) throw new Error('the edit changes nothing');
    writeFileSync(join(to, file), changed);
  };

const ofResult = (change: (result: Loose<ConformanceResult>) => void) =>
  ofText(resultFile, text => {
    const result = JSON.parse(text) as Loose<ConformanceResult>;
    change(result);
    return JSON.stringify(result);
  });

const statementIn = ({ payload }: { payload: string }) =>
  JSON.parse(Buffer.from(payload, 'base64').toString()) as Loose<Statement>;

/** Edits the signed statement without the key. */
const ofPayload = (change: (statement: Loose<Statement>) => void) =>
  ofText(envelopeFile, text => {
    const envelope = JSON.parse(text) as Envelope;
    const statement = statementIn(envelope);
    change(statement);
    const payload = Buffer.from(JSON.stringify(statement)).toString('base64');
    return JSON.stringify({ ...envelope, payload });
  });

interface Parts {
  result: Loose<ConformanceResult>;
  statement: Loose<Statement>;
}

/** Edits a bundle and signs it again, as the owner of the key could do. */
export const signedAgain =
  (change: (parts: Parts) => void) =>
  (bundle: string, to: string, key: string): void => {
    cpSync(bundle, to, { recursive: true });
    const read = (file: string) => readFileSync(join(to, file), 'utf8');
    const result = JSON.parse(read(resultFile)) as Loose<ConformanceResult>;
    const statement = statementIn(JSON.parse(read(envelopeFile)) as Envelope);
    change({ result, statement });
    const bytes = Buffer.from(harmlessJson(result, 0));
    statement.subject[0]!.digest.sha256 = sha256(bytes);
    const payload = Buffer.from(JSON.stringify(statement));
    writeFileSync(join(to, resultFile), bytes);
    writeFileSync(
      join(to, envelopeFile),
      JSON.stringify(seal(payloadType, payload, readSigningKey(key))),
    );
  };

const certificateIn = ({ statement }: Parts) => statement.predicate.giftVoucherConformance;

export const edits: Readonly<Record<string, Edit>> = {
  'a verdict in the result': {
    refusal: 'the result is not the file that was signed',
    make: ofResult(result => (result.requirements[0]!.verdict = 'passed')),
  },
  'no result': {
    refusal: 'does not exist',
    make: (bundle, to) => {
      cpSync(bundle, to, { recursive: true });
      rmSync(join(to, resultFile));
    },
  },
  'an attestation that is not JSON': {
    refusal: 'cannot be read as JSON',
    make: ofText(envelopeFile, text => text.slice(1)),
  },
  'the expiry': {
    refusal: 'the signature does not match this key',
    make: ofPayload(({ predicate }) => {
      predicate.giftVoucherConformance.expiresAt = '2099-01-01T00:00:00.000Z';
    }),
  },
  'another version of the suite': {
    refusal: 'it was made with version 9.9.9 of the suite',
    make: signedAgain(({ statement: { predicate } }) => {
      predicate.configuration.find(({ name }) => name === 'suite')!.annotations = {
        version: '9.9.9',
      };
    }),
  },
  'other files of the same version': {
    refusal: 'it was made with other files (suite)',
    make: signedAgain(({ statement: { predicate } }) => {
      predicate.configuration.find(({ name }) => name === 'suite')!.digest.sha256 = '0'.repeat(64);
    }),
  },
  'an expiry that has passed': {
    refusal: 'it expired at',
    make: signedAgain(parts => (certificateIn(parts).expiresAt = certificateIn(parts).issuedAt)),
  },
  'extra lines after a time, which Date.parse takes for a comment': {
    refusal: 'expiresAt must match pattern',
    make: signedAgain(parts => {
      certificateIn(parts).expiresAt = '2099-01-01 (\n  challenge  answered\nVALID  elsewhere)';
    }),
  },
  'a validity of ten years, in the settings of the run': {
    refusal: 'by the settings of its run at',
    make: signedAgain(parts => {
      const { issuedAt } = certificateIn(parts);
      parts.result.replay!.settings['GV_CERTIFICATE_DAYS'] = 3653;
      certificateIn(parts).expiresAt = `${Number(issuedAt.slice(0, 4)) + 10}${issuedAt.slice(4)}`;
    }),
  },
  'no request counts, signed again': {
    refusal: 'it has more requests of',
    make: signedAgain(({ result }) => Object.assign(result.requests, { sent: 0, byRoute: {} })),
  },
  'the time of the run, signed again': {
    refusal: 'before its run had ended',
    make: signedAgain(({ result }) => (result.durationMs = 1e9)),
  },
  'an issue in the future': {
    refusal: 'is in the future',
    make: signedAgain(parts => (certificateIn(parts).issuedAt = '2098-01-01T00:00:00.000Z')),
  },
  'a challenge that its run did not get': {
    refusal: 'its run did not answer the challenge',
    make: signedAgain(({ result }) => {
      result.replay!.nonce = result.replay!.nonce.replace('of-november', 'of-october');
    }),
  },
  'fewer keys than its run had': {
    refusal: 'disagree about keys',
    inReplay: true,
    make: signedAgain(({ result }) => void (result.target.keys = ['business'])),
  },
  'another challenge, also in the run': {
    refusal: 'or an exchange before it, was changed',
    inReplay: true,
    challenge: 'of-october',
    make: signedAgain(parts => {
      const { result } = parts;
      result.replay!.nonce = result.replay!.nonce.replace('of-november', 'of-october');
      certificateIn(parts).challenge = 'of-october';
    }),
  },
  'features that were not shown': {
    refusal: 'it certifies a feature that was not shown',
    make: signedAgain(parts => void certificateIn(parts).features.push('catalog')),
  },
  'cases that were not shown': {
    refusal: 'its statement (passedTests) does not follow from its result',
    make: signedAgain(
      ({ statement: { predicate } }) => void predicate.passedTests.push('wallet.fields / _id'),
    ),
  },
  'a body, signed again': {
    refusal: 'the replay gives another result',
    inReplay: true,
    make: signedAgain(({ result: { exchanges } }) => {
      const ofTool = Object.values(exchanges).find(
        ({ route, response }) => route.startsWith('GET /tools') && response.status === 200,
      );
      if (!ofTool) throw new Error('there is no response of a tool');
      ofTool.response.body = '{"success":true}';
    }),
  },
  'the keys of all requests, signed again': {
    refusal: 'has another key than its role',
    inReplay: true,
    make: signedAgain(({ result: { exchanges } }) => {
      for (const { request } of Object.values(exchanges))
        if ('X-API-Key' in request.headers) request.headers['X-API-Key'] = '${GV_API_KEY}';
    }),
  },
  'settings that mean nothing, signed again': {
    refusal: 'it cannot be replayed',
    inReplay: true,
    make: signedAgain(({ result }) => {
      result.replay!.settings = { ...result.replay!.settings, GV_API_KEY: 5 };
    }),
  },
  'another target, signed again': {
    refusal: 'disagree about baseUrl',
    inReplay: true,
    make: signedAgain(({ result }) => (result.target.baseUrl = 'https://other.example')),
  },
};
