import type { ConformanceResult } from './result.ts';

/** `run.json`: what a run writes before its first check, or several shards after they are combined. */
export interface RunDescription extends Pick<
  ConformanceResult,
  'target' | 'profile' | 'seed' | 'shard' | 'shards' | 'recording'
> {
  /** Why the combined shards are not a whole run. */
  readonly problems?: readonly string[];
}
