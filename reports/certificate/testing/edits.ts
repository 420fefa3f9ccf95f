/** Edits of a bundle that must be refused, except edits that unit tests of the parts show. */
import { harmlessJson } from '../../../harness/output/sanitize.ts';
import { cpSync, readFileSync, writeFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedRun } from '../../../schemas/records/recorded-run.ts';
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

const ofRun = (change: (run: Loose<RecordedRun>) => void) =>
  ofText(resultFile, text => {
    const run = JSON.parse(text) as Loose<RecordedRun>;
    change(run);
    return JSON.stringify(run);
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
  run: Loose<RecordedRun>;
  statement: Loose<Statement>;
}

/** Edits a bundle and signs it again, as the owner of the key could do. */
export const signedAgain =
  (change: (parts: Parts) => void) =>
  (bundle: string, to: string, key: string): void => {
    cpSync(bundle, to, { recursive: true });
    const read = (file: string) => readFileSync(join(to, file), 'utf8');
    const run = JSON.parse(read(resultFile)) as Loose<RecordedRun>;
    const statement = statementIn(JSON.parse(read(envelopeFile)) as Envelope);
    change({ run, statement });
    const bytes = Buffer.from(harmlessJson(run, 0));
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
  'a seed in the run': {
    refusal: 'result.json is not the file that was signed',
    make: ofRun(run => (run.seed = 5)),
  },
  'no run': {
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
    refusal: ', digest 000000000000 (suite), and this is version ',
    make: signedAgain(({ statement: { predicate } }) => {
      predicate.configuration.find(({ name }) => name === 'suite')!.digest.sha256 = '0'.repeat(64);
    }),
  },
  'an expiry that has passed': {
    refusal: 'it expired at',
    make: signedAgain(parts => {
      const day = Date.parse(certificateIn(parts).issuedAt) - 86_400_000;
      certificateIn(parts).expiresAt = new Date(day).toISOString();
    }),
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
      parts.run.replay.settings['GV_CERTIFICATE_DAYS'] = 3653;
      certificateIn(parts).expiresAt = `${Number(issuedAt.slice(0, 4)) + 10}${issuedAt.slice(4)}`;
    }),
  },
  // A field that is not in the schema could be read by another program.
  ...Object.fromEntries(
    Object.entries({
      verdict: 'non-conformant',
      requirements: [],
      requests: { sent: 5 },
      left: [{ what: 'webhook', count: 1, ids: [] }],
      spend: { GBP: 1 },
      strict: true,
      reasons: ['x'],
    }).map(([name, value]): [string, Edit] => [
      `a field ${name} in the run, signed again`,
      {
        refusal: `additional properties`,
        make: signedAgain(({ run }) => void Object.assign(run, { [name]: value })),
      },
    ]),
  ),
  'a digest of waivers in the statement': {
    refusal: 'the attestation is damaged',
    make: signedAgain(({ statement: { predicate } }) => {
      predicate.configuration.push({
        name: 'waivers',
        digest: predicate.configuration[0]!.digest,
      });
    }),
  },
  'an unknown setting, signed again': {
    refusal: 'the settings of the run have __proto__, which is not a setting',
    inReplay: true,
    make: signedAgain(({ run }) => {
      run.replay.settings = JSON.parse(
        JSON.stringify(run.replay.settings).replace('{', '{"__proto__":{},'),
      ) as Readonly<Record<string, unknown>>;
    }),
  },
  'the time of the run, signed again': {
    refusal: 'before its run had ended',
    make: signedAgain(({ run }) => (run.durationMs = 1e9)),
  },
  'an issue in the future': {
    refusal: 'in the future: the clock of this machine says',
    make: signedAgain(parts => (certificateIn(parts).issuedAt = '2098-01-01T00:00:00.000Z')),
  },
  'a challenge that its run did not get': {
    refusal: 'its run did not answer the challenge',
    make: signedAgain(({ run: { replay } }) => {
      replay.nonce = replay.nonce.replace('of-november', 'of-october');
    }),
  },
  'fewer keys than its run had': {
    refusal: 'disagree about keys',
    inReplay: true,
    make: signedAgain(({ run }) => void (run.target.keys = ['business'])),
  },
  'another challenge, also in the run': {
    refusal: 'or an exchange before it, was changed',
    inReplay: true,
    challenge: 'of-october',
    make: signedAgain(parts => {
      const { replay } = parts.run;
      replay.nonce = replay.nonce.replace('of-november', 'of-october');
      certificateIn(parts).challenge = 'of-october';
    }),
  },
  'features that were not shown': {
    refusal: 'it certifies a feature that was not shown',
    inReplay: true,
    make: signedAgain(parts => void certificateIn(parts).features.push('catalog')),
  },
  'cases that were not shown': {
    refusal: 'its statement (passedTests) does not follow from its run',
    inReplay: true,
    make: signedAgain(
      ({ statement: { predicate } }) => void predicate.passedTests.push('wallet.fields / _id'),
    ),
  },
  'a body, signed again': {
    refusal: 'it certifies a feature that was not shown: tools.',
    inReplay: true,
    make: signedAgain(({ run: { exchanges } }) => {
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
    make: signedAgain(({ run: { exchanges } }) => {
      for (const { request } of Object.values(exchanges))
        if ('X-API-Key' in request.headers) request.headers['X-API-Key'] = '${GV_API_KEY}';
    }),
  },
  'settings that mean nothing, signed again': {
    refusal: 'it cannot be replayed',
    inReplay: true,
    make: signedAgain(({ run: { replay } }) => {
      replay.settings = { ...replay.settings, GV_API_KEY: 5 };
    }),
  },
  'another target, signed again': {
    refusal: 'disagree about baseUrl',
    inReplay: true,
    make: signedAgain(({ run }) => (run.target.baseUrl = 'https://other.example')),
  },
};
