/** Prints the failures as lines: equal failures once, with all their places. */
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { routes } from '../../schemas/routes.ts';
import {
  failuresOf,
  type Cause,
  type Failure,
  type FailureGroup,
  waivedIn,
  waiverText,
} from '../summary/requirements.ts';
import { indent, paint, upTo, wrapped } from './screen.ts';

/** The rest is in the other reports. */
const most = { groups: 3, cases: 20, alike: 4 };

export function failureLines(result: Pick<ConformanceResult, 'requirements'>): string[] {
  const waived = waivedIn(result);
  return [
    ...failuresOf(result).flatMap(failure =>
      failure.cause ? consequence(failure, failure.cause) : inFull(failure),
    ),
    ...(waived.length > 0 ? [''] : []),
    ...waived.map(({ id, anchor, waived: waiver }) =>
      paint('yellow', `waived ${id} (${anchor}) ${waiverText(waiver)}`),
    ),
  ];
}

function inFull({ requirement, groups }: Failure): string[] {
  const { id, anchor, text, implied, verdict } = requirement;
  const style = verdict === 'failed' ? 'red' : 'magenta';
  const left = groups.slice(most.groups);
  const cases = left.reduce((sum, group) => sum + group.cases.length, 0);
  return [
    '',
    `${paint(style, verdict)} ${paint('bold', id)} (${anchor}) ${text}`,
    ...(implied ? [`  ${paint('dim', `implied by ${implied}`)}`] : []),
    ...groups.slice(0, most.groups).flatMap(groupLines),
    ...(left.length > 0
      ? [`  and in ${left.length} other ways, in ${cases} ${cases === 1 ? 'case' : 'cases'}`]
      : []),
  ];
}

function consequence({ requirement, groups }: Failure, { id, sameResponses }: Cause): string[] {
  const { id: own, anchor, verdict } = requirement;
  const ids = groups.flatMap(({ cases }) => cases.map(each => each.id));
  return [
    paint(
      'dim',
      `${verdict} ${own} (${anchor}) as ${id}, ${sameResponses ? 'on the same responses' : 'in'}`,
    ),
    ...(sameResponses ? [] : [wrapped(upTo(most.alike, ids), '    ')]),
  ];
}

const routeIds = new Set(routes.all.map(({ id }) => id));

function groupLines({ cases }: FailureGroup): string[] {
  const [example] = cases;
  const ids = cases.map(({ id }) => id);
  const detail = indent(example.message ?? example.reason ?? '', '    ');
  if (ids.length === 1) return [`  case ${example.id}`, detail];
  const where = ids.every(id => routeIds.has(id))
    ? `on ${ids.length} routes`
    : `in ${ids.length} cases`;
  return [`  ${where}:`, wrapped(upTo(most.cases, ids), '    '), '  the first:', detail];
}
