/** @jsxRuntime automatic @jsxImportSource preact */
/** The exchanges, in the order in which they were sent. */
import { ExchangeRow } from '../parts/exchange.tsx';
import type { Page } from '../model.ts';
import { count } from '../parts/text.ts';

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
        them whole.
        {left > 0 &&
          ` ${count(left, 'exchange')} more, none of which shows a failure that is not shown here, are only there.`}
      </p>
      {rows.map(each => (
        <ExchangeRow exchange={each} baseUrl={page.result.target.baseUrl} />
      ))}
    </section>
  );
}
