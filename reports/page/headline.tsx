/** @jsxImportSource preact */
/** The top of the page: the verdict, the target, when, which profile, the counts. */
import type { RunVerdict, Verdict } from '../../schemas/records/result.ts';
import { verdictNames } from './marks.tsx';
import type { Page } from './model.ts';
import { count, duration, visible } from './text.ts';

export const verdictWords: Readonly<Record<RunVerdict, string>> = {
  conformant: 'Conformant',
  'non-conformant': 'Non-conformant',
  incomplete: 'Incomplete',
  error: 'Error',
};

const order: readonly Verdict[] = ['failed', 'error', 'passed', 'not-exercised', 'not-applicable'];

export function Headline({ page }: { page: Page }) {
  const { verdict, target, reasons = [], requirements } = page.result;
  const counts = order
    .map(each => ({
      verdict: each,
      number: requirements.filter(one => one.verdict === each).length,
    }))
    .filter(({ number }) => number > 0);
  return (
    <header class={`headline ${verdict}`}>
      <p class="suite">Gift Voucher Business API: conformance report</p>
      <h1>
        {verdictWords[verdict]} <span class="target">{visible(target.baseUrl)}</span>
      </h1>
      <Proportions counts={counts} total={requirements.length} />
      <ul class="totals">
        {counts.map(each => (
          <li class={each.verdict}>
            <b>{each.number}</b> {verdictNames[each.verdict]}
          </li>
        ))}
      </ul>
      {reasons.length > 0 && (
        <ul class="reasons">
          {reasons.slice(0, 12).map(reason => (
            <li>{visible(reason)}</li>
          ))}
          {reasons.length > 12 && <li>and {reasons.length - 12} more in conformance.json</li>}
        </ul>
      )}
      <Facts page={page} />
    </header>
  );
}

interface Share {
  readonly verdict: Verdict;
  readonly number: number;
}

/** The counts as a bar; the list below says the same in words. */
function Proportions({ counts, total }: { counts: readonly Share[]; total: number }) {
  let at = 0;
  return (
    <svg class="proportions" width="100%" height="8" aria-hidden="true">
      {counts.map(({ verdict, number }) => {
        const x = (at / total) * 100;
        at += number;
        return (
          <rect
            class={verdict}
            x={`${x.toFixed(2)}%`}
            width={`${((number / total) * 100).toFixed(2)}%`}
            height="8"
          />
        );
      })}
    </svg>
  );
}

function Facts({ page }: { page: Page }) {
  const { result } = page;
  const { target, requests } = result;
  const money = Object.entries(result.spend).map(([currency, value]) => `${value} ${currency}`);
  const facts: readonly (readonly [string, string])[] = [
    [
      'when',
      `${result.startedAt.replace('T', ' ').replace(/\.\d+Z/, ' UTC')}, ${duration(result.durationMs)}`,
    ],
    ['profile', result.profile],
    [
      'target',
      `${target.origin}${target.allow.length > 0 ? `, allowed: ${target.allow.join(', ')}` : ''}`,
    ],
    [
      'requests',
      `${requests.sent.toLocaleString('en')}${requests.limited > 0 ? `, ${count(requests.limited, 'wait')} for a limiter` : ''}`,
    ],
    ['spent', money.join(', ') || 'nothing'],
    ['keys', target.keys.join(', ') || 'none'],
    ['seed', String(result.seed)],
    ['suite', `${result.suite.version}, contract ${result.suite.spec}`],
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{visible(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
