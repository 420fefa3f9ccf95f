/** @jsxRuntime automatic @jsxImportSource preact */
/** Shows the run itself: its settings, its load, its requests. */
import type { Page } from '../model.ts';
import { asText, short, visible, count, duration } from '../parts/text.ts';
import type { LoadResult } from '../../../schemas/records/result.ts';
import { ExchangeRow } from '../parts/exchange.tsx';

export function Settings({ page }: { page: Page }) {
  const { doubts, discovered } = page.result;
  if (doubts.length === 0 && discovered.length === 0) return null;
  return (
    <section id="settings" aria-labelledby="settings-title">
      <h2 id="settings-title">Settings</h2>
      {doubts.length > 0 && (
        <ul class="doubts">
          {doubts.map(each => (
            <li>{visible(each)}</li>
          ))}
        </ul>
      )}
      {discovered.length > 0 && (
        <>
          <p class="dim">Found out in place of settings that are not there:</p>
          <ul class="rows">
            {discovered.map(({ name, value, how }) => (
              <li>
                <code>{name}</code>
                {value === undefined ? (
                  <span class="dim">nothing found</span>
                ) : (
                  <code>{visible(short(asText(value), 300))}</code>
                )}
                <span class="dim">{visible(how)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

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

export function Requests({ page }: { page: Page }) {
  const { exchanges, shown } = page;
  const rows = [...exchanges.values()]
    .filter(each => shown.has(each.id))
    .toSorted((a, b) => a.times.startedAt - b.times.startedAt);
  const left = exchanges.size - rows.length;
  return (
    <section id="requests" aria-labelledby="requests-title">
      <h2 id="requests-title">
        Requests and responses <span class="counts">{count(rows.length, 'exchange')}</span>
      </h2>
      <p class="dim">
        Keys and personal values are masked. Long bodies are cut: the HAR and conformance.json have
        them whole. Keys in the curl commands are variables: <code>set -a; . ./.env; set +a</code>{' '}
        sets yours, and any UUID is one for UNKNOWN_KEY.
        {left > 0 &&
          ` ${count(left, 'exchange')} more, none of which shows a failure that is not shown here, are only there.`}
      </p>
      {rows.map(each => (
        <ExchangeRow exchange={each} baseUrl={page.result.target.baseUrl} />
      ))}
    </section>
  );
}
