/** @jsxRuntime automatic @jsxImportSource preact */
/** Lists what was not exercised, by what would exercise it, and the failures that a team accepts. */
import { coverage, gapsOf } from '../../summary/coverage.ts';
import type { Page } from '../model.ts';
import { count, visible } from '../parts/text.ts';
import { waivedIn } from '../../summary/failures.ts';

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

export function Waived({ page }: { page: Page }) {
  const waived = waivedIn(page.result);
  if (waived.length === 0) return null;
  return (
    <section id="waived" aria-labelledby="waived-title">
      <h2 id="waived-title">
        Waived <span class="counts">{count(waived.length, 'known failure')}</span>
      </h2>
      <ul class="rows">
        {waived.map(({ id, waived: { reason, owner, expires } }) => (
          <li>
            <a class="id" href={`#${id}`}>
              {id}
            </a>
            <span>{visible(reason)}</span>
            <span class="dim">
              {visible(owner)}, until {visible(expires)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
