/** @jsxRuntime automatic @jsxImportSource preact */
/** Renders the top of the page: verdict, target, time, profile and counts. */
import { leftBehindLines } from '../../../schemas/records/log-entry.ts';
import type { RecordingResult, RunVerdict } from '../../../schemas/records/result.ts';
import { moment } from '../../drift/change.ts';
import { coverage } from '../../summary/requirements.ts';
import { nameOf, type State, count, duration, visible } from '../parts/marks.tsx';
import type { Page } from '../page.tsx';

export const verdictWords: Readonly<Record<RunVerdict, string>> = {
  conformant: 'Conformant',
  passed: 'Passed',
  'non-conformant': 'Non-conformant',
  'wrong-waiver': 'Wrong waiver',
  incomplete: 'Incomplete',
  error: 'Error',
};

export function Headline({ page }: { page: Page }) {
  const { verdict, target, reasons = [] } = page.result;
  return (
    <header class={`headline ${verdict}`}>
      <p class="suite">Gift Voucher Business API: conformance report</p>
      <h1>
        {verdictWords[verdict]} <span class="target">{visible(target.baseUrl)}</span>
      </h1>
      <Covered page={page} />
      {reasons.length > 0 && (
        <ul class="reasons">
          {reasons.slice(0, mostReasons).map(reason => (
            <li>{visible(reason)}</li>
          ))}
          {reasons.length > mostReasons && (
            <li>and {reasons.length - mostReasons} more in conformance.json</li>
          )}
        </ul>
      )}
      <Facts page={page} />
    </header>
  );
}

const mostReasons = 12;

/** Renders the counts as a bar and in words. Counts that need attention come first. */
function Covered({ page }: { page: Page }) {
  const counts = coverage(page.result);
  const { of, shown, inPart, failed, warnings, waived, errors } = counts;
  const { notExercised, notApplicable, notSelected } = counts;
  const shares: readonly (readonly [State, number])[] = [
    ['failed', failed],
    ['error', errors],
    ['warning', warnings],
    ['waived', waived],
    ['passed', shown - failed - warnings - waived],
    ['not-exercised', notExercised],
  ];
  const rest: readonly (readonly [State, number])[] = [
    ['not-applicable', notApplicable],
    ['not-selected', notSelected],
  ];
  return (
    <>
      <Proportions shares={shares} />
      <p class="coverage">
        <b>
          {shown} of {of}
        </b>{' '}
        requirements shown
        {inPart > 0 && (
          <>
            , <b>{inPart}</b> of them in part
          </>
        )}
      </p>
      <ul class="totals">
        {[...shares, ...rest].map(
          ([state, number]) =>
            number > 0 && (
              <li class={state}>
                <b>{number}</b> {nameOf(state)}
              </li>
            ),
        )}
      </ul>
    </>
  );
}

/** Minimum width in percent, so that one failure among many is visible. */
const least = 2;

function Proportions({ shares }: { shares: readonly (readonly [State, number])[] }) {
  const total = shares.reduce((sum, [, number]) => sum + number, 0);
  const shown = shares.filter(([, number]) => number > 0);
  const widths = shown.map(([, number]) => Math.max(least, (number / total) * 100));
  const scale = 100 / widths.reduce((sum, width) => sum + width, 0);
  return (
    <svg class="proportions" width="100%" height="8" aria-hidden="true">
      {shown.map(([state], index) => {
        const before = widths.slice(0, index).reduce((sum, width) => sum + width, 0);
        const [x, width] = [before, widths[index]!].map(part => `${(part * scale).toFixed(2)}%`);
        return <rect class={state} x={x} width={width} height="8" />;
      })}
    </svg>
  );
}

const recorded = ({ file, program, entries, judged }: RecordingResult): string =>
  `${file} by ${program}: ${judged} of ${count(entries, 'entry', 'entries')} judged`;

/** Facts that get a separate line after the others. */
const longFacts: ReadonlySet<string> = new Set(['left behind', 'keys']);

function Facts({ page }: { page: Page }) {
  const { result } = page;
  const { target, requests, recording } = result;
  const money = Object.entries(result.spend).map(([currency, value]) => `${value} ${currency}`);
  const earlier = Object.entries(result.spentEarlier ?? {}).map(([name, sum]) => `${sum} ${name}`);
  const left = leftBehindLines(result.left ?? []);
  const measured = result.limiters.reduce(
    (sum, each) => sum + ('requests' in each ? each.requests : 0),
    0,
  );
  const facts: readonly (readonly [name: string, ...lines: string[]])[] = [
    ['when', `${moment(result.startedAt)}, ${duration(result.durationMs)}`],
    ['profile', result.profile],
    ['permitted', ['read', ...target.allow.filter(each => each !== 'read')].join(', ')],
    [
      'requests',
      `${requests.sent.toLocaleString('en')}${measured > 0 ? `, and ${count(measured, 'limiter measurement')}` : ''}${requests.limited > 0 ? `, ${count(requests.limited, 'wait')} for a limiter` : ''}`,
    ],
    ['spent', money.join(', ') || 'nothing'],
    ...(earlier.length > 0 ? ([['spent earlier', earlier.join(', ')]] as const) : []),
    ['seed', String(result.seed)],
    ...(recording ? ([['recording', recorded(recording)]] as const) : []),
    ['suite', `${result.suite.version}, contract ${result.suite.spec}`],
    ...(left.length > 0 ? ([['left behind', ...left]] as const) : []),
    ['keys', target.keys.join(', ') || 'none'],
  ];
  return (
    <dl class="facts">
      {facts.map(([name, ...lines]) => (
        <div class={longFacts.has(name) ? 'long' : ''}>
          <dt>{name}</dt>
          <dd>
            {lines.map(line => (
              <span class="line">{visible(line)}</span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
