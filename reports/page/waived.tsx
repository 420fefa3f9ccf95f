/** @jsxRuntime automatic @jsxImportSource preact */
/** Failures that a team accepts, for how long and why. */
import { waivedIn } from '../summary/failures.ts';
import type { Page } from './model.ts';
import { count, visible } from './text.ts';

export function Waived({ page }: { page: Page }) {
  const waived = waivedIn(page.result);
  if (waived.length === 0) return null;
  return (
    <section id="waived" aria-labelledby="waived-title">
      <h2 id="waived-title">
        Waived <span class="counts">{count(waived.length, 'known failure')}</span>
      </h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Requirement</th>
            <th scope="col">Why</th>
            <th scope="col">Owner</th>
            <th scope="col">Until</th>
          </tr>
        </thead>
        <tbody>
          {waived.map(({ id, waived: { reason, owner, expires } }) => (
            <tr>
              <th scope="row" class="ids">
                <a href={`#${id}`}>{id}</a>
              </th>
              <td>{visible(reason)}</td>
              <td>{visible(owner)}</td>
              <td>{visible(expires)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
