/** @jsxRuntime automatic @jsxImportSource preact */
/** Equal failures: what was expected and what came, and the cases in which it did. */
import type { ComponentChildren } from 'preact';
import type { CaseResult } from '../../../schemas/records/result.ts';
import type { FailureGroup } from '../../summary/failures.ts';
import { Compared } from './compared.tsx';
import { visible } from './text.ts';

const mostCases = 40;

interface Props {
  readonly group: FailureGroup;
  /** Stands behind the name of a case. */
  readonly evidence?: (one: CaseResult) => ComponentChildren;
  readonly children?: ComponentChildren;
}

export function Group({ group: { cases }, evidence, children }: Props) {
  const [example] = cases;
  return (
    <div class="group">
      {example.verdict === 'failed' ? (
        <Compared {...example} />
      ) : (
        <p class="reason">{visible(example.reason ?? '')}</p>
      )}
      <ul class="places" aria-label="Cases">
        {cases.slice(0, mostCases).map(each => (
          <li>
            {visible(each.id)}
            {evidence && <> {evidence(each)}</>}
          </li>
        ))}
        {cases.length > mostCases && <li class="dim">and {cases.length - mostCases} more</li>}
      </ul>
      {children}
    </div>
  );
}
