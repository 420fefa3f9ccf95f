/** Judges recorded traffic, and sends nothing (`./gv judge FILE`). */
import { appendFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { claimOutput, cleanOutput } from '../harness/output/folder.ts';
import { LogLines } from '../harness/output/exchange-log.ts';
import { writeWhole } from '../harness/output/files.ts';
import { outputFolder, readEnvironment } from '../harness/config/environment.ts';
import { keySettings } from '../harness/config/keys.ts';
import { baseUrl as parseBaseUrl } from '../harness/config/parsers.ts';
import { RecordingError, type Recording } from '../fixtures/recordings/recording.ts';
import { buildResult } from '../reports/result/build-result.ts';
import { writeResult } from '../reports/files.ts';
import { version } from '../reports/version.ts';
import { recordingLines, summary } from '../reports/terminal/summary.ts';
import type { ConformanceResult, RecordingResult } from '../schemas/records/result.ts';
import type { RunDescription } from '../schemas/records/run.ts';
import { parseValues } from '../harness/config/values.ts';
import { leaveReports } from '../reports/write-reports.ts';
import { command, exitCodeOf, parsed, settingsOfRecordings } from './cli/command.ts';
import { judgeRecording } from './judge-recording.ts';
import { print } from '../harness/output/wrap.ts';

export default command({
  about:
    'Judges recorded traffic by the requirements that one exchange can show, and writes a result with its reports to GV_OUT. Sends nothing, and needs no setting. Keys give requests their roles. GV_BULK_ORDER_PATH, GV_COUNTRIES and names of parameters apply if they are set.',
  arguments: {
    file: {
      about: 'a HAR file (also .har.gz, or a .zip of Playwright), or the exchanges.jsonl of a run',
    },
  },
  options: {
    'base-url': {
      value: 'url',
      about: 'the base address to judge, if the recording has several',
    },
  },
  settings: {
    first: ['GV_OUT', 'GV_STRICT', 'GV_BULK_ORDER_PATH', 'GV_COUNTRIES'],
    all: settingsOfRecordings,
  },
  examples: [
    [
      './gv judge capture.har --base-url https://vouchers.example',
      'judge the requests to one address',
    ],
  ],
  exitCodes: {
    0: 'nothing failed',
    1: 'something failed',
    2: 'nothing could be judged',
    3: 'the file is not a recording, or wrong usage',
  },
  run: given => judgeFile(given.file, parsed('base-url', given['base-url'], parseBaseUrl)),
});

/** Writes the files of a run from which its result is built. */
function writeRun(
  out: string,
  { baseUrl, exchanges }: Recording,
  recording: RecordingResult,
  strict: boolean,
): void {
  cleanOutput(out);
  const keys = Object.keys(keySettings).filter(role => role in recording.keys);
  const run: RunDescription = {
    target: { baseUrl, origin: 'recording', keys, allow: [] },
    profile: 'gate',
    ...(strict ? { strict } : {}),
    seed: 0,
    recording,
  };
  writeWhole(join(out, 'run.json'), JSON.stringify(run, null, 2));
  const lines = new LogLines();
  const file = join(out, 'exchanges.jsonl');
  for (const exchange of exchanges)
    appendFileSync(file, lines.write({ exchange, resource: 'once', attempts: 0, limited: 0 }));
}

async function judgeFile(file: string, baseUrl: string | undefined): Promise<number> {
  const out = outputFolder();
  const release = await claimOutput(out);
  try {
    const result = await resultOf(file, baseUrl, out);
    return exitCodeOf(result, await leaveReports(result, out));
  } finally {
    release();
  }
}

/** Judges a recording, and writes the same files as a run. */
async function resultOf(
  file: string,
  baseUrl: string | undefined,
  out: string,
): Promise<ConformanceResult> {
  const at = new Date();
  if (resolve(dirname(file)) === resolve(out))
    throw new RecordingError(`The result would overwrite ${file}. Set GV_OUT to another folder.`);
  const settings = readEnvironment();
  const { recording, outcomes } = await judgeRecording(file, { baseUrl, settings });
  const counts = { file, ...recording.counts };
  writeRun(out, recording, counts, parseValues(settings).values.GV_STRICT === true);
  const durationMs = Date.now() - at.getTime();
  const result = buildResult(out, outcomes, { at, durationMs, version: version(), problems: [] });
  writeResult(result, out);
  print([...recordingLines(counts), summary(result, out)].join('\n'));
  return result;
}
