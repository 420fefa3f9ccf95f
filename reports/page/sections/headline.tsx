/** @jsxRuntime automatic @jsxImportSource preact */
/** Renders the top of the page: verdict, target, counts and the next step. Renders the facts of the run, too. */
import type { JSX } from 'preact';
import { leftBehindLines } from '../../../schemas/records/log-entry.ts';
import { longestCommand } from '../../../schemas/records/repeating.ts';
import type { RecordingResult, RunVerdict } from '../../../schemas/records/result.ts';
import { baselineNotes } from '../../result/baseline.ts';
import { moment } from '../../drift/change.ts';
import {
  countStates,
  coverage,
  demandText,
  needsBaseline,
  repeatingCommand,
  showsFeatures,
  stateText,
  warningsOf,
  type State,
} from '../../summary/requirements.ts';
import { counted } from '../../../schemas/counted.ts';
import { amountsText, type Money } from '../../../schemas/records/money.ts';
import { duration, visible } from '../parts/marks.tsx';
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
  const notes = baselineNotes(page.result);
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
      {notes.map(note => (
        <p class="dim">{visible(note)}</p>
      ))}
      <Next page={page} />
      <Rows of={factsOf(page).filter(([name]) => first.has(name))} />
    </header>
  );
}

const mostReasons = 12;

/** Renders the counts as a bar and in words. */
function Covered({ page: { result } }: { page: Page }) {
  const { of, shown, inPart } = coverage(result);
  const counts = countStates(result.requirements);
  return (
    <>
      <Proportions counts={counts.filter(({ state }) => !outside.has(state))} />
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
        {demandText(result)}
      </p>
      <ul class="totals">
        {counts.map(({ state, count }) => (
          <li class={state}>{stateText(state, count)}</li>
        ))}
      </ul>
    </>
  );
}

/** States of requirements that the bar leaves out. */
const outside: ReadonlySet<State> = new Set(['not-applicable', 'not-selected']);

/** Minimum share of the bar, so that one failure among many is visible. */
const least = 0.02;

function Proportions({ counts }: { counts: ReturnType<typeof countStates> }) {
  const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
  const total = sum(counts.map(({ count }) => count));
  const widths = counts.map(({ count }) => Math.max(least, count / total));
  return (
    <svg
      class="proportions"
      viewBox={`0 0 ${sum(widths)} 1`}
      preserveAspectRatio="none"
      width="100%"
      height="8"
      aria-hidden="true"
    >
      {counts.map(({ state }, at) => (
        <rect class={state} x={sum(widths.slice(0, at))} width={widths[at]} height="1" />
      ))}
    </svg>
  );
}

const recorded = ({ file, program, entries, judged }: RecordingResult): string =>
  `${file} by ${program}: ${judged} of ${counted(entries, 'entry', 'entries')} judged`;

/** Says what to do next. `./gv certify` says it after it wrote the certificate. */
function nextStep({ result }: Page): JSX.Element | undefined {
  if (showsFeatures(result)) return undefined;
  const hasWarnings = warningsOf(result).length > 0;
  if (result.target.origin === 'reference' && result.verdict === 'conformant')
    return (
      <>
        <code>./gv init</code> asks for the address of your deployment.
      </>
    );
  switch (result.verdict) {
    case 'conformant':
      return needsBaseline(result) ? (
        <>
          <code>./gv baseline</code> makes later gates demand what this run showed.{' '}
          <code>./gv certify</code> signs it for others.
        </>
      ) : undefined;
    case 'passed':
      return hasWarnings || needsBaseline(result) ? (
        <>
          {hasWarnings && (
            <>
              read the <a href="#warnings">warnings</a>.{' '}
            </>
          )}
          {needsBaseline(result) && (
            <>
              <code>./gv baseline</code> makes later gates demand what this run showed, and accepts
              its warnings.
            </>
          )}
        </>
      ) : undefined;
    case 'non-conformant':
      return result.recording ? undefined : (
        <>
          <code>{visible(repeatingCommand(undefined, result), longestCommand)}</code> sends the
          failed cases again, and shows requests and responses.
        </>
      );
    case 'incomplete':
      return (
        <>
          <code>./gv doctor</code> lists the settings that a run lacks.
        </>
      );
    default:
      return undefined;
  }
}

function Next({ page }: { page: Page }) {
  const step = nextStep(page);
  return step ? <p class="next">Next: {step}</p> : null;
}

/** Formats money with spaces that do not break after a number. */
const amounts = (money: Money): string =>
  amountsText(money).replaceAll(/(?<=\d) (?=[A-Z])/g, '\u00a0');

type FactRow = readonly [name: string, ...lines: string[]];

/** Facts that the top of the page shows. The others stand below the results. */
const first: ReadonlySet<string> = new Set(['when', 'profile', 'permitted', 'requests', 'spent']);

function factsOf({ result }: Page): readonly FactRow[] {
  const { target, requests, recording } = result;
  const earlier = amounts(result.spentEarlier ?? {});
  const left = leftBehindLines(result.left ?? []);
  const measured = result.limiters.reduce(
    (sum, each) => sum + ('requests' in each ? each.requests : 0),
    0,
  );
  return [
    ['when', `${moment(result.startedAt)}, ${duration(result.durationMs)}`],
    ['profile', result.profile],
    ['permitted', ['read', ...target.allow.filter(each => each !== 'read')].join(', ')],
    [
      'requests',
      `${requests.sent}${measured > 0 ? `, and ${counted(measured, 'limiter measurement')}` : ''}${requests.limited > 0 ? `, ${counted(requests.limited, 'wait')} for a limiter` : ''}`,
    ],
    ['spent', amounts(result.spend) || 'nothing'],
    ...(earlier ? ([['spent earlier', earlier]] as const) : []),
    ['seed', String(result.seed)],
    ...(recording ? ([['recording', recorded(recording)]] as const) : []),
    ['suite', `${result.suite.version}, contract ${result.suite.spec}`],
    ...(left.length > 0 ? ([['left behind', ...left]] as const) : []),
    ['keys', target.keys.join(', ') || 'none'],
  ];
}

/** Renders the facts that nobody needs first. */
export const Facts = ({ page }: { page: Page }) => (
  <section id="run" aria-labelledby="run-title">
    <h2 id="run-title">The run</h2>
    <Rows of={factsOf(page).filter(([name]) => !first.has(name))} />
  </section>
);

/** Facts that get a separate line after the others. */
const longFacts: ReadonlySet<string> = new Set(['left behind', 'keys']);

function Rows({ of }: { of: readonly FactRow[] }) {
  return (
    <dl class="facts">
      {of.map(([name, ...lines]) => (
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
