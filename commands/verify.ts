/** `npm run verify -- BUNDLE --key PUB`: whether a certificate holds. Nothing is sent. */
import type { KeyObject } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Refused } from '../reports/certificate/bundle.ts';
import { currentDigests } from '../reports/certificate/digests.ts';
import { readPublicKey } from '../reports/certificate/keys.ts';
import type { Statement } from '../reports/certificate/statement.ts';
import { verifyBundle, type Here } from '../reports/certificate/verify.ts';
import { version } from '../reports/files.ts';
import { NoResult } from '../reports/read-result.ts';
import { exitCodes } from '../reports/result/run-verdict.ts';
import { harmless } from '../output/sanitize.ts';

const usage = `npm run verify -- BUNDLE --key PUB [--challenge TEXT]

Whether a certificate holds: its signature, its dates, the suite that it was made with, and its verdicts, which are judged
again from the exchanges in it. Nothing is sent.

BUNDLE       the folder that npm run certify wrote
--key        the public key of who issued it, a PEM file
--challenge  what you asked them to set as GV_CHALLENGE; without it, an older run would pass as well

Exit codes: 0 it holds, 1 it does not, 3 wrong usage.`;

interface Arguments {
  readonly bundle: string;
  readonly key: string;
  readonly challenge: string | undefined;
}

class UsageError extends Error {}

/** @returns undefined where help was wanted. */
function readArguments(): Arguments | undefined {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      key: { type: 'string' },
      challenge: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return undefined;
  const [bundle, ...others] = positionals;
  if (bundle === undefined || others.length > 0 || values.key === undefined)
    throw new UsageError(
      'Name a bundle and a key: npm run verify -- BUNDLE --key PUB (--help explains it).',
    );
  return { bundle, key: values.key, challenge: values.challenge };
}

/** @throws Refused, NoResult with what is wrong. */
async function verify({ bundle, challenge }: Arguments, key: KeyObject): Promise<Statement> {
  const here: Here = { version: version(), digests: currentDigests(), now: new Date(), challenge };
  const { statement, result } = verifyBundle(bundle, key, here);
  // A bundle that was edited is refused at once; the checks are many modules.
  const { judgeAgain } = await import('./shared/judge-again.ts');
  const [difference, ...more] = await judgeAgain(result);
  if (difference === undefined) return statement;
  const others = more.length > 0 ? ` (and ${more.length} more)` : '';
  throw new Refused(`judged again, its result is another one: ${difference}${others}`);
}

function describe({ predicate }: Statement, challenge: string | undefined): string {
  const certificate = predicate.giftVoucherConformance;
  const { target, features, leftOut, notShown, testedAt, issuedAt, expiresAt } = certificate;
  return [
    `VALID  ${target}`,
    `  features   ${features.join(', ')}`,
    `  left out   ${leftOut.join(', ') || 'none'}`,
    `  cases      ${predicate.passedTests.length} passed, ${notShown.length} not shown (listed in the attestation)`,
    `  tested     ${testedAt}, issued ${issuedAt}, expires ${expiresAt}`,
    challenge === undefined
      ? '  challenge  not checked: without --challenge, an older run passes as well'
      : '  challenge  answered',
    'Every verdict was judged again from the exchanges in the bundle. That they took place is the word of who signed.',
  ].join('\n');
}

async function main(): Promise<number> {
  const given = readArguments();
  if (!given) {
    console.log(usage);
    return 0;
  }
  const key = readPublicKey(given.key);
  try {
    console.log(harmless(describe(await verify(given, key), given.challenge)));
    return 0;
  } catch (error) {
    if (!(error instanceof Refused || error instanceof NoResult)) throw error;
    console.log(harmless(`REFUSED  ${error.message}`));
    return exitCodes['non-conformant'];
  }
}

process.exitCode = await main().catch((error: Error) => {
  console.error(harmless(error.message));
  return exitCodes.error;
});
