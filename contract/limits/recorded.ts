/** Shows what the probe of a limiter recorded, and how to see it again. The exchange log has no requests of probes. */
import { short } from '../../harness/output/sanitize.ts';
import { quote } from '../../schemas/records/curl.ts';
import {
  inPhase,
  isRejected,
  type Claim,
  type Note,
  type Probed,
} from '../../schemas/records/limiter.ts';

/** Limits the responses that a failure shows. */
const mostShown = 3;
const longestBody = 200;
/** Requests beyond those that exhausted the limiter. */
const beyond = 10;
const atOnce = 50;

/** Returns the responses that contradict a claim, with their headers, and a command that drives the limiter to its 429. */
export function recordedLines({ notes, request }: Probed, { evidence }: Claim): string[] {
  const all = evidence.flatMap(index => notes[index] ?? []);
  const rejected = all.filter(isRejected);
  const [begun] = notes;
  return [
    ...(rejected.length > 0 ? rejected : all)
      .slice(0, mostShown)
      .map(note => responseLine(note, begun?.sentAt ?? 0)),
    `request:  ${curlUntilRejected(request, notes)}`,
  ];
}

function responseLine({ status, headers, body, receivedAt, to }: Note, begunAt: number): string {
  const where = to === undefined ? '' : ` (${to})`;
  const after = `${((receivedAt - begunAt) / 1000).toFixed(2)} s after the first request`;
  const fields = Object.entries(headers).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
  return [
    `response: ${status}${where}, ${after} ${short(body, longestBody)}`,
    ...(fields.length === 0 ? [] : [fields.map(field => field.join(': ')).join(', ')]),
  ].join('\n          ');
}

/** Curl sends a URL with a range once for each number. It leaves out the fragment, so that all requests are equal. */
function curlUntilRejected({ method, url }: Probed['request'], notes: readonly Note[]): string {
  const count = inPhase(notes, 'warm', 'burst').length + beyond;
  return [
    `curl --no-progress-meter --parallel --parallel-max ${atOnce} -o /dev/null -D - -X ${method} ${quote(`${url}#[1-${count}]`)}`,
    '-H "X-API-Key: ${GV_API_KEY}"',
  ].join(' \\\n  ');
}
