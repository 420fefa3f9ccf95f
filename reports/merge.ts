/** The folders that the shards of one run left -> one folder, from which the result is built like that of any run. */
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CaseResult, ObservationResult, Outcome } from '../schemas/records/result.ts';
import type { RunDescription } from './build.ts';
import { readJson, readLines } from './files.ts';

/** Exchanges of different shards have the same ids: in what is merged, their shard stands before them. */
const inShardId = (id: string, shard: string): string => `${shard}-${id}`;

/** @param shard undefined outside of a merge. */
export function inShard(outcome: Outcome, shard: string | undefined): Outcome {
  if (shard === undefined) return outcome;
  const qualify = <T extends CaseResult | ObservationResult>(each: T): T => ({
    ...each,
    evidence: each.evidence.map(id => inShardId(id, shard)),
  });
  return {
    ...outcome,
    cases: outcome.cases.map(qualify),
    observations: outcome.observations.map(qualify),
  };
}

interface Part {
  readonly folder: string;
  readonly run: RunDescription & { readonly shard: NonNullable<RunDescription['shard']> };
}

/**
 * Writes `run.json`, `exchanges.jsonl` and what the limiter probes left. What is missing or does not fit is told in
 * `run.json`, so that no result passes without it.
 *
 * @param out another folder than those; what an earlier run left there goes.
 * @returns the blob reports that are there; none where nothing can be made of them.
 */
export function mergeRuns(
  folders: readonly string[],
  out: string,
): { blobs: readonly string[]; problems: readonly string[] } {
  const problems: string[] = [];
  const parts: Part[] = [];
  const blobs: string[] = [];
  for (const folder of folders) {
    const run = readJson(join(folder, 'run.json')) as RunDescription | undefined;
    const blob = join(folder, 'blob', 'report.zip');
    const { shard } = run ?? {};
    const same = parts.find(each => each.run.shard.current === shard?.current);
    if (same) {
      problems.push(`${folder} holds the same shard as ${same.folder}: it was left out`);
      continue;
    }
    if (run && shard) parts.push({ folder, run: { ...run, shard } });
    else
      problems.push(
        run
          ? `${folder} is no shard of a run: npm run conformance -- --shard=1/4 leaves one`
          : `${folder} has no run.json: its run could not start`,
      );
    if (existsSync(blob)) blobs.push(blob);
    else if (shard) problems.push(`${name(shard)} left no blob report in ${folder}: it broke off`);
  }
  parts.sort((a, b) => a.run.shard.current - b.run.shard.current);
  problems.push(...unfit(parts));
  write(parts, out, problems);
  return { blobs, problems };
}

const name = ({ current, total }: Part['run']['shard']) => `shard ${current} of ${total}`;

/** Why parts are not those of one run. */
function unfit(parts: readonly Part[]): string[] {
  const [first] = parts;
  if (!first) return [];
  const { total } = first.run.shard;
  const here = parts.map(({ run }) => run.shard.current);
  const missing = Array.from({ length: total }, (_, at) => at + 1).filter(
    each => !here.includes(each),
  );
  return [
    ...missing.map(current => `${name({ current, total })} is missing`),
    ...parts
      .filter(({ run }) => about(run) !== about(first.run))
      .map(({ folder }) => `${folder} is of another run than ${first.folder}`),
  ];
}

/** What the shards of one run have in common; each starts a reference of its own, at an address of its own. */
const about = ({ target, profile, seed, shard }: RunDescription): string => {
  const { baseUrl, origin, keys } = target;
  return JSON.stringify([shard?.total, origin === 'reference' || baseUrl, keys, profile, seed]);
};

const probes = 'limiters.json';

function write(parts: readonly Part[], out: string, problems: readonly string[]): void {
  mkdirSync(out, { recursive: true });
  for (const file of ['conformance.json', 'run.json', 'exchanges.jsonl', 'junit.xml', probes])
    rmSync(join(out, file), { force: true });
  const [first] = parts;
  if (!first) return;
  const { shard, ...run } = first.run;
  const merged = { ...run, shards: shard.total, ...(problems.length > 0 ? { problems } : {}) };
  writeFileSync(join(out, 'run.json'), JSON.stringify(merged, null, 2));
  const lines = parts.flatMap(({ folder, run }) =>
    readLines(join(folder, 'exchanges.jsonl')).map(entry =>
      JSON.stringify(inShardLog(entry as LogEntry, `${run.shard.current}`)),
    ),
  );
  writeFileSync(join(out, 'exchanges.jsonl'), lines.map(line => `${line}\n`).join(''));
  for (const { folder } of parts)
    if (existsSync(join(folder, probes))) copyFileSync(join(folder, probes), join(out, probes));
}

interface LogEntry {
  readonly exchange?: { readonly id: string };
}

const inShardLog = (entry: LogEntry, shard: string): LogEntry =>
  entry.exchange
    ? { ...entry, exchange: { ...entry.exchange, id: inShardId(entry.exchange.id, shard) } }
    : entry;
