/** `./gv verify BUNDLE --key PUB`: tells whether a certificate holds. Nothing is sent. */
import { statSync } from 'node:fs';
import type { KeyObject } from 'node:crypto';
import { UsageError, command, days, exitCodes, parsed } from './cli/command.ts';
import { Refused } from '../reports/certificate/statement.ts';
import { currentDigests, emptyDigest, readPublicKey } from '../reports/certificate/signature.ts';
import {
  verifyBundle,
  type Here,
  type Verified,
  expectWanted,
  notAskedFor,
  type Wanted,
} from '../reports/certificate/verify.ts';
import { version, NoResult } from '../reports/files.ts';
import { upTo } from '../reports/terminal/screen.ts';
import { harmlessLine } from '../harness/output/sanitize.ts';
import { settings } from '../harness/config/settings.ts';
import { print } from '../harness/output/wrap.ts';

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
    target: { value: 'url', about: 'the address that it has to be of' },
    features: {
      value: 'list',
      about: 'features that it has to be about, like catalog,wallet',
    },
    'max-age': { value: 'days', about: 'the most days since its run, like 30d' },
    list: { about: 'print every case: what is shown, what warns, and what is not shown' },
    reference: { about: 'accept a certificate of the embedded reference, which is no deployment' },
  },
  examples: [
    [
      './gv verify certificate --key partner.pem.pub --challenge 7f3a --target https://sandbox.vouchers.example --features catalog,wallet --max-age 30d',
      'all that there is to ask for of the bundle in certificate/',
    ],
  ],
  exitCodes: { 0: 'it holds', 1: 'it does not', 3: 'wrong usage' },
  run: ({ bundle, key, challenge, list, ...wanted }) => {
    if (key === undefined)
      throw new UsageError('Name the public key of who issued it: --key FILE.');
    if (!statSync(bundle, { throwIfNoEntry: false })?.isDirectory())
      throw new UsageError(`There is no folder ${bundle}: a bundle is what ./gv certify wrote.`);
    return report(
      {
        bundle,
        challenge,
        list,
        wanted: {
          target: parsed('target', wanted.target, settings.GV_BASE_URL.parse),
          features: parsed('features', wanted.features, settings.GV_FEATURES.parse),
          maxAge: parsed('max-age', wanted['max-age'], days),
          reference: wanted.reference,
        },
      },
      readPublicKey(key),
    );
  },
});

interface Arguments {
  readonly bundle: string;
  readonly challenge: string | undefined;
  readonly list: boolean;
  readonly wanted: Wanted;
}

/** @throws Refused, NoResult with what is wrong. */
async function verify({ bundle, challenge, wanted }: Arguments, key: KeyObject): Promise<Verified> {
  const here: Here = { version: version(), digests: currentDigests(), now: new Date(), challenge };
  const verified = verifyBundle(bundle, key, here);
  expectWanted(verified.statement, verified.result, wanted, here.now);
  // A bundle that was edited is refused at once; the checks are many modules.
  const { judgeAgain } = await import('./replay.ts');
  const [difference, ...more] = await judgeAgain(verified.result).catch((error: unknown) => {
    // The record of a run is as its owner signed it.
    throw new Refused(`it cannot be judged again: ${(error as Error).message}`);
  });
  if (difference === undefined) return verified;
  const others = more.length > 0 ? ` (and ${more.length} more)` : '';
  throw new Refused(`judged again, its result is another one: ${difference}${others}`);
}

/** Names that are printed; a bundle may have any number of files. */
const mostNames = 5;

/** Returns the doubt of each case that warns: who verifies weighs it. */
function warningLines(
  warned: readonly string[],
  { requirements }: Verified['result'],
  most: number,
): string[] {
  const doubts = new Map<string, string>(
    requirements.flatMap(({ id, cases }) =>
      cases.map(each => [`${id} / ${each.id}`, each.doubt ?? ''] as const),
    ),
  );
  return upTo(
    most,
    warned.map(name => `${name}: ${doubts.get(name) ?? ''}`),
  ).map((line, at) => `  ${at === 0 ? 'warnings ' : '         '}  ${line}`);
}

const listed = ([what, names]: readonly [string, readonly string[]]): string[] =>
  names.map(name => `  ${what.padEnd(9)}  ${name}`);

function describe(
  { statement, result, others }: Verified,
  { challenge, list, wanted }: Arguments,
): string[] {
  const { predicate } = statement;
  const { target, features, leftOut, notShown, implied, testedAt, issuedAt, expiresAt } =
    predicate.giftVoucherConformance;
  const waivers = predicate.configuration.find(({ name }) => name === 'waivers')?.digest.sha256;
  const unasked = notAskedFor(wanted);
  return [
    `VALID  ${target}`,
    `  features   ${features.join(', ')}`,
    `  left out   ${leftOut.join(', ') || 'none'}`,
    `  cases      ${predicate.passedTests.length} passed, ${predicate.warnedTests.length} warn, ${notShown.length} not shown${list ? '' : ' (--list names them)'}`,
    `  implied    ${implied.length} of the requirements shown are implied by a clause, not stated in it (listed in the attestation)`,
    ...(list
      ? Object.entries({ passed: predicate.passedTests, 'not shown': notShown }).flatMap(listed)
      : []),
    ...warningLines(predicate.warnedTests, result, list ? Infinity : mostNames),
    ...(waivers === emptyDigest
      ? []
      : [
          `  waivers    there was a file of them (sha256 ${waivers}); no case of these features is waived`,
        ]),
    `  tested     ${testedAt}, issued ${issuedAt}, expires ${expiresAt}`,
    challenge === undefined
      ? '  challenge  not checked: without --challenge, an older run passes as well'
      : '  challenge  answered',
    ...(unasked.length === 0
      ? []
      : [`  unchecked  ${unasked.join(', ')}: any passes without the option of that name`]),
    ...(others.length === 0
      ? []
      : [`  unsigned   ${upTo(mostNames, others).join(', ')}: nobody signed these files`]),
    'Every verdict was judged again from the exchanges in the bundle. That they took place is the word of who signed.',
  ];
}

/** Characters of the longest line: a message that names a difference, or an address. */
const longest = 2000;
const printLines = (lines: readonly string[]): void =>
  print(lines.map(line => harmlessLine(line, longest)).join('\n'));

async function report(given: Arguments, key: KeyObject): Promise<number> {
  try {
    printLines(describe(await verify(given, key), given));
    return 0;
  } catch (error) {
    const isStated = error instanceof Refused || error instanceof NoResult;
    // Who made the bundle may have put anything into it.
    const { message } = error as Error;
    printLines([`REFUSED  ${isStated ? '' : 'it cannot be judged: '}${message}`]);
    return exitCodes['non-conformant'];
  }
}
