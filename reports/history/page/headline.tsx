/** @jsxRuntime automatic @jsxImportSource preact */
/** The top of the page: the last night, and the verdicts of all. */
import type { RunVerdict } from '../../../schemas/records/result.ts';
import { runVerdicts } from '../../../schemas/records/result.ts';
import { moment } from '../../drift/facts.ts';
import { count, visible } from '../../page/parts/text.ts';
import { verdictWords } from '../../page/sections/headline.tsx';
import type { ComparedNight, History } from '../nights.ts';

interface HeadlineProps {
  readonly history: History;
  readonly last: ComparedNight;
}

export function HistoryHeadline({ history: { nights, leftOut }, last }: HeadlineProps) {
  const [first = last] = nights;
  const { shown, of } = last.coverage;
  return (
    <header class={`headline ${last.verdict}`}>
      <p class="suite">Gift Voucher Business API: history</p>
      <h1>
        {verdictWords[last.verdict]} <span class="target">{visible(last.target)}</span>
      </h1>
      <p class="coverage">
        Last night, {moment(last.startedAt)}: <b>{`${shown} of ${of}`}</b> requirements shown
      </p>
      <Strip verdicts={nights.map(({ verdict }) => verdict)} />
      <p>
        {count(nights.length, 'night')} from {day(first.startedAt)} to {day(last.startedAt)}
        {leftOut.length > 0 && (
          <>
            ; <a href="#left-out">{count(leftOut.length, 'file')} left out</a>
          </>
        )}
      </p>
      <ul class="totals">
        {runVerdicts.map(verdict => {
          const number = nights.filter(each => each.verdict === verdict).length;
          return (
            number > 0 && (
              <li class={verdict}>
                <b>{number}</b> {verdictWords[verdict].toLowerCase()}
              </li>
            )
          );
        })}
      </ul>
    </header>
  );
}

const day = (startedAt: string): string => startedAt.slice(0, 10);

/** The verdict of each night, in order; equal ones that follow each other are one part. */
function Strip({ verdicts }: { verdicts: readonly RunVerdict[] }) {
  const starts = verdicts.flatMap((verdict, at) => (verdict === verdicts[at - 1] ? [] : [at]));
  const percent = (nights: number) => `${((nights / verdicts.length) * 100).toFixed(3)}%`;
  return (
    <svg class="proportions" width="100%" height="16" aria-hidden="true">
      {starts.map((start, at) => (
        <rect
          class={verdicts[start] ?? ''}
          x={percent(start)}
          width={percent((starts[at + 1] ?? verdicts.length) - start)}
          height="16"
        />
      ))}
    </svg>
  );
}
