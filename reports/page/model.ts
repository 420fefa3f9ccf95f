/** What all parts of the page read. */
import type { Exchange } from '../../schemas/records/exchange.ts';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { exchangesOf } from '../../schemas/records/texts.ts';
import { shownExchanges } from './exchanges.ts';

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
