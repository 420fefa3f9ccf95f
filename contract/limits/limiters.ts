/** The limiters as they were probed (§8). */
import type { LimiterProbe } from '../../schemas/records/limiter.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { ifExercised } from '../../fixtures/verdict.ts';
import { unknownWebhook } from '../shared/discovery/webhooks.ts';

/** Probes them once a run: that of the webhooks is driven by removing a webhook that nobody has. */
export async function probed(context: Context): Promise<readonly LimiterProbe[]> {
  if (context.target.allow.has('exhaust')) await ifExercised(unknownWebhook(context));
  return context.limiters();
}
