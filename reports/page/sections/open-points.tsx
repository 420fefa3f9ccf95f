/** @jsxRuntime automatic @jsxImportSource preact */
/** Renders what needs attention: failures, warnings, gaps, and suspect settings. */
import { longestCommand } from '../../../schemas/records/repeating.ts';
import type { CaseResult } from '../../../schemas/records/result.ts';
import {
  discoveredFor,
  repeatingCommand,
  failuresOf,
  howToAccept,
  warningsOf,
  type Failure,
  type Alike,
  gapsOf,
  isSelected,
  streakTexts,
} from '../../summary/requirements.ts';
import { Compared, Doubt, Evidence, Implied, Mark, visible } from '../parts/marks.tsx';
import { JudgedRecord } from '../parts/judged.tsx';
import { counted } from '../../../schemas/counted.ts';
import { short } from '../../../harness/output/sanitize.ts';
import { asText } from '../../summary/words.ts';
import { areaOf } from '../../../contract/statements.ts';
import { Messages } from './requests.tsx';
import type { Page } from '../page.tsx';

const most = { groups: 4, cases: 40 };

export const Failures = ({ page }: { page: Page }) => (
  <Failed page={page} id="failures" title="What failed" failures={failuresOf(page.result)} />
);

export const Warnings = ({ page }: { page: Page }) => (
  <Failed
    page={page}
    id="warnings"
    title="Warnings"
    about={`Each contradicts a statement with a doubt. ${howToAccept}`}
    failures={warningsOf(page.result)}
  />
);

interface FailedProps {
  readonly page: Page;
  readonly id: string;
  readonly title: string;
  readonly about?: string;
  readonly failures: readonly Failure[];
}

/** Number of failures that stand open, and up to which no list comes first. */
const mostOpen = 10;
const fewFailures = 2;

function Failed({ page, id, title, about, failures }: FailedProps) {
  if (failures.length === 0) return null;
  const shown = failures
    .filter(each => each.sameErrorAs === undefined)
    .map(failure => ({
      failure,
      others: failures.filter(each => each.sameErrorAs === failure.requirement.id),
    }))
    .toSorted((a, b) => casesOf(b) - casesOf(a));
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        {title} <span class="counts">{counted(failures.length, 'requirement')}</span>
      </h2>
      {about !== undefined && <p class="dim">{about}</p>}
      {shown.length > fewFailures && <Index shown={shown} />}
      {shown.map((each, at) => (
        <Card page={page} {...each} open={at < mostOpen} />
      ))}
    </section>
  );
}

/** Failure, with the requirements that ended with the same error. */
interface Shown {
  readonly failure: Failure;
  readonly others: readonly Failure[];
}

const casesOf = ({ failure, others }: Shown): number =>
  [failure, ...others].reduce((sum, { groups }) => sum + groups.flat().length, 0);

/** Lists the failures, most cases first. */
const Index = ({ shown }: { shown: readonly Shown[] }) => (
  <ol class="index" aria-label="Requirements, most cases first">
    <li class="dim" aria-hidden="true">
      <span>cases</span>
      <span>area</span>
      <span>requirement</span>
    </li>
    {shown.map(each => {
      const { id, text } = each.failure.requirement;
      const { verdict } = each.failure;
      return (
        <li data-area={areaOf(id)} data-status={verdict}>
          <span class="number">{casesOf(each)}</span>
          <span class="dim">{areaOf(id)}</span>
          <a href={`#${verdict}-${id}`}>{text}</a>
        </li>
      );
    })}
  </ol>
);

interface CardProps extends Shown {
  readonly page: Page;
  readonly open: boolean;
}

/** Renders a failure as a card. The id is on the content, because a browser opens the element around the target of a link even without a script. */
function Card({ page, failure, others, open }: CardProps) {
  const { requirement, verdict, doubt, groups } = failure;
  const { id, anchor, text, implied, cases } = requirement;
  const left = groups.slice(most.groups).flat().length;
  return (
    <details class={`failure ${verdict}`} open={open} data-area={areaOf(id)} data-status={verdict}>
      <summary>
        <h3>
          <Mark state={verdict} /> {text}
        </h3>
      </summary>
      <div id={`${verdict}-${id}`}>
        <p class="of">
          <a href={`#${id}`}>{id}</a> <span class="anchor">{anchor}</span>{' '}
          <span class="dim">
            {[
              `${groups.flat().length} of ${counted(cases.length, 'case')}`,
              ...streakTexts(failure, page.result),
            ].join(', ')}
          </span>
        </p>
        <Implied by={implied} />
        <Doubt of={doubt} />
        {discoveredFor(failure, page.result).map(each => (
          <p class="dim">{visible(each)}</p>
        ))}
        {groups.slice(0, most.groups).map((each, at) => (
          <Group page={page} cases={each} first={at === 0} />
        ))}
        {left > 0 && (
          <p class="dim more">
            and {counted(left, 'case')} in {counted(groups.length - most.groups, 'other way')}: see{' '}
            <a href={`#${id}`}>{id}</a>
          </p>
        )}
        {others.length > 0 && (
          <p class="others">
            Ends with the same error:{' '}
            {others.map(({ requirement }) => (
              <span class="other">
                <a href={`#${requirement.id}`}>{requirement.id}</a>
              </span>
            ))}
          </p>
        )}
        {!page.result.recording && (
          <p class="repeat">
            Send it again: <code>{visible(repeatingCommand(id, page.result), longestCommand)}</code>
          </p>
        )}
      </div>
    </details>
  );
}

