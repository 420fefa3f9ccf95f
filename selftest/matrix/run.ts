/**
 * Judges faults and variants in processes of their own, and compares what turns red or warns with the committed list: any difference is a change of
 * what the suite detects.
 */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { Subject } from './host.ts';
import type { Share, Order, Depth, Finding } from './worker.ts';
import { allJudgements } from '../../contract/judgements.ts';
import { requirementIds, type StatementId, statements } from '../../contract/statements.ts';
import { differences, isSeen, readReds, redOf, type Reds } from './reds.ts';
import {
  allVariants,
  faults,
  ofTwoKeys,
  packedVariants,
  subjectNamed,
  subjects,
} from './subjects.ts';

/** Returns what is wrong with a fault: its requirement neither failed nor warned, a check is an error, or the list says something else. */
export const faultProblems = (
  share: Share,
  { id, breaks = '' }: Subject,
  listed: Reds[string] | undefined,
): string[] => [
  ...(share.findings.some(each => each.id === breaks && each.verdict !== 'error')
    ? []
    : [`fault ${id} survives: ${breaks} neither failed nor warned`]),
  ...share.findings
    .filter(({ verdict }) => verdict === 'error')
    .map(each => `fault ${id} makes ${each.id} an error (${each.message})`),
  ...share.misnamed.map(each => `fault ${id} is shown on another exchange: ${each}`),
  ...(listed
    ? differences(share, listed).map(each => `fault ${each}`)
    : [`fault ${id} is not in reds.json: run ./gv matrix --write ${id}`]),
];

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

/** Returns what a run shows to be red or to warn, to be committed. */
export const redsOf = (shares: readonly Share[]): Reds =>
  Object.fromEntries(
    shares.flatMap(each => {
      const red = redOf(each, subjectOf(each).breaks);
      return red ? [[each.subject, red] as const] : [];
    }),
  );

/** Returns the subject that a share is about. */
export const subjectOf = ({ subject }: Share): Subject => subjectNamed(subject);

/** Returns what is wrong with each subject that was judged; nothing if detection is proven. */
export const problemsOf = (shares: readonly Share[], reds = readReds()): string[] =>
  shares.flatMap(share => {
    if (share.alone) return problemsOf(share.alone, reds);
    const subject = subjectOf(share);
    return subject.breaks === undefined
      ? variantProblems(share, reds[subject.id] ?? {})
      : faultProblems(share, subject, reds[subject.id]);
  });

const committed = new Set(subjects.map(({ id }) => id));

/** Returns what is wrong with a variant: something fails, or the list has other warnings. A random mixture is not listed. */
const variantProblems = (share: Share, listed: Reds[string]): string[] => [
  ...accusations(share).map(each => `variant ${share.subject} is accused: ${each}`),
  ...(committed.has(share.subject)
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

/** Returns what the faults and the list lack: runs nothing. */
export function gaps(reds: Reds = readReds()): string[] {
  const broken = new Set(faults.map(({ breaks }) => breaks));
  const ofFaults = subjects.filter(({ breaks }) => breaks !== undefined);
  const inRecording = new Set(
    ofFaults.filter(({ id }) => reds[id]?.inRecording).map(({ breaks }) => breaks),
  );
  return [
    ...requirementIds.filter(id => !broken.has(id)).map(id => `no fault breaks ${id}`),
    ...allJudgements
      .filter(([id]) => !inRecording.has(id))
      .map(([id]) => `no fault breaks ${id} in a recording`),
    ...faults
      .filter(({ breaks }) => statements[breaks as StatementId] === undefined)
      .map(({ id, breaks }) => `fault ${id} names ${breaks}, which the catalogue does not have`),
    ...ofFaults
      .filter(({ id }) => !(id in reds))
      .map(({ id }) => `selftest/matrix/reds.json lacks ${id}`),
    ...Object.keys(reds)
      .filter(id => !committed.has(id))
      .map(id => `selftest/matrix/reds.json has ${id}, which is no fault and no variant`),
  ];
}

/** Returns Markdown: how many faults of each requirement turn it red or make it warn, and which variants warn, by the list. */
export function renderTable(reds: Reds): string {
  const rows = requirementIds.map(id => {
    const own = faults.filter(({ breaks }) => breaks === id);
    const killed = own.filter(fault => isSeen(reds[fault.id] ?? {}, id));
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
    'Generated by `./gv matrix --write`. A fault is a way for the reference to break one requirement: it is seen if that requirement',
    'fails or warns. What else it turns red, case by case, is in [matrix/reds.json](matrix/reds.json). A variant differs where the spec',
    'allows it. Nothing may fail on a variant, and what warns is in the same list. `npm test` judges the variants with all settings,',
    'a few together, `./gv matrix` with two keys as well.',
    '',
    `${faults.length} faults, ${allVariants.length} variants, ${warned.length} of them with warnings.`,
    '',
    '| requirement | faults seen |',
    '| --- | --- |',
    ...rows,
    ...(warned.length > 0 ? ['', '| variant | warns |', '| --- | --- |', ...warned] : []),
    '',
  ].join('\n');
}
