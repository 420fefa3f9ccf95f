/** @jsxRuntime automatic @jsxImportSource preact */
/** Renders the trend of a folder of results: verdicts, requirements, limits and response times, night by night. */
import { counted } from '../../schemas/counted.ts';
import type { RunVerdict } from '../../schemas/records/result.ts';
import type { State } from '../summary/requirements.ts';
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
      <Newest nights={nights} />
      <div class="trend" tabIndex={0} role="group" aria-label={`Nights of ${visible(target)}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">newest first</th>
              {newestFirst.map(({ startedAt }) => (
                <th scope="col">{visible(startedAt.slice(5, 10))}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">verdict</th>
              {newestFirst.map(({ verdict }) => (
                <td title={verdictWords[verdict]}>
                  <Mark state={signOf[verdict]} />
                </td>
              ))}
            </tr>
            <Requirements nights={nights} />
            <Values
              nights={newestFirst}
              title="Limit and window"
              of={({ limits }) => limits}
              text={value => value}
              dimRepeated
            />
            <Values
              nights={newestFirst}
              title="95th percentile of response times"
              of={({ p95 }) => p95}
              text={duration}
            />
          </tbody>
        </table>
      </div>
    </section>
  );
}

const signOf: Readonly<Record<RunVerdict, State>> = {
  conformant: 'passed',
  passed: 'passed',
  'non-conformant': 'failed',
  'wrong-waiver': 'waived',
  incomplete: 'not-exercised',
  error: 'error',
};

/** Says how the newest night ended, and since when each requirement fails. */
function Newest({ nights }: Nights) {
  const newest = nights.at(-1);
  if (!newest) return null;
  const failing = [...newest.requirements.keys()].flatMap(id => {
    const streak = failingSince(nights, id);
    return streak ? [{ id, ...streak }] : [];
  });
  return (
    <>
      <p class={newest.verdict}>
        {visible(newest.startedAt.slice(0, 10))}: <b class="mark">{verdictWords[newest.verdict]}</b>
      </p>
      <ul class="doubts">
        {failing.map(({ id, since, results }) => (
          <li>
            <span class="id">{visible(id)}</span> has failed since {visible(since.slice(0, 10))},
            for {counted(results, 'night')}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Renders the requirements that failed or warned in a night. */
function Requirements({ nights }: Nights) {
  const ids = new Set(nights.flatMap(({ requirements }) => [...requirements.keys()]));
  const states = (id: string) => nights.map(each => each.requirements.get(id)?.state);
  const notable = [...ids].filter(id =>
    states(id).some(state => state === 'failed' || state === 'error' || state === 'warning'),
  );
  return notable.map(id => (
    <tr>
      <th
        scope="row"
        class="id"
        title={nights.map(each => each.requirements.get(id)?.text).findLast(Boolean)}
      >
        {visible(id)}
      </th>
      {states(id)
        .toReversed()
        .map(state => (
          <td>{state && <Mark state={state} />}</td>
        ))}
    </tr>
  ));
}

interface ValuesProps<Value> extends Nights {
  readonly title: string;
  readonly of: (night: NightSummary) => ReadonlyMap<string, Value>;
  readonly text: (value: Value) => string;
  /** True to dim a value that the night before had, too. */
  readonly dimRepeated?: boolean;
}

/** Renders a row of values by night for each name. */
function Values<Value>({ nights, title, of, text, dimRepeated = false }: ValuesProps<Value>) {
  const names = [...new Set(nights.flatMap(each => [...of(each).keys()]))];
  if (names.length === 0) return null;
  return (
    <>
      <tr>
        <th scope="rowgroup" class="title" colSpan={nights.length + 1}>
          {title}
        </th>
      </tr>
      {names.map(name => {
        const values = nights.map(each => of(each).get(name));
        return (
          <tr>
            <th scope="row" class="id">
              {visible(name)}
            </th>
            {values.map((value, at) => (
              <td
                class={
                  dimRepeated && at + 1 < values.length && value === values[at + 1] ? 'dim' : ''
                }
              >
                {value !== undefined && visible(text(value))}
              </td>
            ))}
          </tr>
        );
      })}
    </>
  );
}
