/** @jsxRuntime automatic @jsxImportSource preact */
/** Renders the trend of a folder of results: verdicts, requirements, limits and response times, night by night. */
import { counted } from '../../schemas/counted.ts';
import { failingSince, type NightSummary } from '../drift/nights.ts';
import { renderDocument } from './parts/document.tsx';
import { duration, Mark, visible } from './parts/marks.tsx';
import { verdictWords } from './sections/headline.tsx';

/** Nights in a table, the newest first. */
const mostNights = 30;

/** @param nights In order. A folder may have nights of several targets; the page has a section for each. */
export function renderTrend(nights: readonly NightSummary[]): string {
  const targets = [...new Set(nights.map(({ target }) => target))];
  return renderDocument(
    `Trend of ${counted(nights.length, 'result')}`,
    <>
      <header class="headline">
        <p class="suite">Gift Voucher Business API: conformance by night</p>
        <h1>
          Trend <span class="target">{counted(nights.length, 'result')}</span>
        </h1>
      </header>
      <main>
        {targets.map(target => (
          <Target
            target={target}
            nights={nights.filter(each => each.target === target).slice(-mostNights)}
          />
        ))}
      </main>
    </>,
  );
}

interface Nights {
  readonly nights: readonly NightSummary[];
}

function Target({ target, nights }: Nights & { target: string }) {
  const newestFirst = nights.toReversed();
  return (
    <section>
      <h2>{visible(target)}</h2>
      <div class="trend">
        <table>
          <thead>
            <tr>
              <th scope="col">night</th>
              {newestFirst.map(({ startedAt }) => (
                <th scope="col">{visible(startedAt.slice(5, 10))}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">verdict</th>
              {newestFirst.map(({ verdict }) => (
                <td class={verdict} title={verdictWords[verdict]}>
                  <span class="mark">●</span>
                  <span class="sr">{verdictWords[verdict]}</span>
                </td>
              ))}
            </tr>
            <Requirements nights={nights} />
            <Values
              nights={newestFirst}
              what="limit"
              of={({ limits }) => limits}
              text={value => value}
            />
            <Values nights={newestFirst} what="p95" of={({ p95 }) => p95} text={duration} />
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Renders the requirements that failed or warned in a night, or of which nights differ. */
function Requirements({ nights }: Nights) {
  const ids = new Set(nights.flatMap(({ requirements }) => [...requirements.keys()]));
  const states = (id: string) => nights.map(each => each.requirements.get(id)?.state);
  const notable = [...ids].filter(id =>
    states(id).some(state => state === 'failed' || state === 'error' || state === 'warning'),
  );
  return notable.map(id => {
    const streak = failingSince(nights, id);
    const text = nights.map(each => each.requirements.get(id)?.text).findLast(Boolean);
    return (
      <tr>
        <th scope="row" title={text}>
          <span class="id">{visible(id)}</span>
          {streak && (
            <span class="look">
              failing since {visible(streak.since.slice(0, 10))}, {counted(streak.nights, 'night')}
            </span>
          )}
        </th>
        {states(id)
          .toReversed()
          .map(state => (
            <td>{state && <Mark state={state} />}</td>
          ))}
      </tr>
    );
  });
}

interface ValuesProps<Value> extends Nights {
  readonly what: string;
  readonly of: (night: NightSummary) => ReadonlyMap<string, Value>;
  readonly text: (value: Value) => string;
}

/** Renders a row of values by night for each name. */
function Values<Value>({ nights, what, of, text }: ValuesProps<Value>) {
  const names = [...new Set(nights.flatMap(each => [...of(each).keys()]))];
  return names.map(name => (
    <tr>
      <th scope="row">
        {what}: <span class="id">{visible(name)}</span>
      </th>
      {nights.map(each => {
        const value = of(each).get(name);
        return <td class="number">{value !== undefined && visible(text(value))}</td>;
      })}
    </tr>
  ));
}
