/**
 * Judges faults and variants in processes of their own, and compares what turns red with the committed list: any difference is a change of
 * what the suite detects.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { Subject } from './host.ts';
import type { Share, Order, Depth, Finding } from './worker.ts';
import { allJudgements } from '../../contract/judgements.ts';
import { elsewhere } from '../../schemas/records/result.ts';
import { requirementIds, type StatementId, statements } from '../../contract/statements.ts';
import { allVariants, faults, packedVariants, subjectNamed, subjects } from './subjects.ts';

interface Red {
  /** Requirement -> its cases that fail; none where only exchanges of other checks show it. */
  readonly reds: Readonly<Record<string, readonly string[]>>;
  /** The requirement that is broken fails when the exchanges are judged as a recording, too. */
  readonly inRecording?: true;
}
export type Reds = Readonly<Record<string, Red>>;

export const redsFile = fileURLToPath(new URL('reds.json', import.meta.url));

let read: Reds | undefined;

/** Returns the committed list, by the id of the fault. */
export const readReds = (): Reds => (read ??= JSON.parse(readFileSync(redsFile, 'utf8')) as Reds);

/** Returns what the list has of a fault that was judged by every check. */
const redOf = (share: Share, { breaks }: Subject): Red => ({
  reds: redCases(share),
  ...(share.recorded.some(({ id, verdict }) => id === breaks && verdict === 'failed')
    ? { inRecording: true }
    : {}),
});

