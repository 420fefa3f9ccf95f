/** @jsxRuntime automatic @jsxImportSource preact */
/** The top of the page: whether anything got worse, and the two results. */
import { visible } from '../../page/parts/text.ts';
import { factsOf, headlineOf, remarksOf, type Drift } from '../facts.ts';

export function DriftHeadline({ drift }: { drift: Drift }) {
  const { title, counts } = headlineOf(drift.changes);
  const remarks = remarksOf(drift);
  return (
    <header class={`headline ${stateOf(drift)}`}>
      <p class="suite">Gift Voucher Business API: drift between two results</p>
      <h1>
        {title} <span class="target">{visible(drift.after.target.baseUrl)}</span>
      </h1>
      <p class="coverage">{counts}</p>
      {remarks.length > 0 && (
        <ul class="remarks">
          {remarks.map(each => (
            <li>{each}</li>
          ))}
        </ul>
      )}
      <table class="results">
        <thead>
          <tr>
            <td />
            <th scope="col">before</th>
            <th scope="col">after</th>
          </tr>
        </thead>
        <tbody>
          {factsOf(drift).map(([name, before, after]) => (
            <tr class={before === after ? 'same' : ''}>
              <th scope="row">{name}</th>
              <td>{visible(before)}</td>
              <td>{visible(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </header>
  );
}

const stateOf = ({ changes }: Drift): string => {
  if (changes.length === 0) return 'passed';
  return changes.some(({ worse }) => worse) ? 'failed' : 'changed';
};
