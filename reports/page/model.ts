/** Collects what all parts of the page read. */
import type { Exchange } from '../../schemas/records/exchange.ts';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { exchangesOf } from '../../schemas/records/texts.ts';
import { longestBody } from './parts/marks.tsx';

export interface Page {
  readonly result: ConformanceResult;
  readonly exchanges: ReadonlyMap<string, Exchange>;
  /** Ids of the exchanges that the page has; the others are in the result and the HAR only. */
  readonly shown: ReadonlySet<string>;
  /** Cases that are listed of one requirement. */
  readonly mostCases: number;
}

/** A run on the reference has half of that. */
const manyCases = 3000;

export function pageOf(result: ConformanceResult): Page {
  const exchanges = exchangesOf(result);
  const cases = result.requirements.reduce((sum, each) => sum + each.cases.length, 0);
  return {
    result,
    exchanges,
    shown: shownExchanges(result, exchanges),
    mostCases: cases > manyCases ? 12 : 100,
  };
}

/** Characters of exchanges: the page of a run stays under 2 MB, and opens at once after ten thousand exchanges. */
const room = 900_000;

/** Failures first, then errors, then what is worth a look, then the rest, until the room is used up. */
export function shownExchanges(
  { requirements, observations }: ConformanceResult,
  exchanges: ReadonlyMap<string, Exchange>,
): ReadonlySet<string> {
  const cases = requirements.flatMap(each => each.cases);
  const failed = cases.filter(each => each.verdict === 'failed');
  const errors = cases.filter(each => each.verdict === 'error');
  const wanted = new Set([
    ...failed.flatMap(each => each.exchange ?? []),
    ...failed.flatMap(each => each.compared ?? []),
    ...[...failed, ...errors].flatMap(each => each.evidence),
    ...observations.filter(each => each.marked).flatMap(each => each.evidence),
    ...exchanges.keys(),
  ]);
  const shown = new Set<string>();
  let used = 0;
  for (const id of wanted) {
    const exchange = exchanges.get(id);
    if (!exchange) continue;
    used += size(exchange);
    if (used > room) break;
    shown.add(id);
  }
  return shown;
}

const markup = 700;

const size = ({ request, response }: Exchange): number =>
  markup +
  3 * Math.min(request.url.length, longestBody) +
  escaped(request.body ?? '') +
  escaped(response.body) +
  response.headers.reduce(
    (sum, [name, value]) => sum + name.length + Math.min(value.length, longestBody),
    0,
  );

/** A quotation mark is written as `&quot;`; where JSON has a comma or a bracket, a line and its indentation are added. */
function escaped(text: string): number {
  const part = text.slice(0, longestBody);
  const marks = part.match(/["&<]/g)?.length ?? 0;
  const lines = part.match(/[,{[]/g)?.length ?? 0;
  return part.length + 5 * marks + 4 * lines;
}
