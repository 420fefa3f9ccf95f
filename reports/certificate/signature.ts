/** Signs certificates: keys, DSSE envelopes (payload, type and signature), and digests of the code that judges. */
import {
  createPublicKey,
  sign,
  verify,
  type KeyObject,
  createPrivateKey,
  generateKeyPairSync,
  createHash,
} from 'node:crypto';
import { readFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dsse } from '@sigstore/core';
import { readJsonFile } from '../../harness/output/files.ts';

export interface Envelope {
  readonly payloadType: string;
  /** Encoded as Base64. */
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

/** Returns the digest of the public key in hexadecimal. */
export const keyIdOf = (key: KeyObject): string =>
  sha256(
    (key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' }),
  );

/** Returns the name of the digest. Ed25519 needs no separate digest. */
const digestFor = (key: KeyObject): string | null =>
  key.asymmetricKeyType === 'ed25519' ? null : 'sha256';

export function seal(payloadType: string, payload: Buffer, key: KeyObject): Envelope {
  const sig = sign(digestFor(key), dsse.preAuthEncoding(payloadType, payload), key);
  return {
    payloadType,
    payload: payload.toString('base64'),
    signatures: [{ keyid: keyIdOf(key), sig: sig.toString('base64') }],
  };
}

/** Returns the payload, or undefined unless the key made a signature under its id. */
export function open({ payloadType, payload, signatures }: Envelope, key: KeyObject) {
  const bytes = Buffer.from(payload, 'base64');
  const signed = dsse.preAuthEncoding(payloadType, bytes);
  const id = keyIdOf(key);
  const isOfKey = ({ keyid, sig }: Envelope['signatures'][number]) =>
    keyid === id && verify(digestFor(key), signed, key, Buffer.from(sig, 'base64'));
  // Base64 with trailing characters is refused, because other readers may accept them.
  const isPlain = bytes.toString('base64') === payload;
  return isPlain && signatures.some(isOfKey) ? bytes : undefined;
}

export const keyTypes = ['ed25519', 'ecdsa'] as const;
type KeyType = (typeof keyTypes)[number];

/** Creates a key pair as PEM, in PKCS #8 and SPKI. */
export function newKeyPair(type: KeyType): { readonly private: string; readonly public: string } {
  const { privateKey, publicKey } =
    type === 'ed25519'
      ? generateKeyPairSync('ed25519')
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    private: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    public: publicKey.export({ type: 'spki', format: 'pem' }) as string,
  };
}

/** @throws Error that names the setting, the file and the problem. */
export const readSigningKey = (file: string): KeyObject =>
  named('GV_SIGNING_KEY', () => read(file, 'private', createPrivateKey));

/** @throws Error that names the option, the file and the problem. */
export const readPublicKey = (file: string): KeyObject =>
  named('--key', () => read(file, 'public', createPublicKey));

function named(given: string, read: () => KeyObject): KeyObject {
  try {
    return read();
  } catch (error) {
    throw new Error(`${given}: ${(error as Error).message}`, { cause: error });
  }
}

function read(file: string, kind: string, parse: (pem: string) => KeyObject): KeyObject {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const remedy = kind === 'private' ? `: ./gv signing-key ${file} makes one` : '';
    const problem = code === 'ENOENT' ? `does not exist${remedy}` : `cannot be read (${code})`;
    throw new Error(`${file} ${problem}`, { cause: error });
  }
  if (kind === 'public' && pem.includes('PRIVATE KEY'))
    throw new Error(
      `${file} is a private key. Verify with the public key, and keep the private key secret`,
    );
  const key = parsed(file, kind, pem, parse);
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  if (type === 'ed25519' || (type === 'ec' && details?.namedCurve === 'prime256v1')) return key;
  throw new Error(
    `${file} is a key of type ${type ?? 'unknown'}: Ed25519 and ECDSA on P-256 are supported`,
  );
}

function parsed(
  file: string,
  kind: string,
  pem: string,
  parse: (pem: string) => KeyObject,
): KeyObject {
  try {
    return parse(pem);
  } catch (error) {
    // The message of the library may repeat parts of the key, so it becomes only the cause.
    throw new Error(`${file} is not a ${kind} key in PEM without a passphrase`, { cause: error });
  }
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Returns a digest in hexadecimal. */
export const sha256 = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('hex');

/** Folders with code that decides the verdicts. */
const judging = ['contract', 'fixtures', 'harness', 'load', 'schemas'];
const isStatements = (file: string): boolean => /^contract\b.*\bstatements\.ts$/.test(file);

function filesIn(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.flatMap(entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return /(?<!\.test)\.(tsx?|json)$/.test(entry.name) ? [path] : [];
  });
}

/** Hashes paths and contents. The result does not depend on the operating system or the order of folders. */
function digestOf(files: readonly string[]): string {
  const lines = files.map(file => {
    const text = readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n');
    return `${sha256(text)}  ${file.replaceAll('\\', '/')}`;
  });
  return sha256(lines.toSorted().join('\n'));
}

/** Shortens a digest for people, who only tell versions of the suite apart. */
export const shortDigest = (digest: string | undefined): string => digest?.slice(0, 12) ?? 'none';

export interface Digests {
  readonly suite: string;
  /** Digest of the statements, as in the catalogue. */
  readonly spec: string;
  readonly schemas: string;
}

/** Returns the digests in hexadecimal. */
export const digestsOfSources = (): Digests => ({
  suite: digestOf([...judging.flatMap(filesIn), 'package-lock.json'].filter(exists)),
  spec: digestOf(filesIn('contract').filter(isStatements)),
  schemas: digestOf(filesIn('schemas')),
});

/** Contains these digests in the package, which has no sources. So a clone and the package accept each other's certificates. */
const ofBuild = 'digests.json';

/** Returns the digests in hexadecimal. */
export const currentDigests = (): Digests =>
  exists(ofBuild) ? (readJsonFile(join(root, ofBuild)) as Digests) : digestsOfSources();

const exists = (file: string): boolean => existsSync(join(root, file));
