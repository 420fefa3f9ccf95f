/** `npm run judge -- FILE`: traffic that others recorded, judged like that of a run. Nothing is sent. */
import { randomUUID } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { claimOutput } from '../output/claim.ts';
import { writeWhole } from '../output/whole.ts';
import { outputFolder, readEnvironment } from '../fixtures/config/environment.ts';
import { keySettings, type KeyRole } from '../fixtures/config/key-roles.ts';
import { baseUrl as parseBaseUrl } from '../fixtures/config/parsers.ts';
import type { Values } from '../fixtures/config/settings.ts';
import { ConfigurationError, parseValues } from '../fixtures/config/values.ts';
import { cleanOutput } from '../fixtures/engine/hosts/clean-output.ts';
import { judgeRecording } from '../fixtures/engine/hosts/recording.ts';
import { openRecording } from '../fixtures/recordings/open-recording.ts';
import { readHar } from '../fixtures/recordings/read-har.ts';
import { readLog } from '../fixtures/recordings/read-log.ts';
import { RecordingError, type Reading, type Recording } from '../fixtures/recordings/recording.ts';
import { buildResult } from '../reports/result/build-result.ts';
import { version, writeResult } from '../reports/files.ts';
import { recordingLines } from '../reports/terminal/recording-lines.ts';
import { exitCodes } from '../reports/result/run-verdict.ts';
import { harmless } from '../output/sanitize.ts';
import { areaLine, summary } from '../reports/terminal/summary.ts';
import type { LogEntry } from '../schemas/records/log-entry.ts';
import type { ConformanceResult, RecordingResult } from '../schemas/records/result.ts';
import type { RunDescription } from '../schemas/records/run.ts';
import { areaOf } from '../schemas/requirements/index.ts';
import { leaveReports } from './shared/leave-reports.ts';

const usage = `npm run judge -- FILE [--base-url URL]

Applies the requirements that one exchange can show to recorded traffic. Nothing is sent.

FILE        a HAR file (also .har.gz, or a .zip of Playwright), or the exchanges.jsonl of a run
--base-url  which {base_url} to judge, where the recording has several

The GV_ settings apply as in a run where they are set: keys give requests their roles, GV_BULK_ORDER_PATH names
the bulk route, GV_OUT is where conformance.json and exchanges.jsonl go. None of them is needed.
Exit codes: 0 nothing failed, 1 something failed, 2 nothing could be judged, 3 not a recording or wrong usage.`;

interface Arguments {
  readonly file: string;
  readonly baseUrl: string | undefined;
}

/** @returns undefined where help was wanted. */
function readArguments(): Arguments | undefined {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'base-url': { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return undefined;
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0)
    throw new RecordingError('Name one file: npm run judge -- FILE (--help explains it).');
  return { file, baseUrl: addressIn(values['base-url']) };
}

function addressIn(given: string | undefined): string | undefined {
  try {
    return given === undefined ? undefined : parseBaseUrl(given);
  } catch (error) {
    throw new RecordingError(`--base-url ${(error as Error).message}.`);
  }
}

function read({ file, baseUrl }: Arguments, values: Values): Recording {
  const keys = new Map<KeyRole, string>();
  for (const [role, name] of Object.entries(keySettings)) {
    const key = values[name];
    if (key !== undefined) keys.set(role as KeyRole, key);
  }
  const reading: Reading = {
    baseUrl,
    preferredBaseUrl: values.GV_BASE_URL,
    bulkPath: values.GV_BULK_ORDER_PATH,
    keys,
    secret: randomUUID(),
  };
  const opened = openRecording(file);
  return opened.kind === 'har' ? readHar(opened, reading) : readLog(opened.entries, reading);
}

/** The files of a run, from which its result is built. */
function writeRun(
  out: string,
  { baseUrl, exchanges }: Recording,
  recording: RecordingResult,
): void {
  cleanOutput(out);
  const keys = Object.keys(keySettings).filter(role => role in recording.keys);
  const run: RunDescription = {
    target: { baseUrl, origin: 'recording', keys, allow: [] },
    profile: 'gate',
    seed: 0,
    recording,
  };
  writeWhole(join(out, 'run.json'), JSON.stringify(run, null, 2));
  const lines = exchanges.map(exchange => {
    const entry: LogEntry = { exchange, resource: 'once', attempts: 0, limited: 0 };
    return `${JSON.stringify(entry)}\n`;
  });
  writeWhole(join(out, 'exchanges.jsonl'), lines.join(''));
}

async function judge(given: Arguments): Promise<ConformanceResult> {
  const at = new Date();
  const { values, problems } = parseValues(readEnvironment());
  if (problems.length > 0) throw new ConfigurationError(problems);
  const out = outputFolder();
  if (resolve(dirname(given.file)) === resolve(out))
    throw new RecordingError(
      `${given.file} lies where the result goes: set GV_OUT to another folder.`,
    );
  const recording = read(given, values);
  const counts = { file: given.file, ...recording.counts };
  writeRun(out, recording, counts);
  const outcomes = await judgeRecording(recording.exchanges, values);
  const durationMs = Date.now() - at.getTime();
  const result = buildResult(out, outcomes, { at, durationMs, version: version(), problems: [] });
  writeResult(result, out);
  const areas = [...new Set(outcomes.map(({ id }) => areaOf(id)))];
  const lines = areas.map(area =>
    areaLine(
      area,
      outcomes.filter(({ id }) => areaOf(id) === area),
    ),
  );
  console.log([...recordingLines(counts), ...lines, summary(result, out)].join('\n'));
  return result;
}

async function main(): Promise<number> {
  const given = readArguments();
  if (!given) {
    console.log(usage);
    return 0;
  }
  const release = await claimOutput(outputFolder());
  try {
    return await leaveReports(await judge(given), outputFolder());
  } finally {
    release();
  }
}

process.exitCode = await main().catch((error: Error) => {
  console.error(harmless(error.message));
  return exitCodes.error;
});
