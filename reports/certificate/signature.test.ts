import { generateKeyPairSync, createPrivateKey, createPublicKey } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { expect, test as base } from '#test';
import {
  keyTypes,
  newKeyPair,
  readPublicKey,
  readSigningKey,
  keyIdOf,
  open,
  seal,
} from './signature.ts';

const test = base.extend<{ file: string }>({
  file: ({}, use, info) => use(info.outputPath('key.pem')),
});

for (const type of keyTypes)
  test(`both halves of a key of type ${type} can be read`, ({ file }) => {
    const pair = newKeyPair(type);
    writeFileSync(file, pair.private);
    expect(readSigningKey(file).type).toBe('private');
    writeFileSync(file, pair.public);
    expect(readPublicKey(file).type).toBe('public');
  });

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const wrong: Record<string, [content: string, problem: string]> = {
  'another type of key': [
    rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    'is a key of type rsa: Ed25519 and ECDSA on P-256 are supported',
  ],
  'the public half': [newKeyPair('ed25519').public, 'is no private key in PEM'],
  'no key': ['GV_API_KEY=x', 'is no private key in PEM'],
  nothing: ['', 'is no private key in PEM'],
};
for (const [what, [content, problem]] of Object.entries(wrong))
  test(`${what} does not sign, and nothing of it is repeated`, ({ file }) => {
    writeFileSync(file, content);
    expect(() => readSigningKey(file)).toThrow(problem);
    expect(() => readSigningKey(file)).not.toThrow('GV_API_KEY');
  });

test('a private key is not for who verifies', ({ file }) => {
  writeFileSync(file, newKeyPair('ed25519').private);
  expect(() => readPublicKey(file)).toThrow('is a private key: verify with the public one');
});

test('a file that is not there is named', ({ file }) => {
  expect(() => readSigningKey(file)).toThrow(`GV_SIGNING_KEY: ${file} does not exist`);
  expect(() => readPublicKey(file)).toThrow(`--key: ${file} does not exist`);
});

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
