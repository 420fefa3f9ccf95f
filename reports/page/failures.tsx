/** @jsxImportSource preact */
/** What failed, equal failures once. */
import type { CaseResult, RequirementResult } from '../../schemas/records/result.ts';
import { Compared } from './compared.tsx';
import { Messages } from './exchange.tsx';
import { group } from './group.ts';
import { Evidence, Mark } from './marks.tsx';
import type { Page } from './model.ts';
import { asText, count, visible } from './text.ts';

interface Failure {
  readonly requirement: RequirementResult;
  readonly one: CaseResult;
}

export function Failures({ page }: { page: Page }) {
  const failures = page.result.requirements.flatMap(requirement =>
    requirement.cases
      .filter(({ verdict }) => verdict === 'failed' || verdict === 'error')
      .map(one => ({ requirement, one })),
  );
  if (failures.length === 0) return null;
  const groups = group(failures, ({ one }) =>
    asText([one.verdict, one.reason, one.expected, one.actual]),
  );
  return (
    <section id="failures" aria-labelledby="failures-title">
      <h2 id="failures-title">
        What failed <span class="counts">{count(groups.size, 'difference')}</span>
      </h2>
      {[...groups.values()].map(equal => (
        <FailureGroup page={page} equal={equal} />
      ))}
    </section>
  );
}

function FailureGroup({ page, equal }: { page: Page; equal: readonly Failure[] }) {
  const [first] = equal;
  if (!first) return null;
  const { one } = first;
  const exchange = page.exchanges.get(one.evidence.at(-1) ?? '');
  const requirements = new Map(equal.map(({ requirement }) => [requirement.id, requirement]));
  return (
    <article class={`failure ${one.verdict}`}>
      <header>
        {[...requirements.values()].map(({ id, text, anchor }) => (
          <h3>
            <Mark verdict={one.verdict} /> <span class="text">{text}</span>{' '}
            <a href={`#${id}`}>{id}</a> <span class="anchor">{anchor}</span>
          </h3>
        ))}
      </header>
      {one.verdict === 'failed' ? (
        <Compared {...one} />
      ) : (
        <p class="reason">{visible(one.reason ?? '')}</p>
      )}
      <ul class="places">
        {[...group(equal, each => each.one.id)].map(([id, same]) => (
          <li>
            {visible(id)} <Evidence page={page} ids={(same[0]?.one.evidence ?? []).slice(-2)} />
          </li>
        ))}
      </ul>
      {exchange && (
        <details class="example">
          <summary>
            The exchange <span class="id">{exchange.id}</span> {visible(exchange.route)}
          </summary>
          <Messages exchange={exchange} />
        </details>
      )}
    </article>
  );
}
