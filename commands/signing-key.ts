/** `./gv signing-key FILE`: a key that signs certificates, and its public half. */
import { existsSync, rmSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { command } from './cli/command.ts';
import { whyUnwritable, writeWhole } from '../fixtures/output/files.ts';
import { keyTypes, newKeyPair } from '../reports/certificate/signature.ts';
import { print } from '../fixtures/output/wrap.ts';

export default command({
  about:
    'Makes a key that signs certificates: FILE, which nobody else may read, and FILE.pub, which you give to who verifies them.',
  arguments: { file: { about: 'a place outside of this repository' } },
  options: {
    type: { value: 'type', about: 'ecdsa is on P-256', choices: keyTypes, default: 'ed25519' },
  },
  examples: [['./gv signing-key ~/certify.pem', '~/certify.pem and ~/certify.pem.pub']],
  exitCodes: { 0: 'both were written', 3: 'wrong usage, or a file that could not be written' },
  run: ({ file, type }) => makeKey(file, type as (typeof keyTypes)[number]),
});

const root = fileURLToPath(new URL('..', import.meta.url));

function makeKey(file: string, type: (typeof keyTypes)[number]): number {
  if (!relative(root, resolve(file)).startsWith('..'))
    throw new Error(
      `${file} is inside the repository: a key there ends up in a commit. Name a place outside.`,
    );
  for (const each of [file, `${file}.pub`])
    if (existsSync(each)) throw new Error(`${each} exists: a key is never overwritten.`);
  const pair = newKeyPair(type);
  try {
    writeWhole(file, pair.private, { mode: 0o600 });
    writeWhole(`${file}.pub`, pair.public);
  } catch (error) {
    // Half a pair is of no use, and would stand in the way of the next one.
    rmSync(file, { force: true });
    throw new Error(whyUnwritable(file, error), { cause: error });
  }
  print(
    `${file} signs: set GV_SIGNING_KEY to it.\n${file}.pub verifies: give it to who checks your certificates.`,
  );
  return 0;
}
