/** @jsxRuntime automatic @jsxImportSource preact */
/** Verdicts that got worse, each with how it fails now. */
import { Group } from '../../page/parts/group.tsx';
import { Implied, Mark } from '../../page/parts/marks.tsx';
import { count, visible } from '../../page/parts/text.ts';
import { nameOf } from '../change.ts';
import type { Worse } from '../worse.ts';
import { Verdicts } from './verdicts.tsx';

const mostGroups = 3;

export function GotWorse({ worse }: { worse: readonly Worse[] }) {
  if (worse.length === 0) return null;
  return (
    <section id="worse" aria-labelledby="worse-title">
      <h2 id="worse-title">Got worse</h2>
      {worse.map(each => (
        <Article worse={each} />
      ))}
    </section>
  );
}

function Article({ worse: { changes, groups, others } }: { worse: Worse }) {
  const [{ about, anchor, text, implied, after, before, case: one }] = changes;
  const state = after.startsWith('error') ? 'error' : 'failed';
  return (
    <article class={`failure ${state}`}>
      <h3>
        <Mark state={state} /> {visible(text ?? about)}
      </h3>
      <p class="of">
        <span class="id">{visible(about)}</span> <span class="anchor">{visible(anchor ?? '')}</span>{' '}
        <Verdicts before={before} after={after} />
        {one !== undefined && <span class="dim"> in {count(changes.length, 'case')}</span>}
      </p>
      <Implied by={implied} />
      {groups.slice(0, mostGroups).map(each => (
        <Group group={each} />
      ))}
      {groups.length > mostGroups && (
        <p class="dim">and in {count(groups.length - mostGroups, 'other way')}</p>
      )}
      {groups.length === 0 &&
        changes.map(each => <p class="reason">{visible(`${nameOf(each)}: ${each.after}`)}</p>)}
      {others.length > 0 && (
        <p class="others">
          Got worse in the same way:{' '}
          {others.map(other => (
            <span class="other">
              <span class="id">{visible(other.about)}</span>{' '}
              <span class="anchor">{visible(other.anchor ?? '')}</span>
            </span>
          ))}
        </p>
      )}
    </article>
  );
}
