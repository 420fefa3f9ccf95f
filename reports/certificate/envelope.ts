/** A DSSE envelope: a payload, its type, and the signature of both. */
import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { dsse } from '@sigstore/core';
import { sha256 } from './digests.ts';

export interface Envelope {
  readonly payloadType: string;
  /** Base64. */
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

/** The digest of the public key, in hexadecimal digits. */
export const keyIdOf = (key: KeyObject): string =>
  sha256(
    (key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' }),
  );

/** Ed25519 has a digest of its own. */
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

/** @returns the payload; undefined where no signature is that of the key, under its id. */
export function open({ payloadType, payload, signatures }: Envelope, key: KeyObject) {
  const bytes = Buffer.from(payload, 'base64');
  const signed = dsse.preAuthEncoding(payloadType, bytes);
  const id = keyIdOf(key);
  const isOfKey = ({ keyid, sig }: Envelope['signatures'][number]) =>
    keyid === id && verify(digestFor(key), signed, key, Buffer.from(sig, 'base64'));
  return signatures.some(isOfKey) ? bytes : undefined;
}
