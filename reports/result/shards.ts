/** Combines the folders of the shards of one run, so that the result can be built as for any run. */
import { appendFileSync, copyFileSync, existsSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  asRecord,
  readLines,
  readRecord,
  linesIn,
  writeWhole,
} from '../../harness/output/files.ts';
import { logLineSchema, type LogLine } from '../../schemas/records/log-entry.ts';
import {
  outcomesIn,
  runSchema,
  type FinishedCheck,
  type OutcomesLine,
  type RunDescription,
  type SelectedChecks,
} from '../../schemas/records/run.ts';
import {
  outcomeSchema,
  type CaseResult,
  type ObservationResult,
  type Outcome,
} from '../../schemas/records/result.ts';
import { areaOf, statements, type Statement } from '../../contract/statements.ts';

interface Part {
  readonly folder: string;
  readonly run: RunDescription & { readonly shard: NonNullable<RunDescription['shard']> };
}

const log = 'exchanges.jsonl';
const outcomes = 'outcomes.jsonl';
const probes = 'limiters.json';

/**
 * Writes `run.json`, `exchanges.jsonl`, `outcomes.jsonl` and the files of the limiter probes. Missing or mismatched parts are recorded in
 * `run.json`, so that the result does not hide them.
 *
 * @param out Must not be one of `folders`. Files of an earlier run there are removed.
 * @returns the existing blob reports. Without them, no result can be built.
 */
export function combineShards(
  folders: readonly string[],
  out: string,
): { blobs: readonly string[]; problems: readonly string[] } {
  const problems: string[] = [];
  const parts: Part[] = [];
  const blobs: string[] = [];
  for (const folder of folders) {
    const linked = links(folder);
    if (linked !== undefined) {
      problems.push(`${linked} is not a regular file, and was ignored with its folder`);
      continue;
    }
    const description = join(folder, 'run.json');
    const run = existsSync(description) ? readRecord(description, runSchema) : undefined;
    const blob = join(folder, 'blob', 'report.zip');
    const { shard } = run ?? {};
    const same = parts.find(each => each.run.shard.current === shard?.current);
    if (same) {
      problems.push(`${folder} has the same shard as ${same.folder} and was ignored`);
      continue;
    }
    if (run && shard) parts.push({ folder, run: { ...run, shard } });
    else problems.push(`${folder} ${whyNoPart(run)}`);
    if (existsSync(blob)) blobs.push(blob);
    else if (shard)
      problems.push(`${nameOf(shard)} has no blob report in ${folder}: its run broke off`);
  }
  parts.sort((a, b) => a.run.shard.current - b.run.shard.current);
  problems.push(...mismatches(parts));
  write(parts, out, problems);
  return { blobs, problems };
}

/** Returns the name of a link. Shards come from other machines, and a link could lead to any file here. */
const links = (folder: string): string | undefined =>
  ['run.json', log, outcomes, probes, 'blob', join('blob', 'report.zip')]
    .map(name => join(folder, name))
    .find(file => {
      const found = lstatSync(file, { throwIfNoEntry: false });
      return found !== undefined && !found.isFile() && !found.isDirectory();
    });

const nameOf = ({ current, total }: Part['run']['shard']) => `shard ${current} of ${total}`;

const whyNoPart = (run: RunDescription | undefined) =>
  run
    ? 'is not a shard of a run: ./gv conformance --shard=1/4 produces one'
    : 'has no run.json: its run could not start';

/** Returns the reasons why the parts are not one whole run. */
function mismatches(parts: readonly Part[]): string[] {
  const [first] = parts;
  if (!first) return [];
  const { total } = first.run.shard;
  const present = parts.map(({ run }) => run.shard.current);
  const missing = Array.from({ length: total }, (_, at) => at + 1).filter(
    each => !present.includes(each),
  );
  return [
    ...missing.map(current => `${nameOf({ current, total })} is missing`),
    ...parts
      .filter(({ run }) => sharedBy(run) !== sharedBy(first.run))
      .map(({ folder }) => `${folder} belongs to another run than ${first.folder}`),
  ];
}

/** Returns the properties that the shards of one run share. Each shard starts its own reference at its own address. */
const sharedBy = ({ target, profile, strict, seed, shard }: RunDescription): string => {
  const { baseUrl, origin, keys } = target;
  return JSON.stringify([
    shard?.total,
    origin === 'reference' || baseUrl,
    keys,
    profile,
    strict,
    seed,
  ]);
};

