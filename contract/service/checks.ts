/** §1 Operations of the service, §4 Endpoints, §9 Versioning. */
import type { CaseItem, Context } from '../../harness/run/context.ts';
import { requirement } from '../requirement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { expectRead } from './judgements.ts';
import { own } from '../../harness/run/own.ts';
import { acceptedOf } from '../steps/orders.ts';
import { readRequestOfSetting } from '../steps/known-requests.ts';
import { harmlessRequest } from '../steps/keys.ts';
import { acceptedBulk, acceptedVoucher } from '../steps/vouchers.ts';
import { hasShownBody } from '../../schemas/operations.ts';
import { arrayIn, bodyOf, isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import { toolNames } from '../../schemas/resources/automation.ts';
import { route, routes, type Route } from '../../schemas/routes.ts';

/** Routes that read, and whose response the spec shows. */
const reads = routes.all.filter(each => each.effect === 'read' && hasShownBody(each));

async function read(context: Context, from: Route): Promise<Exchange> {
  const setting = 'GV_ORDER_REQUEST_SUCCEEDED';
  return from.id === route.orderRequest.id
    ? readRequestOfSetting(context, setting, own(context, 'succeeded request'))
    : context.api.send(from, await harmlessRequest(context, from));
}

/** Returns true if the account has wallets. Then the ledger may not answer that it has none (§7). */
const hasWallets = async ({ api }: Context): Promise<boolean> =>
  arrayIn(bodyOf(await api.send(route.wallet))).length > 0;

requirement('service.routes', async context => {
  await context.each(reads, async from => {
    const exchange = await read(context, from);
    if (from.id === route.ledger.id && (await hasWallets(context)))
      expect(exchange, 'the ledger of an account with wallets').toHaveStatus(200);
    else expectRead(exchange);
  });
});

interface Source extends CaseItem {
  readonly read: (context: Context) => Promise<Exchange> | Exchange;
}

/** Successful creations, and the tools. Responses to reads of other checks are judged too. */
const others: readonly Source[] = [
  { route: route.createOrder, read: context => acceptedOf(own(context, 'single order')) },
  { route: route.createBulkOrder, read: context => acceptedOf(own(context, 'bulk order')) },
  { route: route.sendVoucher, read: acceptedVoucher },
  { route: route.sendBulkVouchers, read: acceptedBulk },
  ...toolNames.map(toolName => ({
    id: toolName,
    route: route.tool,
    read: ({ api }: Context) => api.send(route.tool, { params: { toolName } }),
  })),
];

requirement('service.json', async context => {
  const sources: readonly Source[] = [
    ...reads.map(from => ({ route: from, read: (of: Context) => read(of, from) })),
    ...others,
  ];
  await context.each(sources, async source => {
    const exchange = await source.read(context);
    if (isSuccess(exchange)) context.judge(exchange);
  });
});
