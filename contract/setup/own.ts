/** Lists the records that a run makes for its checks, in the order in which they are made. */
import type { Preparation } from '../../harness/run/own.ts';
import type { Exchange } from '../../schemas/records/exchange.ts';
import { type ForeignWebhook, type OwnWebhook, webhooks } from './webhooks.ts';

declare module '../../harness/run/own.ts' {
  interface Own {
    readonly webhook: OwnWebhook;
    /** Id of a webhook that does not exist. */
    readonly 'unknown webhook': string;
    readonly 'foreign webhook': ForeignWebhook;
    /** Response to a registration that the target fails. */
    readonly 'failed registration': Exchange;
  }
}

export const preparations: readonly Preparation[] = webhooks;
