/**
 * Judges faults and variants in child processes, and compares failures and warnings with the committed list. A difference means
 * that the suite detects something else than before.
 */
import { createHash } from 'node:crypto';
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { Subject } from './host.ts';
import type { Share, Batch, Depth, Finding } from './worker.ts';
import { allJudgements } from '../../contract/judgements.ts';
import { requirementIds, type StatementId, statements } from '../../contract/statements.ts';
import { differences, isListed, readReds, redOf, type Reds } from './reds.ts';
import {
  allVariants,
  faultSets,
  type FaultSet,
  namedFaults,
  ofTwoKeys,
  setNames,
  subjectNamed,
  subjects,
} from './subjects.ts';
import { idsIn, readSurvivors, type Survivors } from './survivors.ts';

/** Returns true if the requirement that the fault breaks failed or warned. For a generated fault, any requirement counts. */
export const isSeen = ({ findings }: Share, { breaks }: Subject): boolean =>
  findings.some(({ id, verdict }) => verdict !== 'error' && (breaks ?? id) === id);

/** Returns the problems of a fault: it is seen or not against the lists, a list differs, or a check is an error. */
export const faultProblems = (
  share: Share,
  subject: Subject,
  listed: Reds[string] | undefined,
  survivors: readonly string[],
): string[] => [
  ...survival(share, subject, survivors),
  ...share.findings
    .filter(({ verdict }) => verdict === 'error')
    .map(each => `fault ${subject.id} makes ${each.id} an error (${each.message})`),
  ...share.misnamed.map(each => `fault ${subject.id} is shown on the wrong exchange: ${each}`),
  ...(subject.fault === 'generated' ? [] : listDifferences(share, listed)),
];

const listDifferences = (share: Share, listed: Reds[string] | undefined): string[] =>
  listed
    ? differences(share, listed).map(each => `fault ${each}`)
    : [`fault ${share.subject} is not in reds.json: run ./gv matrix --write ${share.subject}`];

/** Says that a fault survives, and which other requirements failed. */
export function survivalText({ findings }: Share, { id, breaks }: Subject): string {
  const seen = findings.filter(({ verdict }) => verdict !== 'error').map(each => each.id);
  if (seen.length === 0) return `fault ${id} survives: nothing failed or warned`;
  return `fault ${id} survives: ${breaks} neither failed nor warned, but ${seen.join(', ')} did`;
}

/** Compares whether a fault is seen with the committed survivors. */
function survival(share: Share, subject: Subject, survivors: readonly string[]): string[] {
  const isListed = survivors.includes(subject.id);
  if (!isSeen(share, subject)) return isListed ? [] : [survivalText(share, subject)];
  return isListed
    ? [`fault ${subject.id} is seen, but survivors.json lists it: run ./gv matrix --write`]
    : [];
}

export interface MatrixProcess {
  /** Judges a batch of subjects, one batch at a time. Rejects if the process ends early. */
  readonly judge: (batch: Batch, onShare?: (share: Share) => void) => Promise<readonly Share[]>;
  readonly end: () => void;
}

/** Starts a process that judges subjects of the matrix. */
export function startProcess(): MatrixProcess {
  const child = fork(new URL('./worker.ts', import.meta.url), {
    execArgv: ['--import', 'tsx', '--no-warnings', '--max-semi-space-size=64'],
    // Removes the options of a runner. Without its cache, tsx leaves no modules in the temporary directory.
    env: { ...process.env, NODE_OPTIONS: '', TSX_DISABLE_CACHE: '1' },
  });
  return {
    judge: (batch, onShare = () => {}) =>
      new Promise((resolve, reject) => {
        const shares: Share[] = [];
        const ended = (code: number | null) =>
          reject(new Error(`a process of the matrix ended with ${code}`));
        const take = (message: unknown) => {
          if (message !== 'done') {
            shares.push(message as Share);
            return onShare(message as Share);
          }
          child.off('message', take).off('exit', ended);
          resolve(shares);
        };
        child.on('message', take).once('exit', ended);
        child.send(batch);
      }),
    end: () => child.disconnect(),
  };
}

/** Number of subjects in a batch. It is small, so that processes end at about the same time. */
const atOnce = 8;

/** Returns true for one in `n` ids. */
const isSampled = (id: string, n: number): boolean =>
  createHash('sha256').update(id).digest()[0]! % n === 0;

