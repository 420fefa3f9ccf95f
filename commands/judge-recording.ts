/** Judges recorded traffic, for programs (`gift-voucher-conformance/judge`) and for `./gv judge`. */
import { randomUUID } from 'node:crypto';
import { contract } from '../contract/contract.ts';
import { keySettings, type KeyRole } from '../harness/config/keys.ts';
import { baseUrl as parseBaseUrl } from '../harness/config/parsers.ts';
import type { Values } from '../harness/config/settings.ts';
import { ConfigurationError, parseValues, type Environment } from '../harness/config/values.ts';
import { openRecording, type Opened } from '../fixtures/recordings/open-recording.ts';
import { readHar } from '../fixtures/recordings/read-har.ts';
import { readLog, type Recording } from '../fixtures/recordings/recording.ts';
import { judgeRecording as outcomesOf } from '../harness/run/pipeline.ts';
import type { Outcome } from '../schemas/records/result.ts';

export interface JudgeOptions {
  /** Base address to judge, if the recording has several. */
  readonly baseUrl?: string | undefined;
  /** Settings by their names in `.env`. Keys give requests their roles, and names of parameters apply. */
  readonly settings?: Environment;
}

export interface JudgedRecording {
  /** Exchanges of the recording, with keys masked. */
  readonly recording: Recording;
  /** Outcomes of every requirement, with the reason if the recording does not show it. */
  readonly outcomes: readonly Outcome[];
}

/**
 * Judges recorded traffic by the requirements that one exchange can show. Sends nothing, and writes no file.
 *
 * @param source a HAR as an object, or the path of a HAR file, of its archive, or of the `exchanges.jsonl` of a run.
 * @throws RecordingError if the file is not a recording. ConfigurationError if a setting is wrong.
 */
// oxlint-disable-next-line require-await -- a problem becomes a rejection
export async function judgeRecording(
  source: string | object,
  { baseUrl, settings = {} }: JudgeOptions = {},
): Promise<JudgedRecording> {
  const { values, problems } = parseValues(settings);
  if (problems.length > 0) throw new ConfigurationError(problems);
  const opened: Opened =
    typeof source === 'string'
      ? openRecording(source)
      : { kind: 'har', json: source, attached: () => undefined };
  const reading = {
    baseUrl: baseUrl === undefined ? undefined : parseBaseUrl(baseUrl),
    preferredBaseUrl: values.GV_BASE_URL,
    bulkPath: values.GV_BULK_ORDER_PATH,
    keys: keysIn(values),
    secret: randomUUID(),
  };
  const recording =
    opened.kind === 'har' ? readHar(opened, reading) : readLog(opened.entries, reading);
  return { recording, outcomes: outcomesOf(contract, recording.exchanges, values) };
}

function keysIn(values: Values): ReadonlyMap<KeyRole, string> {
  const keys = new Map<KeyRole, string>();
  for (const [role, name] of Object.entries(keySettings)) {
    const key = values[name];
    if (key !== undefined) keys.set(role as KeyRole, key);
  }
  return keys;
}
