import { nullable, object } from '../schema.ts';
import { identifier, string, timestamp } from '../values.ts';

/** State of an asynchronous order request (§2.3). */
export const orderRequestStatus = object(
  'Order request status',
  {
    orderRequestId: identifier,
    status: { ...string, description: '`queued` and `succeeded` are seen; others may exist.' },
    type: { ...string, enum: ['single', 'bulk'] },
    createdAt: timestamp,
    updatedAt: timestamp,
  },
  {
    result: nullable({
      type: 'object',
      description: 'Result of a completed request: often the order or the bulk creation.',
    }),
    error: nullable({ ...string, description: 'Why the request failed.' }),
  },
);

/** Body of the 202 to an order that will be processed later (§1, §3). */
export const queuedOrderRequest = object('Queued order request', {
  orderRequestId: identifier,
  status: { ...string, const: 'queued' },
});
