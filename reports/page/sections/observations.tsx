/** @jsxRuntime automatic @jsxImportSource preact */
/** Shows what this deployment does if the contract leaves it free: distinct values, and where each was seen. */
import { factsOf, type Fact } from '../../summary/observations.ts';
import { Evidence } from '../parts/marks.tsx';
import type { Page } from '../model.ts';
import { asWords, count, short, visible } from '../parts/text.ts';

export function Observations({ page }: { page: Page }) {
  const facts = factsOf(page.result);
  if (facts.length === 0) return null;
  return (
    <section id="observations" aria-labelledby="observations-title">
      <h2 id="observations-title">
        Where the contract is free <span class="counts">{count(facts.length, 'fact')}</span>
      </h2>
      <p class="dim">What this deployment does. Recorded, never judged.</p>
      {facts.map(each => (
        <FactRow page={page} fact={each} />
      ))}
    </section>
  );
}

const most = { values: 30, inRow: 3, places: 24 };

function FactRow({ page, fact: { id, anchor, text, values } }: { page: Page; fact: Fact }) {
  return (
    <details class="row fact">
      <summary>
        <span class="text">
          {text}
          {values.some(each => each.marked) && <strong class="look">worth a look</strong>}
        </span>
        <span class="values">
          {values.slice(0, most.inRow).map(({ value, places }) => (
            <span>
              <code>{visible(short(asWords(value), 80))}</code>
              {places.length > 0 && <span class="dim"> {count(places.length, 'place')}</span>}
            </span>
          ))}
          {values.length > most.inRow && (
            <span class="dim">and {count(values.length - most.inRow, 'other value')}</span>
          )}
        </span>
      </summary>
      <div class="inside" id={id}>
        <p class="of">
          <span class="id">{id}</span> <span class="anchor">{anchor}</span>
        </p>
        <ul class="seen">
          {values.slice(0, most.values).map(each => (
            <li>
              <code>{visible(short(asWords(each.value), 400))}</code>
              <span class="dim"> {visible(placesOf(each.places))} </span>
              <Evidence page={page} ids={each.evidence} />
            </li>
          ))}
          {values.length > most.values && (
            <li class="dim">and {values.length - most.values} more in conformance.json</li>
          )}
        </ul>
      </div>
    </details>
  );
}

function placesOf(places: readonly string[]): string {
  const left = places.length - most.places;
  return [...places.slice(0, most.places), ...(left > 0 ? [`${left} more`] : [])].join(', ');
}
