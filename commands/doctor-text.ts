/** Findings, and a diagnosis in words for a terminal of 80 columns. */
import { moneyText } from '../fixtures/client/ledger/money.ts';
import { harmless, harmlessLine } from '../fixtures/output/sanitize.ts';
import { fold } from '../fixtures/output/wrap.ts';
import { paint, type Style } from '../reports/terminal/screen.ts';
import {
  marks,
  type Diagnosis,
  type Finding,
  type Mark,
  type Plan,
  type Remedy,
  type Section,
} from '../schemas/records/diagnosis.ts';

export const ok = (text: string): Finding => ({ mark: 'ok', text });
export const look = (text: string): Finding => ({ mark: 'look', text });
export const stop = (text: string): Finding => ({ mark: 'stop', text });

/** `label     text`, folded below the text. */
const labelled = (label: string, text: string, width = 14): string[] =>
  fold(text, ' '.repeat(width), label.padEnd(width));

/** Returns `1 run`, `2 runs`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

const titles: Readonly<Record<Section['name'], string>> = {
  configuration: 'Configuration',
  machine: 'This machine',
  target: 'The target',
  keys: 'Keys',
  money: 'Money',
};

const styles: Readonly<Record<Mark, Style>> = { ok: 'green', look: 'yellow', stop: 'red' };

const width = Math.max(...marks.map(mark => mark.length)) + 2;

/** Returns a finding in lines of a terminal, each with its indent. */
export function findingLines({ mark, text }: Finding): string[] {
  const [first = '', ...rest] = fold(harmlessLine(text, 2000), ' '.repeat(width + 2));
  return [`  ${paint(styles[mark], mark.padEnd(width))}${first.slice(width + 2)}`, ...rest];
}

/** Returns a section with its title and an empty line after it. */
export const sectionText = ({ name, findings }: Section): string =>
  [titles[name], ...findings.flatMap(findingLines), ''].join('\n');

/** Returns what would run: requirements, what opens more of them, requests, time. */
export function planText(plan: Plan): string {
  const { profile, assumption, remedies } = plan;
  const remedyWidth = 4 + Math.max(0, ...remedies.map(({ setting }) => setting.length));
  const lines = [
    `What would run (profile ${profile}), by a rehearsal on the embedded reference`,
    ...fold(requirementsText(plan), '  '),
    ...(assumption === undefined
      ? []
      : fold(`Taken for granted, and found out by a run: ${assumption}.`, '  ')),
    ...(remedies.length > 0
      ? ['', '  What is not set or not permitted, and how many requirements it opens:']
      : []),
    ...remedies.flatMap(each => labelled(`  ${each.setting}`, remedyText(each), remedyWidth)),
    '',
    ...labelled('  Requests', requestsText(plan)),
    ...labelled('  Probes', probesText(plan)),
    ...labelled('  Time', timeText(plan)),
    ...lastRunLines(plan),
    '',
  ];
  return harmless(lines.join('\n'), Infinity);
}

function requirementsText({ exercised, notExercised }: Plan): string {
  const waiting = notExercised.filter(({ needs }) => needs.length > 0).length;
  const depending = notExercised.length - waiting;
  const all = exercised.length + notExercised.length;
  return [
    `${exercised.length} of ${counted(all, 'requirement')}`,
    ...(waiting > 0 ? [`${counted(waiting, 'waits', 'wait')} for a setting or a permission`] : []),
    ...(depending > 0
      ? [
          `${counted(depending, 'shows', 'show')} only if the target has what ${depending === 1 ? 'it is' : 'they are'} about`,
        ]
      : []),
  ].join('; ');
}

/** Ids that are named; of more, there is their number. */
const mostNamed = 2;

/** `2 (auth.reason, auth.revoked-key), 3 more together with others: a key that was revoked` */
function remedyText({ opens, opensWithOthers, about }: Remedy): string {
  const ids = opens.length > 0 && opens.length <= mostNamed ? ` (${opens.join(', ')})` : '';
  const others =
    opensWithOthers.length > 0 ? [`${opensWithOthers.length} more with other settings`] : [];
  return `${[`${opens.length}${ids}`, ...others].join(', ')}: ${about}`;
}

function requestsText({ requests: { total, most, byLimiter } }: Plan): string {
  const { catalog, webhooks, wallet, other } = byLimiter;
  return `about ${total}, at most ${most} (GV_MAX_REQUESTS); by limiter: catalog ${catalog}, webhooks ${webhooks}, wallet ${wallet}, no limiter ${other}`;
}

const probesText = ({ probes: { limiters, maxRequests, maxWait } }: Plan): string =>
  limiters.length === 0
    ? 'none'
    : `of ${limiters.join(', ')}: beside these requests, at most ${maxRequests} each (GV_PROBE_MAX_REQUESTS), and no wait over ${maxWait} s (GV_PROBE_MAX_WAIT)`;

function timeText({ time, probes, lastRun }: Plan): string {
  const text = time
    ? `about ${duration(time.seconds)} at ${time.perSecond} requests a second (GV_MAX_RPS), more if the target is slow or limits its callers`
    : 'as fast as this machine is: nothing bounds the rate';
  if (probes.limiters.length === 0) return text;
  const known = lastRun?.probeSeconds ?? 0;
  const ofProbes =
    known > 0
      ? `about ${duration(known)}, as in the last run`
      : `about four windows of each limiter, and at most ${duration(probes.mostSeconds)}: five waits of GV_PROBE_MAX_WAIT for each`;
  return `${text}; and for the probes ${ofProbes}`;
}

function lastRunLines({ lastRun }: Plan): string[] {
  if (!lastRun) return [];
  const { startedAt, requests, seconds, spend } = lastRun;
  const money = moneyText(spend);
  const text = `${counted(requests, 'request')} in ${duration(seconds)}${money === '' ? '' : ` for ${money}`}, on ${startedAt.slice(0, 16).replace('T', ' ')} UTC`;
  return labelled('  Last run', text);
}

const duration = (seconds: number): string =>
  seconds < 120 ? counted(seconds, 'second') : `${Math.round(seconds / 60)} minutes`;

/** Returns the last line: if a run can start. */
export function conclusion({ canStart, sections }: Diagnosis): string {
  const count = (wanted: Mark) =>
    sections.flatMap(({ findings }) => findings).filter(({ mark }) => mark === wanted).length;
  const looks = count('look');
  if (!canStart)
    return `A run cannot start: ${counted(count('stop'), 'thing stops it', 'things stop it')} (marked stop).`;
  return looks === 0
    ? 'A run can start.'
    : `A run can start; ${counted(looks, 'thing is', 'things are')} worth a look.`;
}
