/** Exchanges of different shards have the same ids: in a combined result, the shard comes first, like `2-x17`. */
import type { LogLine } from '../../schemas/records/log-entry.ts';
import type { CaseResult, ObservationResult, Outcome } from '../../schemas/records/result.ts';

const withShard = (id: string, shard: string): string => `${shard}-${id}`;

/** The outcome with the evidence ids of the combined result. */
export function outcomeOfShard(outcome: Outcome, shard: string): Outcome {
  const renamed = <T extends CaseResult | ObservationResult>(each: T): T => ({
    ...each,
    evidence: each.evidence.map(id => withShard(id, shard)),
  });
  return {
    ...outcome,
    cases: outcome.cases.map(each => {
      const { exchange, compared } = each;
      return {
        ...renamed(each),
        ...(exchange === undefined ? {} : { exchange: withShard(exchange, shard) }),
        ...(compared === undefined ? {} : { compared: compared.map(id => withShard(id, shard)) }),
      };
    }),
    observations: outcome.observations.map(renamed),
  };
}

/** The log entry with the exchange id of the combined result. */
export const entryOfShard = (entry: LogLine, shard: string): LogLine =>
  entry.exchange
    ? { ...entry, exchange: { ...entry.exchange, id: withShard(entry.exchange.id, shard) } }
    : entry;
