import { nullable, object } from '../schema.ts';
import { boolean, identifier, string, strings, timestamp } from '../values.ts';

/** State of the automation integration (§2.9); it comes without an envelope. */
export const integrationStatus = {
  ...object(
    'Integration status',
    { success: boolean, configured: boolean, businessId: identifier },
    {
      webhookUrl: nullable({
        ...string,
        format: 'uri',
        description: 'Receiver of events; only if the integration is configured.',
      }),
      events: nullable({ ...strings, description: 'Event types the webhook is subscribed to.' }),
      isActive: nullable(boolean),
      createdAt: nullable(timestamp),
      message: nullable({
        ...string,
        description: 'Further information, e.g. that nothing is configured.',
      }),
    },
  ),
  if: { properties: { configured: { const: false } }, required: ['configured'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { properties: { webhookUrl: { type: 'null' } } },
} as const;