function write(parts: readonly Part[], out: string, problems: readonly string[]): void {
  mkdirSync(out, { recursive: true });
  for (const file of ['conformance.json', 'run.json', log, outcomes, 'junit.xml', probes])
    rmSync(join(out, file), { force: true });
  const [first] = parts;
  if (!first) return;
  const append = (file: string, line: object) =>
    appendFileSync(join(out, file), `${JSON.stringify(line)}\n`);
  // The replay record is left out, because the work of several machines cannot be replayed as one run.
  const { shard, replay: _, ...run } = first.run;
  const combined: RunDescription = {
    ...run,
    shards: shard.total,
    ...(problems.length > 0 ? { problems } : {}),
  };
  writeWhole(join(out, 'run.json'), JSON.stringify(combined, null, 2));
  // Bodies stay in pieces, which have the same names in each log.
  for (const { folder, run: part } of parts) {
    const inPart = join(folder, log);
    for (const line of linesIn(inPart)) {
      const entry = asRecord(JSON.parse(line.toString()), logLineSchema, inPart);
      append(log, entryOfShard(entry, `${part.shard.current}`));
    }
  }
  append(outcomes, { selected: [] } satisfies SelectedChecks);
  for (const { folder, run: part } of parts) {
    const lines = readLines<OutcomesLine>(join(folder, outcomes));
    for (const each of outcomesIn(lines).ended.values()) {
      const outcome = asRecord(each, outcomeSchema, join(folder, outcomes));
      const ofShard = outcomeOfShard(outcome, `${part.shard.current}`);
      append(outcomes, { outcome: ofShard } satisfies FinishedCheck);
    }
  }
  for (const { folder } of parts)
    if (existsSync(join(folder, probes))) copyFileSync(join(folder, probes), join(out, probes));
}

const withShard = (id: string, shard: string): string => `${shard}-${id}`;

/** Returns an outcome with the exchange ids of the combined result. */
function outcomeOfShard(outcome: Outcome, shard: string): Outcome {
  const renamed = <T extends CaseResult | ObservationResult>(each: T): T => ({
    ...each,
    evidence: each.evidence.map(id => withShard(id, shard)),
  });
  return {
    ...outcome,
    cases: outcome.cases.map(each => {
      const { exchange, compared } = each;
      return {
        ...renamed(each),
        ...(exchange === undefined ? {} : { exchange: withShard(exchange, shard) }),
        ...(compared === undefined ? {} : { compared: compared.map(id => withShard(id, shard)) }),
      };
    }),
    observations: outcome.observations.map(renamed),
  };
}

/** Returns a log entry with the exchange id of the combined result. */
const entryOfShard = (entry: LogLine, shard: string): LogLine =>
  entry.exchange
    ? { ...entry, exchange: { ...entry.exchange, id: withShard(entry.exchange.id, shard) } }
    : entry;

/**
 * Areas with checks that would write, spend or exhaust a limiter if their requests were accepted. All of them run in the first shard, so
 * that these effects happen in one place. The other shards share the areas that only read.
 */
const acting: ReadonlySet<string> = new Set(
  Object.entries<Statement>(statements)
    .filter(([, { effect }]) => effect !== undefined)
    .map(([id]) => areaOf(id)),
);

/**
 * Returns the shard of each area, counted from 1. Areas are not split, because their checks share reads. The largest area goes first, to the
 * smallest shard.
 *
 * @param ids Ids of the selected checks, the same on every machine.
 */
export function shareOut(ids: readonly string[], total: number): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const area of ids.map(areaOf)) sizes.set(area, (sizes.get(area) ?? 0) + 1);
  const loads = Array.from({ length: total }, (_, at) => ({ shard: at + 1, checks: 0 }));
  const readers = total === 1 ? loads : loads.slice(1);
  const shards = new Map<string, number>();
  for (const [area, size] of [...sizes].toSorted(([, a], [, b]) => b - a)) {
    const least = readers.reduce((a, b) => (b.checks < a.checks ? b : a));
    const chosen = acting.has(area) ? loads[0] : least;
    if (!chosen) continue;
    chosen.checks += size;
    shards.set(area, chosen.shard);
  }
  return shards;
}