interface GroupProps {
  readonly page: Page;
  readonly cases: Alike;
  /** True for the largest group. Only its judged record stands open. */
  readonly first: boolean;
}

/** Renders equal failures: expected and actual, and the cases. */
function Group({ page, cases, first }: GroupProps) {
  const [example] = cases;
  const [exercised, anywhere] = [false, true].map(is =>
    cases.filter(each => (each.anywhere ?? false) === is),
  ) as [CaseResult[], CaseResult[]];
  return (
    <div class="group">
      {example.verdict === 'error' ? (
        <p class="reason">{visible(example.reason ?? '')}</p>
      ) : (
        <Compared {...example} />
      )}
      <Places page={page} name="Cases" cases={exercised} textOf={({ id }) => id} />
      <Places
        page={page}
        name="Responses to other requests of the run"
        cases={anywhere}
        textOf={({ id, route }) => route ?? id}
      />
      <Example page={page} one={example} isOfSeveral={cases.length > 1} open={first} />
    </div>
  );
}

interface PlacesProps {
  readonly page: Page;
  readonly name: string;
  readonly cases: readonly CaseResult[];
  readonly textOf: (one: CaseResult) => string;
}

/** Lists cases in columns, each with links to its exchanges. */
function Places({ page, name, cases, textOf }: PlacesProps) {
  if (cases.length === 0) return null;
  return (
    <>
      {cases[0]?.anywhere && <p class="dim">{name}:</p>}
      <ul class="places" aria-label={name}>
        {cases.slice(0, most.cases).map(each => (
          <li>
            {each.id === 'all' ? 'evidence' : visible(textOf(each))}{' '}
            <Evidence page={page} ids={decisiveExchanges(each)} />
          </li>
        ))}
        {cases.length > most.cases && <li class="dim">and {cases.length - most.cases} more</li>}
      </ul>
    </>
  );
}

const decisiveExchanges = ({ exchange, compared, evidence }: CaseResult): readonly string[] =>
  compared ?? (exchange === undefined ? evidence.slice(-1) : [exchange]);

interface ExampleProps {
  readonly page: Page;
  readonly one: CaseResult;
  readonly isOfSeveral: boolean;
  readonly open: boolean;
}

function Example({ page, one, isOfSeveral, open }: ExampleProps) {
  const exchanges = decisiveExchanges(one).flatMap(id => page.exchanges.get(id) ?? []);
  const [exchange] = exchanges;
  if (!exchange) return <Recorded page={page} one={one} />;
  const judged = <JudgedRecord exchanges={exchanges} one={one} />;
  return (
    <>
      {open && judged}
      <details class="example">
        <summary>
          Request and response <span class="id">{exchange.id}</span>
          {isOfSeveral && one.id !== 'all' && ` of ${visible(one.id)}`}
        </summary>
        {!open && judged}
        <Messages exchange={exchange} />
      </details>
    </>
  );
}

/** Renders responses that are in no exchange, because a probe of a limiter received them. */
function Recorded({ page, one: { id, recorded, limiter } }: { page: Page; one: CaseResult }) {
  if (!recorded) return null;
  return (
    <details class="example">
      <summary>Responses of {visible(id)}, and how to see them again</summary>
      <pre>{visible(recorded.join('\n'), Infinity)}</pre>
      {page.result.limiters.some(({ name }) => name === limiter) && (
        <p>
          <a href={`#limiter-${limiter}`}>All requests to this limiter</a>
        </p>
      )}
    </details>
  );
}

export function Gaps({ page }: { page: Page }) {
  const gaps = gapsOf(page.result);
  if (gaps.length === 0) return null;
  const notSelected = page.result.requirements.filter(each => !isSelected(each)).length;
  return (
    <section id="gaps" aria-labelledby="gaps-title">
      <h2 id="gaps-title">
        Not exercised{' '}
        <span class="counts">
          {counted(gaps.flatMap(each => each.requirements).length, 'requirement')}
        </span>
      </h2>
      <p class="dim">Each line gives a reason, and the number of requirements that it affects.</p>
      {gaps.map(({ reason, requirements }) => (
        <details class="row gap">
          <summary>
            <span class="number">{requirements.length}</span>
            <span class="text">{visible(reason)}</span>
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
          {counted(notSelected, 'more requirement')} {notSelected === 1 ? 'was' : 'were'} not
          selected. {notSelected === 1 ? 'It is not a gap' : 'They are not gaps'}.
        </p>
      )}
    </section>
  );
}

export function Settings({ page }: { page: Page }) {
  const { doubts, discovered } = page.result;
  if (doubts.length === 0 && discovered.length === 0) return null;
  return (
    <section id="settings" aria-labelledby="settings-title">
      <h2 id="settings-title">Settings</h2>
      {doubts.length > 0 && (
        <ul class="doubts">
          {doubts.map(each => (
            <li>{visible(each)}</li>
          ))}
        </ul>
      )}
      {discovered.length > 0 && (
        <>
          <p class="dim">Discovered, because these settings were not given:</p>
          <ul class="rows">
            {discovered.map(({ name, value, how }) => (
              <li>
                <code>{name}</code>
                {value === undefined ? (
                  <span class="dim">nothing found</span>
                ) : (
                  <code>{visible(short(asText(value), 300))}</code>
                )}
                <span class="dim">{visible(how)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
