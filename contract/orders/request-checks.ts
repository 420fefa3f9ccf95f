/** §2.3, §2.4 Order requests and their results. */
import { type CheckContext, type Context } from '../../harness/run/context.ts';
import { observation, requirement } from '../requirement.ts';
import { isAbout, judgements, partsOf } from '../judgements.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { own } from '../../harness/run/own.ts';
import {
  endOf,
  outcomeOf,
  ownOrderCases,
  readable,
  requireEnd,
  type OrderKind,
} from '../steps/orders.ts';
import { endedRequests, orderRequests } from '../steps/known-requests.ts';
import { NotApplicable } from '../../harness/verdict.ts';
import { hasEnded, isQueued } from '../../schemas/orders.ts';
import { field, isAbsent, isObject } from '../../schemas/records/exchange.ts';
import { orderRequestStatus } from '../../schemas/resources/orders.ts';
import { route } from '../../schemas/routes.ts';
import type { ObservationId } from '../statements.ts';

requirement('orders.request-fields', async context => {
  const names = Object.keys(orderRequestStatus.properties);
  const cases = orderRequests(context).flatMap(request =>
    names.map(name => ({ ...request, id: `${request.id}: ${name}`, field: name })),
  );
  await context.each(cases, async ({ read, field: name }) => {
    context.judge(readable(await read()), name);
  });
});

requirement('orders.request-id', async context => {
  await context.each(orderRequests(context), async ({ read }) =>
    context.judge(readable(await read())),
  );
});

requirement('orders.request-type', async context => {
  await context.each(orderRequests(context), async ({ read, kind }) => {
    const exchange = readable(await read());
    context.judge(exchange);
    if (kind) expect(field(exchange, 'type'), 'type', exchange).toBe(kind);
  });
});

/** Returns the order requests of orders that are likely to fail. There is a request only if the target queues an order before it checks it. */
const failingRequests = (context: Context) =>
  [
    { id: 'an order of an unknown product', use: 'order of an unknown product' } as const,
    { id: 'an order beyond the balance of its wallet', use: 'order beyond the balance' } as const,
  ].map(({ id, use }) => ({
    id,
    route: route.orderRequest,
    ended: undefined,
    // oxlint-disable-next-line require-await -- a gap becomes a rejection
    read: async () => {
      const order = own(context, use);
      if (isQueued(order.creation)) return endOf(order);
      throw new NotApplicable(`the order is not queued: status ${order.creation.response.status}`);
    },
  }));

requirement('orders.request-result', async context => {
  const requests = [...orderRequests(context), ...failingRequests(context)];
  await context.each(requests, async ({ read, ended }) => {
    const exchange = readable(await read());
    if (ended)
      expect(field(exchange, ended), `${ended}, which the setting names`).toSatisfy(
        'present',
        value => !isAbsent(value),
      );
    if (isAbout('orders.request-result', exchange)) context.judge(exchange);
  });
});

requirement('orders.single-fields', async context => {
  const cases = endedRequests(context)
    .filter(({ kind, ended }) => kind !== 'bulk' && ended !== 'error')
    .flatMap(request =>
      partsOf('orders.single-fields').map(name => ({
        ...request,
        id: `${request.id}: ${name}`,
        field: name,
      })),
    );
  await context.each(cases, async ({ read, field: name }) => {
    const exchange = requireEnd(readable(await read()));
    if (isAbout('orders.single-fields', exchange)) context.judge(exchange, name);
  });
});

/** Judges each part of the bulk results that a run can read: of order requests, and of bulks that the run makes. */
async function judgeBulkResults(
  context: CheckContext,
  id: 'orders.bulk-fields' | 'orders.bulk-summary' | 'orders.bulk-total' | 'orders.bulk-success',
): Promise<void> {
  const read = orderRequests(context)
    .filter(({ kind }) => kind === 'bulk')
    .map(request => ({ ...request, read: () => request.read().then(each => readable(each)) }));
  const made = ownOrderCases
    .filter(({ kind }) => kind === 'bulk')
    .map(({ use, ...about }) => ({
      ...about,
      read: () => outcomeOf(own(context, use)),
    }));
  const parts = judgements[id]?.parts ?? [undefined];
  const cases = [...read, ...made].flatMap(source =>
    parts.map(part => ({
      ...source,
      id: [source.id, ...(part === undefined ? [] : [part])].join(': '),
      field: part,
    })),
  );
  await context.each(cases, async ({ read: result, field: part }) =>
    context.judge(await result(), part),
  );
}

requirement('orders.bulk-fields', context => judgeBulkResults(context, 'orders.bulk-fields'));
requirement('orders.bulk-summary', context => judgeBulkResults(context, 'orders.bulk-summary'));
requirement('orders.bulk-total', context => judgeBulkResults(context, 'orders.bulk-total'));
requirement('orders.bulk-success', context => judgeBulkResults(context, 'orders.bulk-success'));

/** Records the fields of the results of the order requests of a kind. */
const observeResults = (context: CheckContext, id: ObservationId, of: OrderKind): Promise<void> =>
  context.each(orderRequests(context), async ({ id: request, read, kind }) => {
    const result = field(await read(), 'result');
    if (kind === of && isObject(result))
      context.observe(id, { of: request, fields: Object.keys(result) });
  });

observation('orders.single-result', context =>
  observeResults(context, 'orders.single-result', 'single'),
);
observation('orders.bulk-result', context => observeResults(context, 'orders.bulk-result', 'bulk'));

/** Records the statuses of ended order requests, or of order requests that have not ended. */
const observeStatuses = (context: CheckContext, id: ObservationId, atEnd: boolean): Promise<void> =>
  context.each(orderRequests(context), async ({ id: of, read }) => {
    const exchange = await read();
    if (hasEnded(exchange) === atEnd)
      context.observe(id, { of, status: field(exchange, 'status') });
  });

observation('orders.request-statuses', context =>
  observeStatuses(context, 'orders.request-statuses', true),
);
observation('orders.request-statuses-before', context =>
  observeStatuses(context, 'orders.request-statuses-before', false),
);
