/** Keys that sign certificates. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { readFileSync } from 'node:fs';

export const keyTypes = ['ed25519', 'ecdsa'] as const;
export type KeyType = (typeof keyTypes)[number];

/** @returns PEM, PKCS #8 and SPKI. */
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

/** @throws Error that names the setting, the file and what is wrong with it. */
export const readSigningKey = (file: string): KeyObject =>
  named('GV_SIGNING_KEY', () => read(file, 'private', createPrivateKey));

/** @throws Error that names the option, the file and what is wrong with it. */
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
    const problem = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new Error(`${file} ${problem}`, { cause: error });
  }
  if (kind === 'public' && pem.includes('PRIVATE KEY'))
    throw new Error(
      `${file} is a private key: verify with the public one, and keep this one to yourself`,
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
    // The message of the library may repeat parts of the key, so it is only the cause.
    throw new Error(`${file} is no ${kind} key in PEM without a passphrase`, { cause: error });
  }
}
