/** @jsxRuntime automatic @jsxImportSource preact */
/** Renders the requirements area by area, and the observations where the contract leaves the behaviour open. */
import { group } from '../../../schemas/group.ts';
import type { CaseResult, RequirementResult } from '../../../schemas/records/result.ts';
import { areaOf } from '../../../contract/statements.ts';
import { Compared, Evidence, Doubt, Implied, Mark, visible } from '../parts/marks.tsx';
import { short } from '../../../harness/output/sanitize.ts';
import { asWords } from '../../summary/words.ts';
import { factsOf, type Fact } from '../../summary/statistics.ts';
import {
  countStates,
  partText,
  stateOf,
  states,
  stateText,
  waiverText,
} from '../../summary/requirements.ts';
import { counted } from '../../../schemas/counted.ts';
import type { Page } from '../page.tsx';

export function Contract({ page }: { page: Page }) {
  const areas = group(page.result.requirements, each => areaOf(each.id));
  return (
    <section id="contract" aria-labelledby="contract-title">
      <h2 id="contract-title">The contract</h2>
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
        {area} <Counts of={requirements} />
      </h3>
      {requirements.map(each => (
        <Requirement page={page} requirement={each} />
      ))}
    </section>
  );
}

const Counts = ({ of }: { of: readonly RequirementResult[] }) => (
  <span class="counts">
    {countStates(of).map(({ state, count }) => (
      <span class={state}>{stateText(state, count)}</span>
    ))}
  </span>
);

function Requirement({ page, requirement }: { page: Page; requirement: RequirementResult }) {
  const { id, anchor, text, implied, doubt, verdict, reason, inPart } = requirement;
  const state = stateOf(requirement);
  return (
    <details class={`row requirement ${state}`} data-area={areaOf(id)} data-status={state}>
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
        <Doubt of={doubt} />
        {reason !== undefined && verdict !== 'passed' && <p class="reason">{visible(reason)}</p>}
        <Cases page={page} cases={requirement.cases} />
      </div>
    </details>
  );
}

/** Lists as many cases as the page has room for, failed cases first. */
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
          and {counted(sorted.length - page.mostCases, 'case')} more in conformance.json
        </p>
      )}
    </>
  );
}

function Case({ page, one }: { page: Page; one: CaseResult }) {
  const { id, verdict, reason, evidence, waived } = one;
  const isContradicted = verdict === 'failed' || verdict === 'warning';
  return (
    <li class={verdict}>
      <Mark state={waived ? 'waived' : verdict} />
      <span>
        {visible(id)} <Evidence page={page} ids={evidence} />
      </span>
      {waived && <p class="reason">Waived {visible(waiverText(waived))}</p>}
      {isContradicted && <Compared {...one} />}
      {!isContradicted && reason !== undefined && <p class="reason">{visible(reason)}</p>}
    </li>
  );
}

export function Observations({ page }: { page: Page }) {
  const facts = factsOf(page.result);
  if (facts.length === 0) return null;
  return (
    <section id="observations" aria-labelledby="observations-title">
      <h2 id="observations-title">
        Where the contract is free <span class="counts">{counted(facts.length, 'fact')}</span>
      </h2>
      <p class="dim">What this deployment does. Recorded, never judged.</p>
      {facts.map(each => (
        <FactRow page={page} fact={each} />
      ))}
    </section>
  );
}

const most = { values: 30, inRow: 3, places: 24 };

function FactRow({ page, fact: { id, anchor, text, values } }: { page: Page; fact: Fact }) {
  return (
    <details class="row fact">
      <summary>
        <span class="text">
          {text}
          {values.some(each => each.marked) && <strong class="look">worth a look</strong>}
        </span>
        <span class="values">
          {values.slice(0, most.inRow).map(({ value, places }) => (
            <span>
              <code>{visible(short(asWords(value), 80))}</code>
              {places.length > 0 && <span class="dim"> {counted(places.length, 'place')}</span>}
            </span>
          ))}
          {values.length > most.inRow && (
            <span class="dim">and {counted(values.length - most.inRow, 'other value')}</span>
          )}
        </span>
      </summary>
      <div class="inside" id={id}>
        <p class="of">
          <span class="id">{id}</span> <span class="anchor">{anchor}</span>
        </p>
        <ul class="seen">
          {values.slice(0, most.values).map(each => (
            <li>
              <code>{visible(short(asWords(each.value), 400))}</code>
              <span class="dim"> {visible(placesOf(each.places))} </span>
              <Evidence page={page} ids={each.evidence} />
            </li>
          ))}
          {values.length > most.values && (
            <li class="dim">and {values.length - most.values} more in conformance.json</li>
          )}
        </ul>
      </div>
    </details>
  );
}

function placesOf(places: readonly string[]): string {
  const left = places.length - most.places;
  return [...places.slice(0, most.places), ...(left > 0 ? [`${left} more`] : [])].join(', ');
}
