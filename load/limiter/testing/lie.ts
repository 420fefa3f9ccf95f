import type { Decision } from '../../../fixtures/testing/simulated-limiters.ts';
import type { ClaimId } from '../../../schemas/records/limiter.ts';
import type { Lie, World } from './probe-simulated.ts';

/** A limiter's fault, the claim that fails for it, and the world that it needs. */
export type TitledLie = readonly [title: string, claim: ClaimId, lie: Lie, only?: Partial<World>];

/** Returns the seconds from now until the limiter admits again. */
export const seconds = (d: Decision, now: number) => (d.retryAt - now) / 1000;
