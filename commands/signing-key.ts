/** `npm run signing-key -- FILE`: a key that signs certificates, and its public half. */
import { existsSync, rmSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { whyUnwritable } from '../output/problem.ts';
import { writeWhole } from '../output/whole.ts';
import { keyTypes, newKeyPair } from '../reports/certificate/keys.ts';
import { exitCodes } from '../reports/result/run-verdict.ts';
import { harmless } from '../output/sanitize.ts';

const usage = `npm run signing-key -- FILE [--type ${keyTypes.join('|')}]

Makes a key that signs certificates: FILE, which nobody else may read, and FILE.pub, which you give to who verifies them.

FILE    outside of this repository
--type  ed25519 (default), or ecdsa on P-256

Exit codes: 0 both were written, 3 wrong usage.`;

const root = fileURLToPath(new URL('..', import.meta.url));

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      type: { type: 'string', default: 'ed25519' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const [file, ...others] = positionals;
  const type = keyTypes.find(each => each === values.type);
  if (file === undefined || others.length > 0 || type === undefined)
    throw new Error('Name one file: npm run signing-key -- FILE (--help explains it).');
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
  console.log(
    `${file} signs: set GV_SIGNING_KEY to it.\n${file}.pub verifies: give it to who checks your certificates.`,
  );
  return 0;
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(harmless((error as Error).message));
  process.exitCode = exitCodes.error;
}
