/** @jsxRuntime automatic @jsxImportSource preact */
/** The load run in words: how much was sent, what went wrong, what it did not exercise. Its numbers are in `traffic.json`. */
import type { LoadResult } from '../../../schemas/records/result.ts';
import { count, duration, visible } from '../parts/text.ts';

export function Load({ load: { summary, samples, outcomes } }: { load: LoadResult }) {
  const { durationMs, requests, thresholds, unfinished, notExercised, notes } = summary;
  const { sent, limited, failed } = requests;
  const missed = thresholds.filter(({ ok }) => !ok);
  const wrong = outcomes.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
  const remarks = [
    `${count(thresholds.length, 'threshold')}, ${missed.length} missed${missed.map(each => `; ${each.metric} ${each.condition}`).join('')}`,
    `${count(samples, 'response')} judged: ${wrong.length > 0 ? `failed ${wrong.join(', ')}` : 'nothing failed'}`,
    ...(unfinished > 0 ? [`${count(unfinished, 'order request')} did not end`] : []),
    ...Object.entries(notExercised).map(([part, why]) => `${part} not exercised: ${why}`),
    ...notes,
  ];
  return (
    <div class="figure">
      <h3>Load</h3>
      <p>
        {`${count(sent, 'request')} in ${duration(durationMs)}, ${(sent / (durationMs / 1000)).toFixed(1)} a second: ${limited} limited, ${failed} failed.`}
      </p>
      <ul class="remarks">
        {remarks.map(each => (
          <li>{visible(each)}</li>
        ))}
      </ul>
    </div>
  );
}
