/** @jsxRuntime automatic @jsxImportSource preact */
/** What was not exercised, by what would exercise it: the setting that opens most comes first. */
import { coverage } from '../../summary/coverage.ts';
import { gapsOf } from '../../summary/gaps.ts';
import type { Page } from '../model.ts';
import { count, visible } from '../parts/text.ts';

/** The setting stands before it. */
const named = /^GV_\w+ is not set: |^GV_\w+ (?=is not set)/;

export function Gaps({ page }: { page: Page }) {
  const gaps = gapsOf(page.result);
  const { notExercised, notSelected } = coverage(page.result);
  if (gaps.length === 0) return null;
  return (
    <section id="gaps" aria-labelledby="gaps-title">
      <h2 id="gaps-title">
        Not exercised <span class="counts">{count(notExercised, 'requirement')}</span>
      </h2>
      <p class="dim">What is missing, and how many requirements it would open.</p>
      {gaps.map(({ reason, settings, requirements }) => (
        <details class="row gap">
          <summary>
            <span class="number">{requirements.length}</span>
            <span>
              {settings.length > 0 ? (
                settings.map(each => <code>{each} </code>)
              ) : (
                <span class="dim">no setting</span>
              )}
            </span>
            <span class="text">{visible(reason.replace(named, ''))}</span>
          </summary>
          <p class="inside ids">
            {requirements.map(id => (
              <a href={`#${id}`}>{id}</a>
            ))}
          </p>
        </details>
      ))}
      {notSelected > 0 && (
        <p class="dim">
          {count(notSelected, 'requirement')} more not selected in this run: no gaps.
        </p>
      )}
    </section>
  );
}
