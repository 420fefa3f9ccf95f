/** Provides the contract to the harness. */
import type { Contract } from '../harness/run/context.ts';
import { judgements } from './judgements.ts';
import { preparations } from './setup/own.ts';
import { liveRoutes } from './steps/live-routes.ts';
import { statements } from './statements.ts';

export const contract: Contract = { statements, judgements, preparations, liveRoutes };
