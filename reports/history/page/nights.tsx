/** @jsxRuntime automatic @jsxImportSource preact */
/** Each night with what changed against the one before it; the last one first. */
import type { Change } from '../../drift/change.ts';
import { nameOf } from '../../drift/change.ts';
import { headlineOf, kindTitles, moment } from '../../drift/facts.ts';
import { Verdicts } from '../../drift/page/verdicts.tsx';
import { group } from '../../group.ts';
import { count, duration, short, visible } from '../../page/parts/text.ts';
import { verdictWords } from '../../page/sections/headline.tsx';
import type { ComparedNight } from '../nights.ts';

export function Nights({ nights }: { nights: readonly ComparedNight[] }) {
  const recent = nights.slice(-most.nights);
  return (
    <section id="nights" aria-labelledby="nights-title">
      <h2 id="nights-title">
        Nights <span class="counts">{count(nights.length, 'night')}</span>
      </h2>
      <p class="dim">Each opens with what changed against the night before.</p>
      {stretches(nights.toReversed()).map(own =>
        own.length < fewest ? (
          own.map(each => (
            <NightRow night={each} most={recent.includes(each) ? most.recent : most.older} />
          ))
        ) : (
          <Quiet nights={own} />
        ),
      )}
    </section>
  );
}

/** The rest is in a drift of the two results: a page of a year has room for few lines of a night. */
const most = { nights: 60, recent: 30, older: 5, alike: 6, text: 160 };

/** Fewer nights in a row are not folded. */
const fewest = 3;

const isQuiet = ({ changes }: ComparedNight): boolean => changes?.length === 0;

/** Nights of one verdict without changes that follow each other together, every other one alone. */
function stretches(nights: readonly ComparedNight[]): ComparedNight[][] {
  const found: ComparedNight[][] = [];
  for (const night of nights) {
    const last = found.at(-1);
    const [first] = last ?? [];
    if (first?.verdict === night.verdict && isQuiet(first) && isQuiet(night)) last?.push(night);
    else found.push([night]);
  }
  return found;
}

function Quiet({ nights }: { nights: readonly ComparedNight[] }) {
  const [from, to] = [nights.at(-1), nights[0]].map(each => each?.startedAt.slice(0, 10));
  const { verdict } = nights[0]!;
  return (
    <details class={`quiet ${verdict}`}>
      <summary>
        <span class="number">{`${from} to ${to}`}</span>
        <b class="verdict">{verdictWords[verdict]}</b>
        <span>{count(nights.length, 'night')}</span>
        <span class="dim">nothing changed</span>
      </summary>
      {nights.map(each => (
        <NightRow night={each} most={0} />
      ))}
    </details>
  );
}

/** @param most changes that are listed, the weightiest first. */
function NightRow({ night, most: lines }: { night: ComparedNight; most: number }) {
  const { startedAt, verdict, coverage, changes } = night;
  const worse = changes?.some(each => each.worse);
  return (
    <details class={`night ${verdict}`}>
      <summary>
        <span class="number">{moment(startedAt)}</span>
        <b class="verdict">{verdictWords[verdict]}</b>
        <span>
          {coverage.shown} of {coverage.of} shown
          {coverage.failed > 0 && <b class="failed">{`, ${coverage.failed} failed`}</b>}
        </span>
        <span class={worse ? 'failed worse' : 'dim'}>
          {changes ? headlineOf(changes).counts : 'the first night'}
        </span>
      </summary>
      <div class="inside">
        <p class="dim">{visible(factsOf(night))}</p>
        {changes && <Changed changes={changes} most={lines} />}
      </div>
    </details>
  );
}

const factsOf = ({ target, profile, suite, requests, durationMs, file }: ComparedNight): string =>
  `${target}, profile ${profile}, suite ${suite}, ${count(requests, 'request')} in ${duration(durationMs)}; ${file}`;

function Changed({ changes, most: lines }: { changes: readonly Change[]; most: number }) {
  const alike = group(changes, ({ kind, before, after, about, worse }) =>
    kind === 'verdict' && !worse ? `${before}\n${after}` : `${kind} ${about}`,
  );
  const rows = [...alike.values()];
  return (
    <ul class="changed-lines">
      {rows.slice(0, lines).map(own => (
        <Line changes={own} />
      ))}
      {rows.length > lines && (
        <li class="dim">and {rows.length - lines} more: ./gv drift has all</li>
      )}
    </ul>
  );
}

/** Verdicts that changed in the same way are a line. */
function Line({ changes }: { changes: readonly [Change, ...Change[]] }) {
  const [{ kind, before, after, anchor, worse }] = changes;
  const names = changes.slice(0, most.alike).map(nameOf);
  const left = changes.length - names.length;
  const cut = (text: string) => visible(short(text, most.text));
  return (
    <li class={worse ? 'failed' : ''}>
      <span class="dim">{kindTitles[kind]}</span>{' '}
      <span class="id">
        {visible(names.join(', '))}
        {left > 0 && ` and ${left} more`}
      </span>{' '}
      {changes.length === 1 && anchor !== undefined && (
        <span class="anchor">{visible(anchor)}</span>
      )}{' '}
      {kind === 'verdict' ? (
        <Verdicts before={before} after={short(after, most.text)} />
      ) : (
        <code>{`${cut(before)} → ${cut(after)}`}</code>
      )}
    </li>
  );
}