/** Returns the subjects of a depth. With `detection`, generated faults and variants are sampled, and there are no mixtures. */
export function subjectsOf(depth: Depth): readonly Subject[] {
  if (depth === 'whole') return subjects;
  return subjects.filter(({ id, wholeOnly, fault }) => {
    if (fault === 'generated') return isSampled(id, 16);
    return fault !== undefined || (!wholeOnly && isSampled(id, 6));
  });
}

/**
 * Judges subjects in as many processes as there are processors.
 *
 * @param onProgress receives the number of subjects judged so far.
 */
export async function judgeSubjects(
  chosen: readonly Subject[],
  rest: Omit<Batch, 'ids'>,
  onProgress: (done: number) => void = () => {},
): Promise<readonly Share[]> {
  const batches = Array.from({ length: Math.ceil(chosen.length / atOnce) }, (_, at) =>
    chosen.slice(at * atOnce, (at + 1) * atOnce).map(({ id }) => id),
  ).values();
  const shares: Share[] = [];
  const work = async () => {
    const { judge, end } = startProcess();
    try {
      for (const ids of batches)
        await judge({ ids, ...rest }, share => {
          shares.push(share);
          onProgress(shares.length);
        });
    } finally {
      end();
    }
  };
  const width = Math.min(availableParallelism(), Math.ceil(chosen.length / atOnce));
  await Promise.all(Array.from({ length: width }, work));
  const places = new Map(chosen.map(({ id }, at) => [id, at]));
  return shares.toSorted((a, b) => places.get(a.subject)! - places.get(b.subject)!);
}

/** Returns the findings of a run in the form of the committed list. */
export const redsOf = (shares: readonly Share[]): Reds =>
  Object.fromEntries(
    shares
      .filter(each => subjectOf(each).fault !== 'generated' && !subjectOf(each).varies)
      .flatMap(each => {
        const red = redOf(each, subjectOf(each).breaks);
        return red ? [[each.subject, red] as const] : [];
      }),
  );

/** Returns the shares of variants whose warnings are the same in each run. */
export const steadyVariants = (shares: readonly Share[]): readonly Share[] =>
  shares.filter(each => subjectOf(each).fault === undefined && isSteady(each));

/** Returns the subject that a share is about. */
export const subjectOf = ({ subject }: Share): Subject => subjectNamed(subject);

/** Returns the problems of each subject that was judged. Empty if detection is proven. */
export const problemsOf = (
  shares: readonly Share[],
  reds = readReds(),
  survivors = readSurvivors(),
): string[] => {
  const surviving = idsIn(survivors);
  return shares.flatMap(share => {
    const subject = subjectOf(share);
    return subject.fault === undefined
      ? variantProblems(share, reds[subject.id] ?? {})
      : faultProblems(share, subject, reds[subject.id], surviving);
  });
};

const committed = new Set(subjects.map(({ id }) => id));

/** Returns true for a fault, and for a variant whose warnings are the same in each run. */
const isSteady = (share: Share): boolean =>
  committed.has(share.subject) && !subjectOf(share).varies;

/** Returns the problems of a variant: failures, and warnings that differ from the list. */
const variantProblems = (share: Share, listed: Reds[string]): string[] => [
  ...accusations(share).map(each => `variant ${share.subject} is accused: ${each}`),
  ...(isSteady(share)
    ? differences({ ...share, findings: warningsIn(share.findings) }, listed).map(
        each => `variant ${each}`,
      )
    : []),
];

const warningsIn = (findings: readonly Finding[]) =>
  findings.filter(({ verdict }) => verdict === 'warning');
const accusing = (findings: readonly Finding[]) =>
  findings.filter(({ verdict }) => verdict !== 'warning');

const accusations = ({ findings, recorded, replayed }: Share): string[] => [
  ...accusing(findings).map(accusation),
  ...accusing(recorded).map(each => `in a recording, ${accusation(each)}`),
  ...replayed.map(each => `in a replay, ${each}`),
];

const accusation = ({ id, verdict, message }: Finding): string => `${id} ${verdict} (${message})`;

