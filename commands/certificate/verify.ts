/** `./gv verify BUNDLE --key PUB`: whether a certificate holds. Nothing is sent. */
import { statSync } from 'node:fs';
import type { KeyObject } from 'node:crypto';
import { UsageError, command } from '../cli/command.ts';
import { Refused } from '../../reports/certificate/bundle.ts';
import { currentDigests } from '../../reports/certificate/digests.ts';
import { readPublicKey } from '../../reports/certificate/keys.ts';
import type { Statement } from '../../reports/certificate/statement.ts';
import { verifyBundle, type Here } from '../../reports/certificate/verify.ts';
import { version } from '../../reports/files.ts';
import { NoResult } from '../../reports/read-result.ts';
import { exitCodes } from '../../reports/result/exit-codes.ts';
import { harmless } from '../../output/sanitize.ts';

export default command({
  about:
    'Whether a certificate holds: its signature, its dates, the suite that it was made with, and its verdicts, which are judged again from the exchanges in it. Nothing is sent.',
  arguments: { bundle: { about: 'the folder that ./gv certify wrote' } },
  options: {
    key: { value: 'file', about: 'the public key of who issued it (PEM); it has to be given' },
    challenge: {
      value: 'text',
      about: 'what you asked them to set as GV_CHALLENGE; without it, an older run passes as well',
    },
  },
  examples: [
    [
      './gv verify certificate --key partner.pem.pub --challenge 7f3a',
      'the bundle in certificate/',
    ],
  ],
  exitCodes: { 0: 'it holds', 1: 'it does not', 3: 'wrong usage' },
  run: ({ bundle, key, challenge }) => {
    if (key === undefined)
      throw new UsageError('Name the public key of who issued it: --key FILE.');
    if (!statSync(bundle, { throwIfNoEntry: false })?.isDirectory())
      throw new UsageError(`There is no folder ${bundle}: a bundle is what ./gv certify wrote.`);
    return report({ bundle, challenge }, readPublicKey(key));
  },
});

interface Arguments {
  readonly bundle: string;
  readonly challenge: string | undefined;
}

/** @throws Refused, NoResult with what is wrong. */
async function verify({ bundle, challenge }: Arguments, key: KeyObject): Promise<Statement> {
  const here: Here = { version: version(), digests: currentDigests(), now: new Date(), challenge };
  const { statement, result } = verifyBundle(bundle, key, here);
  // A bundle that was edited is refused at once; the checks are many modules.
  const { judgeAgain } = await import('../shared/judge-again.ts');
  const [difference, ...more] = await judgeAgain(result);
  if (difference === undefined) return statement;
  const others = more.length > 0 ? ` (and ${more.length} more)` : '';
  throw new Refused(`judged again, its result is another one: ${difference}${others}`);
}

function describe({ predicate }: Statement, challenge: string | undefined): string {
  const certificate = predicate.giftVoucherConformance;
  const { target, features, leftOut, notShown, implied, testedAt, issuedAt, expiresAt } =
    certificate;
  return [
    `VALID  ${target}`,
    `  features   ${features.join(', ')}`,
    `  left out   ${leftOut.join(', ') || 'none'}`,
    `  cases      ${predicate.passedTests.length} passed, ${notShown.length} not shown (listed in the attestation)`,
    `  implied    ${implied.length} of the requirements shown follow from clauses that do not say them (listed in the attestation)`,
    `  tested     ${testedAt}, issued ${issuedAt}, expires ${expiresAt}`,
    challenge === undefined
      ? '  challenge  not checked: without --challenge, an older run passes as well'
      : '  challenge  answered',
    'Every verdict was judged again from the exchanges in the bundle. That they took place is the word of who signed.',
  ].join('\n');
}

async function report(given: Arguments, key: KeyObject): Promise<number> {
  try {
    console.log(harmless(describe(await verify(given, key), given.challenge)));
    return 0;
  } catch (error) {
    if (!(error instanceof Refused || error instanceof NoResult)) throw error;
    console.log(harmless(`REFUSED  ${error.message}`));
    return exitCodes['non-conformant'];
  }
}
