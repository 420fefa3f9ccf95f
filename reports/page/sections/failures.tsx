/** @jsxRuntime automatic @jsxImportSource preact */
/** What failed: equal failures once, each with the requirements that only show it again. */
import type { CaseResult } from '../../../schemas/records/result.ts';
import { failuresOf, type Failure } from '../../summary/failures.ts';
import { Messages } from '../parts/exchange.tsx';
import { Group } from '../parts/group.tsx';
import { Evidence, Implied, Mark } from '../parts/marks.tsx';
import type { Page } from '../model.ts';
import { count, visible } from '../parts/text.ts';

const mostGroups = 4;

export function Failures({ page }: { page: Page }) {
  const failures = failuresOf(page.result);
  if (failures.length === 0) return null;
  const causes = failures.filter(each => !each.cause);
  return (
    <section id="failures" aria-labelledby="failures-title">
      <h2 id="failures-title">
        What failed{' '}
        <span class="counts">
          {count(failures.length, 'requirement')}, {count(causes.length, 'cause')}
        </span>
      </h2>
      {causes.map(each => (
        <Cause
          page={page}
          failure={each}
          others={failures.filter(({ cause }) => cause?.id === each.requirement.id)}
        />
      ))}
    </section>
  );
}

interface CauseProps {
  readonly page: Page;
  readonly failure: Failure;
  readonly others: readonly Failure[];
}

function Cause({ page, failure, others }: CauseProps) {
  const { requirement, groups } = failure;
  const { id, anchor, text, implied, verdict, cases } = requirement;
  const left = groups.slice(mostGroups).reduce((sum, { cases }) => sum + cases.length, 0);
  return (
    <article class={`failure ${verdict}`}>
      <h3>
        <Mark state={verdict} /> {text}
      </h3>
      <p class="of">
        <a href={`#${id}`}>{id}</a> <span class="anchor">{anchor}</span>{' '}
        <span class="dim">
          {groups.reduce((sum, each) => sum + each.cases.length, 0)} of{' '}
          {count(cases.length, 'case')}
        </span>
      </p>
      <Implied by={implied} />
      {groups.slice(0, mostGroups).map(each => (
        <Group group={each} evidence={one => <Evidence page={page} ids={decisive(one)} />}>
          <Example page={page} one={each.cases[0]} />
        </Group>
      ))}
      {left > 0 && (
        <p class="dim">
          and {count(left, 'case')} that failed in {count(groups.length - mostGroups, 'other way')}:
          see <a href={`#${id}`}>{id}</a>
        </p>
      )}
      {others.length > 0 && (
        <p class="others">
          Fails in the same way:{' '}
          {others.map(other => (
            <span class="other">
              <a href={`#${other.requirement.id}`}>{other.requirement.id}</a>{' '}
              <span class="dim">
                {other.cause?.sameResponses ? 'on the same responses' : 'on other responses'}
              </span>
            </span>
          ))}
        </p>
      )}
    </article>
  );
}

const decisive = ({ exchange, compared, evidence }: CaseResult): readonly string[] =>
  compared ?? (exchange === undefined ? evidence.slice(-1) : [exchange]);

function Example({ page, one }: { page: Page; one: CaseResult }) {
  const exchange = page.exchanges.get(decisive(one)[0] ?? '');
  if (!exchange) return null;
  return (
    <details class="example">
      <summary>
        Request and response of {visible(one.id)} <span class="id">{exchange.id}</span>
      </summary>
      <Messages exchange={exchange} />
    </details>
  );
}