/** Returns the gaps in the faults and the list, without running anything. */
export function gaps(reds: Reds = readReds(), survivors = readSurvivors()): string[] {
  const broken = new Set(namedFaults.map(({ breaks }) => breaks));
  const everyId = new Set(subjects.map(({ id }) => id));
  const ofFaults = subjects.filter(({ breaks }) => breaks !== undefined);
  const inRecording = new Set(
    ofFaults.filter(({ id }) => reds[id]?.inRecording).map(({ breaks }) => breaks),
  );
  return [
    ...requirementIds.filter(id => !broken.has(id)).map(id => `no fault breaks ${id}`),
    ...allJudgements
      .filter(([id]) => !inRecording.has(id))
      .map(([id]) => `no fault breaks ${id} in a recording`),
    ...namedFaults
      .filter(({ breaks }) => statements[breaks as StatementId] === undefined)
      .map(({ id, breaks }) => `fault ${id} names ${breaks}, which the catalogue does not have`),
    ...ofFaults
      .filter(({ id }) => !(id in reds))
      .map(({ id }) => `selftest/matrix/reds.json lacks ${id}`),
    ...Object.keys(reds)
      .filter(id => !committed.has(id))
      .map(id => `selftest/matrix/reds.json has ${id}, which is neither a fault nor a variant`),
    ...idsIn(survivors)
      .filter(id => !everyId.has(id))
      .map(id => `selftest/matrix/survivors.json has ${id}, which is not a fault`),
  ];
}

/** Returns, for each set, how many faults it has and how many are seen. */
export const countSeen = (
  survivors: Survivors,
): Readonly<Record<FaultSet, { readonly faults: number; readonly seen: number }>> => {
  const surviving = new Set(idsIn(survivors));
  const entries = setNames.map(name => {
    const ids = faultSets[name].map(({ id }) => id);
    return [
      name,
      { faults: ids.length, seen: ids.filter(id => !surviving.has(id)).length },
    ] as const;
  });
  return Object.fromEntries(entries) as ReturnType<typeof countSeen>;
};

/** Descriptions of the sets of faults. */
const about: Readonly<Record<FaultSet, string>> = {
  generated: 'each operator on each field, list, response and rule of the reference',
  written: 'faults that no operator makes; each names its requirement',
  historic: 'faults that outsiders wrote, and that no requirement saw at that time',
};

/** Returns Markdown with the number of faults of each set, the number seen, and the numbers by requirement. */
export function renderTable(reds: Reds, survivors: Survivors): string {
  const counts = countSeen(survivors);
  const sets = setNames.map(
    name => `| ${name} | ${about[name]} | ${counts[name].faults} | ${counts[name].seen} |`,
  );
  const kinds = Object.entries(survivors).map(([reason, ids]) => `| ${reason} | ${ids.length} |`);
  const rows = requirementIds.map(id => {
    const own = namedFaults.filter(({ breaks }) => breaks === id);
    const killed = own.filter(fault => isListed(reds[fault.id] ?? {}, id));
    return `| \`${id}\` | ${killed.length} of ${own.length} |`;
  });
  const warned = allVariants.flatMap(({ id }) => {
    const own = [id, ofTwoKeys(id)].flatMap(each => Object.keys(reds[each]?.warns ?? {}));
    const names = [...new Set(own)].map(each => `\`${each}\``);
    return names.length > 0 ? [`| \`${id}\` | ${names.join(', ')} |`] : [];
  });
  return [
    '# The fault matrix',
    '',
    'Generated by `./gv matrix --write`. A fault is a way for the reference to break the contract. If a fault names a requirement, it is',
    'seen if that requirement fails or warns. [matrix/reds.json](matrix/reds.json) lists every requirement and case that it turns red. A',
    'generated fault names no requirement, and is seen if any requirement fails or warns.',
    '',
    '| set | faults | number | seen |',
    '| --- | --- | --- | --- |',
    ...sets,
    '',
    '[matrix/survivors.json](matrix/survivors.json) lists the faults that are not seen, by reason:',
    '',
    '| reason | survivors |',
    '| --- | --- |',
    ...kinds,
    '',
    `There are ${allVariants.length} variants, ${warned.length} of them with warnings. A variant differs where the spec allows it. No requirement may fail on it.`,
    'Its warnings are in the same list. `npm test` judges one in six variants, with all settings. `./gv matrix` judges each, also with two',
    'keys.',
    '',
    '| requirement | faults seen |',
    '| --- | --- |',
    ...rows,
    ...(warned.length > 0 ? ['', '| variant | warns |', '| --- | --- |', ...warned] : []),
    '',
  ].join('\n');
}
