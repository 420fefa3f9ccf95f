import type { ConformanceResult } from './result.ts';

/** `run.json`: what a run wrote before its first check, or what merging made of several. */
export interface RunDescription extends Pick<
  ConformanceResult,
  'target' | 'profile' | 'seed' | 'shard' | 'shards' | 'recording'
> {
  /** Why the shards that were merged do not make up the whole. */
  readonly problems?: readonly string[];
}
