import { generateKeyPairSync, createPublicKey } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { test } from '../../fixtures/testing/spawned.ts';
import {
  keyTypes,
  newKeyPair,
  readPublicKey,
  readSigningKey,
  keyIdOf,
  open,
  seal,
} from './signature.ts';

const ed25519 = newKeyPair('ed25519');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

test('an invalid key is refused without repeating its content', ({ cwd }) => {
  const file = join(cwd, 'key.pem');
  for (const [read, content, problem] of [
    [readSigningKey, undefined, `GV_SIGNING_KEY: ${file} does not exist: ./gv signing-key`],
    [readPublicKey, undefined, `--key: ${file} does not exist`],
    [readSigningKey, rsa.export({ type: 'pkcs8', format: 'pem' }), 'is a key of type rsa: Ed25519'],
    [readSigningKey, ed25519.public, 'is not a private key in PEM'],
    [readSigningKey, 'GV_API_KEY=x', 'is not a private key in PEM'],
    [readSigningKey, '', 'is not a private key in PEM'],
    [readPublicKey, ed25519.private, 'is a private key. Verify with the public key'],
  ] as const) {
    if (content !== undefined) writeFileSync(file, content);
    expect(() => read(file)).toThrow(problem);
    expect(() => read(file)).not.toThrow('GV_API_KEY');
  }
});

const payload = Buffer.from('{"of":"é"}');

for (const type of keyTypes)
  test(`a payload signed with ${type} opens with the public key, unchanged`, ({ cwd }) => {
    const pair = newKeyPair(type);
    const [privateFile, publicFile] = [join(cwd, 'key.pem'), join(cwd, 'key.pub')];
    writeFileSync(privateFile, pair.private);
    writeFileSync(publicFile, pair.public);
    const [key, pub] = [readSigningKey(privateFile), readPublicKey(publicFile)];
    const envelope = seal('text/plain', payload, key);
    expect(open(envelope, pub)).toEqual(payload);
    expect(open(envelope, createPublicKey(newKeyPair(type).public))).toBeUndefined();
    const other = Buffer.from('{}').toString('base64');
    expect(open({ ...envelope, payload: other }, pub)).toBeUndefined();
    expect(open({ ...envelope, payloadType: 'text/html' }, pub)).toBeUndefined();
    expect(open({ ...envelope, signatures: [] }, pub)).toBeUndefined();
    expect(envelope.signatures[0]?.keyid).toBe(keyIdOf(pub));
  });
