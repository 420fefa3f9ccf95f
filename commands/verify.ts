/** Verifies a certificate (`./gv verify BUNDLE --key PUB`). Sends nothing. */
import { statSync } from 'node:fs';
import type { KeyObject } from 'node:crypto';
import { UsageError, command, days, exitCodes, parsed } from './cli/command.ts';
import { Refused } from '../reports/certificate/statement.ts';
import { currentDigests, readPublicKey } from '../reports/certificate/signature.ts';
import {
  verifyBundle,
  type Here,
  type Signed,
  expectFollows,
  expectWanted,
  unaskedOptions,
  type Wanted,
} from '../reports/certificate/verify.ts';
import {
  keyRow,
  notesOf,
  row,
  shownRow,
  suiteText,
  type Notes,
} from '../reports/certificate/words.ts';
import { NoResult } from '../reports/files.ts';
import { version } from '../reports/version.ts';
import { requirementsIn } from '../reports/result/build-result.ts';
import type { RequirementResult } from '../schemas/records/result.ts';
import { withWarnings } from '../reports/result/baseline.ts';
import { counted, upTo } from '../schemas/counted.ts';
import { harmlessLine } from '../harness/output/sanitize.ts';
import { settings } from '../harness/config/settings.ts';
import { print } from '../harness/output/wrap.ts';

export default command({
  about:
    'Verifies a certificate: its signature, its dates, the version of the suite, and its verdicts, which are judged again from its exchanges. Sends nothing.',
  arguments: { bundle: { about: 'the folder that ./gv certify wrote' } },
  options: {
    key: { value: 'file', about: 'the public key of the signer (PEM); required' },
    challenge: {
      value: 'text',
      about: 'the GV_CHALLENGE that you asked for. Without it, an older run is accepted',
    },
    target: { value: 'url', about: 'the address that must be certified' },
    features: {
      value: 'list',
      about: 'features that must be certified, like catalog,wallet',
    },
    'max-age': { value: 'days', about: 'most days since the run, like 30d' },
    list: {
      about:
        'print each case that passed, that warns with its doubt, or that was not shown with the reason',
    },
    reference: { about: 'accept a certificate of the embedded reference' },
  },
  examples: [
    [
      './gv verify certificate --key partner.pem.pub --challenge 7f3a --target https://sandbox.vouchers.example --features catalog,wallet --max-age 30d',
      'verify certificate/ with all options that a program should give',
    ],
  ],
  exitCodes: { 0: 'the certificate is valid', 1: 'the certificate is not valid', 3: 'wrong usage' },
  run: ({ bundle, key, challenge, list, ...wanted }) => {
    if (key === undefined) throw new UsageError('Name the public key of the signer: --key FILE.');
    if (!statSync(bundle, { throwIfNoEntry: false })?.isDirectory())
      throw new UsageError(
        `There is no folder ${bundle}. Name the folder that ./gv certify wrote.`,
      );
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

/** Signed certificate with the verdicts of its replay. */
interface Verified extends Signed {
  readonly requirements: readonly RequirementResult[];
}

/** @throws Refused, NoResult with the reason. */
async function verify({ bundle, challenge, wanted }: Arguments, key: KeyObject): Promise<Verified> {
  const here: Here = { version: version(), digests: currentDigests(), now: new Date(), challenge };
  const signed = verifyBundle(bundle, key, here);
  expectWanted(signed.statement, signed.run, wanted, here.now);
  // Refuses an edited bundle before it loads the checks, which are many modules.
  const { replayAgain } = await import('./replay.ts');
  const { problems, outcomes } = await replayAgain(signed.run).catch((error: unknown) => {
    // The signer may have signed a record that cannot be replayed.
    throw new Refused(`it cannot be replayed: ${(error as Error).message}`);
  });
  const [problem, ...more] = problems;
  const others = more.length > 0 ? ` (and ${more.length} more)` : '';
  if (problem !== undefined) throw new Refused(`the replay differs: ${problem}${others}`);
  const requirements = requirementsIn(outcomes);
  expectFollows(signed, requirements);
  return { ...signed, requirements };
}

/** Most names that are printed, because a bundle may have any number of files. */
const mostNames = 5;

/** Returns a row for each case that warns, with its doubt, for the verifying side to weigh. */
const warningRows = (warned: readonly string[], notes: Notes, most: number): string[] =>
  upTo(most, warned.map(withNote(notes))).map((line, at) => row(at === 0 ? 'warnings' : '', line));

const withNote =
  (notes: Notes) =>
  (name: string): string =>
    `${name}: ${notes.get(name) ?? ''}`;

const listed = ([what, names]: readonly [string, readonly string[]]): string[] =>
  names.map(name => row(what, name));

function describe(
  { statement, requirements, others }: Verified,
  { challenge, list, wanted }: Arguments,
  key: KeyObject,
): string[] {
  const { predicate } = statement;
  const { target, features, leftOut, notShown, implied, testedAt, issuedAt, expiresAt } =
    predicate.giftVoucherConformance;
  const unasked = unaskedOptions(wanted);
  const notes = notesOf(requirements);
  return [
    `VALID  ${target}${withWarnings(requirements)}`,
    row('features', features.join(', ')),
    row('left out', leftOut.join(', ') || 'none'),
    shownRow(statement, list ? '' : ' (--list says why)'),
    row(
      'implied',
      `${counted(implied.length, 'requirement')}: a clause implies them, and does not state them${list ? '' : ' (--list names them)'}`,
    ),
    ...(list
      ? Object.entries({
          'not shown': notShown.map(withNote(notes)),
          implied,
          passed: predicate.passedTests,
        }).flatMap(listed)
      : []),
    ...warningRows(predicate.warnedTests, notes, list ? Infinity : mostNames),
    row('tested', `${testedAt}, issued ${issuedAt}, expires ${expiresAt}`),
    row('suite', suiteText(statement)),
    keyRow(key),
    row(
      'challenge',
      challenge === undefined
        ? 'not checked: without --challenge, an older run is accepted'
        : 'answered',
    ),
    ...(unasked.length === 0
      ? []
      : [
          row(
            'unchecked',
            `${unasked.join(', ')}: any is accepted without the option of that name`,
          ),
        ]),
    ...(others.length === 0
      ? []
      : [row('unsigned', `${upTo(mostNames, others).join(', ')}: nobody signed these files`)]),
    'Every verdict was judged again from the exchanges in the bundle. Only the signer vouches that the exchanges took place.',
  ];
}

/** Longest line in characters. */
const longest = 2000;
const printLines = (lines: readonly string[]): void =>
  print(lines.map(line => harmlessLine(line, longest)).join('\n'));

async function report(given: Arguments, key: KeyObject): Promise<number> {
  try {
    printLines(describe(await verify(given, key), given, key));
    return 0;
  } catch (error) {
    const isStated = error instanceof Refused || error instanceof NoResult;
    // Texts of a bundle may be hostile.
    const { message } = error as Error;
    printLines([`REFUSED  ${isStated ? '' : 'it cannot be verified: '}${message}`]);
    return exitCodes['non-conformant'];
  }
}
