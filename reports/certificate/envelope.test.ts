import { createPrivateKey, createPublicKey } from 'node:crypto';
import { expect, test } from '#test';
import { keyIdOf, open, seal } from './envelope.ts';
import { keyTypes, newKeyPair } from './keys.ts';

const payload = Buffer.from('{"of":"é"}');

for (const type of keyTypes) {
  const pair = newKeyPair(type);
  const [key, pub] = [createPrivateKey(pair.private), createPublicKey(pair.public)];

  test(`what ${type} sealed opens with its public key, and with no other`, () => {
    const envelope = seal('text/plain', payload, key);
    expect(open(envelope, pub)).toEqual(payload);
    expect(open(envelope, createPublicKey(newKeyPair(type).public))).toBeUndefined();
  });

  test(`${type}: neither payload nor type can be exchanged`, () => {
    const envelope = seal('text/plain', payload, key);
    expect(
      open({ ...envelope, payload: Buffer.from('{}').toString('base64') }, pub),
    ).toBeUndefined();
    expect(open({ ...envelope, payloadType: 'text/html' }, pub)).toBeUndefined();
    expect(open({ ...envelope, signatures: [] }, pub)).toBeUndefined();
  });

  test(`${type}: a key has one id`, () => {
    expect(keyIdOf(key)).toBe(keyIdOf(pub));
    expect(seal('text/plain', payload, key).signatures[0]?.keyid).toBe(keyIdOf(pub));
  });
}
