/** @jsxImportSource preact */
/** What this deployment does where the contract leaves it free: distinct values, and where each was seen. */
import type { ObservationResult } from '../../schemas/records/result.ts';
import { statements } from '../../schemas/requirements/index.ts';
import { group } from './group.ts';
import { Evidence } from './marks.tsx';
import type { Page } from './model.ts';
import { asText, count, short, visible } from './text.ts';

export function Observations({ page }: { page: Page }) {
  const { observations } = page.result;
  if (observations.length === 0) return null;
  const facts = [...group(observations, each => each.id)];
  return (
    <section id="observations" aria-labelledby="observations-title">
      <h2 id="observations-title">
        Where the contract is free <span class="counts">{count(facts.length, 'observation')}</span>
      </h2>
      <p class="dim">What this deployment does. Recorded, never judged.</p>
      {facts.map(([id, seen]) => (
        <Fact page={page} id={id} seen={seen} />
      ))}
    </section>
  );
}

interface FactProps {
  readonly page: Page;
  readonly id: string;
  readonly seen: readonly ObservationResult[];
}

const mostValues = 12;

function Fact({ page, id, seen }: FactProps) {
  const values = [...group(seen, each => asText(each.value))];
  const text = statements[id as keyof typeof statements]?.text;
  return (
    <details class="fact">
      <summary>
        <span class="id">{id}</span>
        <span class="text">
          {text} {seen.some(each => each.marked) && <strong class="look">worth a look</strong>}
        </span>
        <span class="anchor">{seen[0]?.anchor}</span>
        <span class="values">
          {values.slice(0, 4).map(([value]) => (
            <code>{visible(short(value, 60))}</code>
          ))}
          {values.length > 4 && <span class="dim">+{values.length - 4}</span>}
        </span>
      </summary>
      <ul class="cases inside" id={id}>
        {values.slice(0, mostValues).map(([value, same]) => (
          <li>
            <code>{visible(short(value, 400))}</code>{' '}
            <span class="dim">{count(same.length, 'time')}</span>{' '}
            <Evidence
              page={page}
              ids={[...new Set(same.flatMap(each => each.evidence.slice(-1)))]}
            />
          </li>
        ))}
        {values.length > mostValues && (
          <li class="dim">and {count(values.length - mostValues, 'value')} more</li>
        )}
      </ul>
    </details>
  );
}
