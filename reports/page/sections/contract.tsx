/** @jsxRuntime automatic @jsxImportSource preact */
/** The contract, area by area: each requirement with its verdict, its cases and their evidence. */
import type { CaseResult, RequirementResult } from '../../../schemas/records/result.ts';
import { areaOf } from '../../../contract/statements.ts';
import { Compared } from '../parts/compared.tsx';
import { group } from '../../summary/statistics.ts';
import { partText } from '../../summary/coverage.ts';
import { waiverText } from '../../summary/failures.ts';
import {
  Evidence,
  Implied,
  Mark,
  stateNames,
  stateOf,
  states,
  type State,
} from '../parts/marks.tsx';
import type { Page } from '../model.ts';
import { count, visible } from '../parts/text.ts';

export function Contract({ page }: { page: Page }) {
  const areas = group(page.result.requirements, each => areaOf(each.id));
  return (
    <section id="contract" aria-labelledby="contract-title">
      <h2 id="contract-title">The contract</h2>
      <Filter
        shown={states.filter(state =>
          page.result.requirements.some(each => stateOf(each) === state),
        )}
      />
      {[...areas].map(([area, requirements]) => (
        <Area page={page} area={area} requirements={requirements} />
      ))}
    </section>
  );
}

interface AreaProps {
  readonly page: Page;
  readonly area: string;
  readonly requirements: readonly RequirementResult[];
}

function Area({ page, area, requirements }: AreaProps) {
  return (
    <section class="area" id={area} aria-labelledby={`${area}-title`}>
      <h3 id={`${area}-title`}>
        {area} <Counts of={requirements.map(stateOf)} />
      </h3>
      {requirements.map(each => (
        <Requirement page={page} requirement={each} />
      ))}
    </section>
  );
}

const Counts = ({ of }: { of: readonly State[] }) => (
  <span class="counts">
    {states.map(state => {
      const number = of.filter(each => each === state).length;
      return number > 0 && <span class={state}>{`${number} ${stateNames[state]}`}</span>;
    })}
  </span>
);

function Requirement({ page, requirement }: { page: Page; requirement: RequirementResult }) {
  const { id, anchor, text, implied, verdict, reason, inPart } = requirement;
  const state = stateOf(requirement);
  return (
    <details class={`row requirement ${state}`} data-verdict={state}>
      <summary>
        <Mark state={state} />
        <span class="id">{id}</span>
        <span class="text">
          {text} {implied && <span class="tag">implied</span>}
          {inPart && <span class="tag in-part">in part: {partText(inPart)}</span>}
        </span>
        <span class="anchor">{anchor}</span>
      </summary>
      <div class="inside" id={id}>
        <Implied by={implied} />
        {reason !== undefined && verdict !== 'passed' && <p class="reason">{visible(reason)}</p>}
        <Cases page={page} cases={requirement.cases} />
        <p class="foot">
          <a href={`#${id}`}>Link to {id}</a>
        </p>
      </div>
    </details>
  );
}

/** Lists the cases, failed ones first, as many as the page has room for. */
function Cases({ page, cases }: { page: Page; cases: readonly CaseResult[] }) {
  if (cases.length === 0) return null;
  const sorted = states.flatMap(state => cases.filter(each => each.verdict === state));
  return (
    <>
      <ul class="cases">
        {sorted.slice(0, page.mostCases).map(each => (
          <Case page={page} one={each} />
        ))}
      </ul>
      {sorted.length > page.mostCases && (
        <p class="dim">
          and {count(sorted.length - page.mostCases, 'case')} more in conformance.json
        </p>
      )}
    </>
  );
}

function Case({ page, one }: { page: Page; one: CaseResult }) {
  const { id, verdict, reason, evidence, waived } = one;
  return (
    <li class={verdict}>
      <Mark state={waived ? 'waived' : verdict} />
      <span>
        {visible(id)} <Evidence page={page} ids={evidence} />
      </span>
      {waived && <p class="reason">Waived {visible(waiverText(waived))}</p>}
      {verdict === 'failed' && <Compared {...one} />}
      {verdict !== 'failed' && reason !== undefined && <p class="reason">{visible(reason)}</p>}
    </li>
  );
}

function Filter({ shown }: { shown: readonly State[] }) {
  return (
    <form id="filter" role="search" aria-label="Requirements" hidden>
      <label class="query">
        <span>Search</span>
        <input
          type="search"
          id="query"
          autocomplete="off"
          spellcheck={false}
          placeholder="id, text, route, case …"
        />
      </label>
      <fieldset>
        <legend class="sr">Verdicts</legend>
        {shown.map(state => (
          <label>
            <input type="checkbox" name="verdict" value={state} checked /> {stateNames[state]}
          </label>
        ))}
      </fieldset>
      <p id="found" role="status" />
    </form>
  );
}
