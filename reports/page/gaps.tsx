/** @jsxRuntime automatic @jsxImportSource preact */
/** What was not exercised, by what would exercise it: the setting that opens most comes first. */
import { coverage } from '../summary/coverage.ts';
import { gapsOf } from '../summary/gaps.ts';
import type { Page } from './model.ts';
import { count, visible } from './text.ts';

export function Gaps({ page }: { page: Page }) {
  const gaps = gapsOf(page.result);
  const { notExercised, notSelected } = coverage(page.result);
  if (gaps.length === 0) return null;
  return (
    <section id="gaps" aria-labelledby="gaps-title">
      <h2 id="gaps-title">
        Not exercised <span class="counts">{count(notExercised, 'requirement')}</span>
      </h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Setting</th>
            <th scope="col">Why not</th>
            <th scope="col">Opens</th>
          </tr>
        </thead>
        <tbody>
          {gaps.map(({ reason, settings, requirements }) => (
            <tr>
              <th scope="row">
                {settings.length > 0 ? (
                  settings.map(each => <code>{each} </code>)
                ) : (
                  <span class="dim">none: depends on the target</span>
                )}
              </th>
              <td>{visible(reason)}</td>
              <td class="ids">
                {requirements.map(id => (
                  <a href={`#${id}`}>{id}</a>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {notSelected > 0 && (
        <p class="dim">
          {count(notSelected, 'requirement')} more not selected in this run: no gaps.
        </p>
      )}
    </section>
  );
}
