/** A result and a load run on the same target -> one result. */
import type { Exchange } from '../../schemas/records/exchange.ts';
import type { ConformanceResult, LoadResult } from '../../schemas/records/result.ts';
import { TextStore } from './store.ts';

/**
 * A requirement that failed under load makes the result non-conformant. A threshold of the load is none of the contract's.
 *
 * @param exchanges in which a failure was seen.
 */
export function withLoad(
  result: ConformanceResult,
  load: LoadResult,
  exchanges: readonly Exchange[],
): ConformanceResult {
  const store = new TextStore();
  const stored = Object.fromEntries(exchanges.map(each => store.exchange(each)));
  const broken = load.outcomes.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
  return {
    ...result,
    ...(broken.length > 0 && {
      verdict: 'non-conformant',
      reasons: [...(result.reasons ?? []), `under load: ${broken.join(', ')}`],
    }),
    load,
    exchanges: { ...result.exchanges, ...stored },
    texts: { ...result.texts, ...store.texts },
  };
}
