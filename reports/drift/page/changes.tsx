/** @jsxRuntime automatic @jsxImportSource preact */
/** What else changed, by kind: what it was and what it is now. */
import { group } from '../../group.ts';
import { count, visible } from '../../page/parts/text.ts';
import { nameOf, type Change } from '../change.ts';
import { kindTitles } from '../facts.ts';
import { BeforeAfter } from './before-after.tsx';
import { Verdicts } from './verdicts.tsx';

interface ChangesProps {
  readonly kind: Change['kind'];
  readonly changes: readonly [Change, ...Change[]];
}

export function Changes({ kind, changes }: ChangesProps) {
  return (
    <section id={kind} aria-labelledby={`${kind}-title`}>
      <h2 id={`${kind}-title`}>
        {kindTitles[kind]} <span class="counts">{count(changes.length, 'change')}</span>
      </h2>
      {kind === 'verdict' ? (
        [...group(changes, ({ before, after }) => `${before}\n${after}`).values()].map(own => (
          <Alike changes={own} />
        ))
      ) : (
        <ul class="drifts">
          {changes.map(each => (
            <li>
              <Name change={each} />
              <BeforeAfter change={each} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** More are closed at first. */
const fewAlike = 4;

/** Verdicts that changed in the same way, for the same reason. */
function Alike({ changes }: { changes: readonly [Change, ...Change[]] }) {
  const [{ before, after }] = changes;
  return (
    <details class="alike" open={changes.length <= fewAlike}>
      <summary>
        <span class="number">{changes.length}</span>
        <Verdicts before={before} after={after} />
      </summary>
      <ul class="inside">
        {changes.map(each => (
          <li>
            <Name change={each} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What changed, with the clause. */
const Name = ({ change }: { change: Change }) => (
  <div class="name">
    {change.text !== undefined && <span class="text">{visible(change.text)} </span>}
    <span class="id">{visible(nameOf(change))}</span>{' '}
    <span class="anchor">{visible(change.anchor ?? '')}</span>
  </div>
);
