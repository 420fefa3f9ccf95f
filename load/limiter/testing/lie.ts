import type { Decision } from '../../../fixtures/testing/simulated-limiters.ts';
import type { ClaimId } from '../../../schemas/records/limiter.ts';
import type { Lie, World } from './probe-simulated.ts';

/** What a limiter does wrong, the claim that fails for it, and the world that it needs. */
export type TitledLie = readonly [title: string, claim: ClaimId, lie: Lie, only?: Partial<World>];

export const seconds = (d: Decision, now: number) => (d.retryAt - now) / 1000;
