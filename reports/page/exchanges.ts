/** Which exchanges the page has, and in which order. */
import type { Exchange } from '../../schemas/records/exchange.ts';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { longestBody } from './text.ts';

/** Exchanges by id. */
export const exchangesOf = (result: ConformanceResult): ReadonlyMap<string, Exchange> =>
  new Map(Object.entries(result.exchanges).map(([id, each]) => [id, { id, ...each }]));

/** Characters of exchanges: the page of a run stays under 2 MB, and opens at once after ten thousand exchanges. */
const room = 700_000;

/** Failures first, then errors, then what was observed, then the rest, until the room is used up. */
export function shownExchanges(
  result: ConformanceResult,
  exchanges: ReadonlyMap<string, Exchange>,
): ReadonlySet<string> {
  const cases = result.requirements.flatMap(each => each.cases);
  const evidenceOf = (verdict: string) =>
    cases.filter(each => each.verdict === verdict).flatMap(each => each.evidence);
  const wanted = new Set([
    ...evidenceOf('failed'),
    ...evidenceOf('error'),
    ...result.observations.filter(each => each.marked).flatMap(each => each.evidence),
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
  escaped(request.body ?? '') +
  escaped(response.body) +
  response.headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);

/** A quotation mark is written as `&quot;`, and a line and its indentation are added where JSON has a comma or bracket. */
const escaped = (text: string): number => {
  const part = text.slice(0, longestBody);
  return (
    part.length + 5 * (part.match(/["&<]/g)?.length ?? 0) + 4 * (part.match(/[,{[]/g)?.length ?? 0)
  );
};