/** Returns the file: a fault a line, so that a change of one shows as one. */
export function renderReds(reds: Reds): string {
  const lines = Object.keys(reds)
    .toSorted()
    .map(id => `${JSON.stringify(id)}: ${JSON.stringify(reds[id])}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** Returns what is wrong with a fault: its requirement did not fail, a check is an error, or the list says something else. */
export const faultProblems = (
  share: Share,
  { id, breaks = '' }: Subject,
  listed: Red | undefined,
): string[] => [
  ...(share.findings.some(each => each.id === breaks && each.verdict === 'failed')
    ? []
    : [`fault ${id} survives: ${breaks} did not fail`]),
  ...share.findings
    .filter(({ verdict }) => verdict === 'error')
    .map(each => `fault ${id} makes ${each.id} an error (${each.message})`),
  ...share.misnamed.map(each => `fault ${id} is shown on another exchange: ${each}`),
  ...differences(share, listed),
];

/**
 * Compares what turned red with the list, and names both sides of each difference.
 *
 * If only some checks ran, a case of the list that was not exercised is no difference, one that passed is.
 */
export function differences(share: Share, listed: Red | undefined): string[] {
  const { subject: id, byAll } = share;
  if (!listed) return [`fault ${id} is not in reds.json: run ./gv matrix --write ${id}`];
  const found = redCases(share);
  const ids = [...new Set([...Object.keys(found), ...Object.keys(listed.reds)])];
  return ids.flatMap(requirement => {
    const now = found[requirement];
    const before = listed.reds[requirement];
    const more = now?.filter(each => !before?.includes(each)) ?? [];
    const fewer = before?.filter(each => !now?.includes(each)) ?? [];
    const lost = byAll ? fewer : fewer.filter(each => share.passed[requirement]?.includes(each));
    const gone = byAll && now === undefined;
    if (before !== undefined && !gone && more.length === 0 && lost.length === 0) return [];
    return [`fault ${id}: ${requirement} is red in ${shown(now)}; reds.json has ${shown(before)}`];
  });
}

/** Requirement -> its red cases. What exchanges of other checks show differs with the checks that ran. */
const redCases = ({ findings }: Share): Record<string, string[]> =>
  Object.fromEntries(
    findings
      .filter(({ verdict }) => verdict === 'failed')
      .map(({ id, cases }) => [id, cases.filter(each => !each.startsWith(elsewhere)).toSorted()]),
  );

const shown = (cases: readonly string[] | undefined): string => {
  if (cases === undefined) return 'no case';
  return cases.length === 0 ? 'exchanges of other checks' : `[${cases.join('; ')}]`;
};

export interface MatrixProcess {
  /** Judges the subjects of an order, one order at a time. Rejects if the process ends before. */
  readonly judge: (order: Order, onShare?: (share: Share) => void) => Promise<readonly Share[]>;
  readonly end: () => void;
}

/** Starts a process that judges subjects of the matrix. */
export function startProcess(): MatrixProcess {
  const child = fork(new URL('./worker.ts', import.meta.url), {
    execArgv: [
      '--import',
      'tsx',
      '--conditions=collect',
      '--no-warnings',
      '--max-semi-space-size=64',
    ],
    // Nothing of a runner around it.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return {
    judge: (order, onShare = () => {}) =>
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
        child.send(order);
      }),
    end: () => child.disconnect(),
  };
}

/** Subjects of one order: few enough for processes to end at about the same time. */
const atOnce = 8;

/** Returns the subjects that a depth judges: with `detection`, variants that can be are in packs. */
export function subjectsOf(depth: Depth): readonly Subject[] {
  if (depth === 'whole') return subjects;
  const inPacks = new Set(packedVariants.flatMap(({ pack = [] }) => pack.map(({ id }) => id)));
  const alone = subjects.filter(({ id, wholeOnly }) => !wholeOnly && !inPacks.has(id));
  return [...alone, ...packedVariants];
}

/**
 * Judges subjects in as many processes as there are processors.
 *
 * @param onProgress receives the number of subjects judged so far.
 */
export async function judgeSubjects(
  chosen: readonly Subject[],
  depth: Depth,
  onProgress: (done: number) => void = () => {},
): Promise<readonly Share[]> {
  const orders = Array.from({ length: Math.ceil(chosen.length / atOnce) }, (_, at) =>
    chosen.slice(at * atOnce, (at + 1) * atOnce).map(({ id }) => id),
  ).values();
  const shares: Share[] = [];
  const work = async () => {
    const { judge, end } = startProcess();
    try {
      for (const ids of orders)
        await judge({ ids, depth }, share => {
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

/** Returns what a run shows to be red, to be committed. */
export const redsOf = (shares: readonly Share[]): Reds =>
  Object.fromEntries(
    shares
      .filter(each => subjectOf(each).breaks)
      .map(each => [each.subject, redOf(each, subjectOf(each))]),
  );

/** Returns the subject that a share is about. */
export const subjectOf = ({ subject }: Share): Subject => subjectNamed(subject);

/** Returns what is wrong with each subject that was judged; nothing if detection is proven. */
export const problemsOf = (shares: readonly Share[], reds = readReds()): string[] =>
  shares.flatMap(share => {
    const subject = subjectOf(share);
    return subject.breaks === undefined
      ? accusations(share).map(each => `variant ${subject.id} is accused: ${each}`)
      : faultProblems(share, subject, reds[subject.id]);
  });

const accusations = ({ findings, recorded, replayed }: Share): string[] => [
  ...findings.map(accusation),
  ...recorded.map(each => `in a recording, ${accusation(each)}`),
  ...replayed.map(each => `in a replay, ${each}`),
];

const accusation = ({ id, verdict, message }: Finding): string => `${id} ${verdict} (${message})`;

/** Returns what the faults and the list lack: runs nothing. */
export function gaps(reds: Reds = readReds()): string[] {
  const broken = new Set(faults.map(({ breaks }) => breaks));
  const ofFaults = subjects.filter(({ breaks }) => breaks !== undefined);
  const inRecording = new Set(
    ofFaults.filter(({ id }) => reds[id]?.inRecording).map(({ breaks }) => breaks),
  );
  const known = new Set(ofFaults.map(({ id }) => id));
  return [
    ...requirementIds.filter(id => !broken.has(id)).map(id => `no fault breaks ${id}`),
    ...allJudgements
      .filter(([id]) => !inRecording.has(id))
      .map(([id]) => `no fault breaks ${id} in a recording`),
    ...faults
      .filter(({ breaks }) => statements[breaks as StatementId] === undefined)
      .map(({ id, breaks }) => `fault ${id} names ${breaks}, which the catalogue does not have`),
    ...[...known].filter(id => !(id in reds)).map(id => `selftest/matrix/reds.json lacks ${id}`),
    ...Object.keys(reds)
      .filter(id => !known.has(id))
      .map(id => `selftest/matrix/reds.json has ${id}, which is no fault`),
  ];
}

/** Returns Markdown: how many faults of each requirement turn it red, by the list. */
export function renderTable(reds: Reds): string {
  const rows = requirementIds.map(id => {
    const own = faults.filter(({ breaks }) => breaks === id);
    const killed = own.filter(fault => reds[fault.id]?.reds[id] !== undefined);
    return `| \`${id}\` | ${killed.length} of ${own.length} |`;
  });
  return [
    '# The fault matrix',
    '',
    'Generated by `./gv matrix --write`. A fault is a way for the reference to break one requirement: it is killed if that',
    'requirement fails. What else it turns red, case by case, is in [matrix/reds.json](matrix/reds.json). A variant differs where',
    'the spec allows it, and nothing may turn red on one: `npm test` judges them with all settings, a few together, `./gv matrix` with two keys as well.',
    '',
    `${faults.length} faults, ${allVariants.length} variants.`,
    '',
    '| requirement | faults killed |',
    '| --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
