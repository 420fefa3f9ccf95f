/** @jsxImportSource preact */
/** What was not exercised, by what would exercise it. */
import { group } from './group.ts';
import type { Page } from './model.ts';
import { count, visible } from './text.ts';

export function Gaps({ page }: { page: Page }) {
  const open = page.result.requirements.filter(each => each.verdict === 'not-exercised');
  if (open.length === 0) return null;
  const groups = [...group(open, each => each.reason ?? '')].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  return (
    <section id="gaps" aria-labelledby="gaps-title">
      <h2 id="gaps-title">
        Not exercised <span class="counts">{count(open.length, 'requirement')}</span>
      </h2>
      <table>
        <thead>
          <tr>
            <th scope="col">What is missing</th>
            <th scope="col" class="number">
              Opens
            </th>
            <th scope="col">Requirements</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(([reason, requirements]) => (
            <tr>
              <th scope="row">{visible(reason)}</th>
              <td class="number">{requirements.length}</td>
              <td class="ids">
                {requirements.map(({ id }) => (
                  <a href={`#${id}`}>{id}</a>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
