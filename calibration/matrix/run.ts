/** Judges faults and variants, each in a small world of its own; processes share the subjects. */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { statements, requirementIds, type StatementId } from '../../schemas/requirements/index.ts';
import { consequence } from '../../fixtures/reference/faults/consequences/index.ts';
import { allJudgements } from '../../fixtures/judgements/index.ts';
import type { Fault } from '../../fixtures/reference/faults/fault.ts';
import { allVariants, faults } from './subjects.ts';
import type { Depth, Finding, Order, Share } from './worker.ts';

interface FaultRow {
  readonly fault: Fault;
  /** Requirements that failed. */
  readonly red: readonly string[];
  readonly errors: readonly string[];
  /** Requirements that failed when the exchanges were judged as a recording. */
  readonly redInRecording: readonly string[];
}

interface VariantRow {
  readonly id: string;
  readonly freedom: string;
  /** Statements whose checks ran. */
  readonly checks: readonly string[];
  readonly accused: readonly string[];
}

export interface Matrix {
  readonly faults: readonly FaultRow[];
  readonly variants: readonly VariantRow[];
  /** Faults of limiters that were measured more than once, because a measurement was inconclusive. */
  readonly remeasured: readonly string[];
  /** What is wrong with the suite or its faults; empty if detection is proven. */
  readonly problems: readonly string[];
}

/**
 * @param chosen which subjects, by id.
 * @param depth `detection` proves that each fault is detected and no variant is accused; `whole` also what else a fault
 *   turns red, in about three times the time.
 * @param onProgress receives the number of subjects judged so far.
 */
export async function runMatrix(
  chosen: (id: string) => boolean,
  depth: Depth,
  onProgress: (done: number) => void = () => {},
): Promise<Matrix> {
  const ids = [...faults, ...allVariants].map(({ id }) => id).filter(chosen);
  const found = new Map<string, Finding[]>(ids.map(id => [id, []]));
  const recordings = new Map<string, Finding[]>(ids.map(id => [id, []]));
  const replays = new Map<string, string[]>(ids.map(id => [id, []]));
  const ran = new Map<string, string[]>(ids.map(id => [id, []]));
  const remeasured: string[] = [];
  let done = 0;
  const width = Math.min(availableParallelism(), ids.length);
  const shares = Array.from({ length: width }, (_, at) => ids.filter((_id, n) => n % width === at));
  // The probes measure times: they run when nothing else computes.
  for (const half of ['contract', 'limiters'] as const)
    await Promise.all(
      shares.map(share =>
        judgeInProcess({ ids: share, half, depth }, each => {
          const { subject, checks, findings, recorded, replayed, measurements } = each;
          found.get(subject)?.push(...findings);
          recordings.get(subject)?.push(...recorded);
          replays.get(subject)?.push(...replayed);
          ran.get(subject)?.push(...checks);
          if (measurements > 1) remeasured.push(`${subject} (${measurements} times)`);
          onProgress(++done);
        }),
      ),
    );
  const faultRows = faults
    .filter(({ id }) => found.has(id))
    .map(fault => toFaultRow(fault, found.get(fault.id) ?? [], recordings.get(fault.id) ?? []));
  const variantRows = allVariants
    .filter(({ id }) => found.has(id))
    .map(({ id, freedom }) => ({
      id,
      freedom,
      checks: ran.get(id) ?? [],
      accused: [
        ...(found.get(id) ?? []).map(accusation),
        ...(recordings.get(id) ?? []).map(each => `in a recording, ${accusation(each)}`),
        ...(replays.get(id) ?? []).map(each => `in a replay, ${each}`),
      ],
    }));
  return {
    faults: faultRows,
    variants: variantRows,
    remeasured,
    problems: problems(faultRows, variantRows),
  };
}

const accusation = ({ id, verdict, message }: Finding): string => `${id} ${verdict} (${message})`;

/** Runs a child process over a share of the subjects. */
function judgeInProcess(order: Order, onShare: (share: Share) => void): Promise<void> {
  const child = fork(new URL('./worker.ts', import.meta.url), {
    execArgv: ['--import', 'tsx', '--conditions=collect', '--max-semi-space-size=64'],
  });
  child.on('message', message => onShare(message as Share));
  child.send(order);
  return new Promise((resolve, reject) => {
    child.once('exit', code =>
      code === 0 ? resolve() : reject(new Error(`a process of the matrix ended with ${code}`)),
    );
  });
}

const failedIn = (found: readonly Finding[]): string[] =>
  found.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);

const toFaultRow = (
  fault: Fault,
  found: readonly Finding[],
  recording: readonly Finding[],
): FaultRow => ({
  fault,
  red: failedIn(found),
  redInRecording: failedIn(recording),
  errors: found
    .filter(({ verdict }) => verdict === 'error')
    .map(({ id, message }) => `${id} (${message})`),
});

/** Why a requirement turns red in addition to the one that is broken. */
export const reasonFor = ({ breaks, alsoReddens = {} }: Fault, red: string): string | undefined =>
  alsoReddens[red] ?? consequence(breaks, red);

function problems(faultRows: readonly FaultRow[], variants: readonly VariantRow[]): string[] {
  const broken = new Set(faults.map(({ breaks }) => breaks));
  return [
    ...requirementIds.filter(id => !broken.has(id)).map(id => `no fault breaks ${id}`),
    ...allJudgements
      .map(([id]) => id)
      .filter(
        id => !faultRows.some(row => row.fault.breaks === id && row.redInRecording.includes(id)),
      )
      .map(id => `no fault breaks ${id} in a recording`),
    ...faultRows.flatMap(faultProblems),
    ...variants.flatMap(({ id, accused }) =>
      accused.map(each => `variant ${id} is accused: ${each}`),
    ),
  ];
}

function faultProblems({ fault, red, errors }: FaultRow): string[] {
  const { id, breaks, alsoReddens = {} } = fault;
  const named = [breaks, ...Object.keys(alsoReddens)];
  return [
    ...named
      .filter(each => statements[each as StatementId] === undefined)
      .map(each => `fault ${id} names ${each}, which the catalogue does not have`),
    ...(red.includes(breaks) ? [] : [`fault ${id} survives: ${breaks} did not fail`]),
    ...red
      .filter(each => each !== breaks && reasonFor(fault, each) === undefined)
      .map(each => `fault ${id} reddens ${each} unexplained`),
    ...errors.map(each => `fault ${id} makes ${each} an error`),
  ];
}
