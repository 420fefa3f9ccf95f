/** Which exchanges the page has. */
import type { Exchange } from '../../schemas/records/exchange.ts';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { longestBody } from './parts/text.ts';

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
