import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '#test';
import { keyTypes, newKeyPair, readPublicKey, readSigningKey } from './keys.ts';

const test = base.extend<{ file: string }>({
  file: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'gv-keys-'));
    await use(join(folder, 'key.pem'));
    rmSync(folder, { recursive: true });
  },
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
