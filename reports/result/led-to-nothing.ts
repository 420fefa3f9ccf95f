/**
 * Finds permissions that led to nothing, from the exchanges of a run. One rejected order may be out of stock. If every order is rejected,
 * the run has shown nothing about orders, and no doubt of a single statement excuses that.
 */
import { isOfGateway } from '../../schemas/gateway.ts';
import { counted } from '../../schemas/counted.ts';
import { group } from '../../schemas/group.ts';
import { bulkIn, isCreation, isQueued } from '../../schemas/orders.ts';
import {
  arrayIn,
  at,
  bodyOf,
  field,
  has,
  isObject,
  isSuccess,
  jsonIn,
  sentBody,
  sentId,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import type { Discovered } from '../../schemas/records/log-entry.ts';
import { ofAccount } from '../../schemas/resources/errors.ts';
import { hasSentVoucher, isReserved } from '../../schemas/vouchers.ts';
import { route, type Permission, type Route } from '../../schemas/routes.ts';

interface Run {
  readonly allow: readonly string[];
  readonly exchanges: readonly Exchange[];
  /** Settings that the run looked for, with their values. A setting without a value was not found. */
  readonly discovered: readonly Discovered[];
  /** True if the run selected every check, so that it had to use each permission. */
  readonly isWhole: boolean;
}

/** Something that a permission is for, as the run asked for it. */
interface Aim {
  readonly permission: Permission;
  /** Number of requests that asked for it, and of granted requests. */
  readonly sent: number;
  readonly granted: number;
  /** Sentence for the case that nothing was granted. */
  readonly nothing: string;
  /** True if the run lacked a setting, or the plan of the account lacks the feature. */
  readonly isExcused: boolean;
}

/**
 * Returns a sentence for each permission that led to nothing: what was sent, and what came.
 *
 * An aim of which nothing was granted counts, unless the run lacked its setting. A permission of which no aim was granted always counts.
 * `exhaust` is left out: a probe that gets no 429 has measured that the limit is higher.
 */
export function findLedToNothing(run: Run): string[] {
  const aims = [ordersOf(run), vouchersOf(run), webhooksOf(run)];
  const found = (['spend', 'write'] as const)
    .filter(each => run.allow.includes(each))
    .flatMap(permission => {
      const own = aims.filter(each => each.permission === permission);
      const failed = own.filter(({ sent, granted }) => sent > 0 && granted === 0);
      // Who may spend may write, so a purchase is a write as well.
      const using = permission === 'write' ? aims : own;
      if (using.some(({ granted }) => granted > 0)) return failed.filter(each => !each.isExcused);
      if (failed.length > 0 || !run.isWhole) return failed;
      return [{ nothing: `GV_ALLOW permits to ${permission}, and nothing was sent` }];
    })
    .map(({ nothing }) => nothing);
  return [...new Set([...found, ...findZeroBalances(run, aims)])];
}

/** Returns the requests of a run to some routes with the good key and a body that is not empty. An empty body asks only for the key. */
const requestsTo = (
  { exchanges }: Run,
  key: string,
  ...routes: readonly Route[]
): readonly Exchange[] =>
  exchanges.filter(
    each =>
      each.key === key &&
      routes.some(({ id }) => id === each.route) &&
      each.response.status !== 429 &&
      Object.keys(Object(jsonIn(each.request.body ?? ''))).length > 0,
  );

/** Formats rejections, with the most frequent status first: `21 requests, 21 rejections, 422`. */
function rejectionsText(sent: readonly Exchange[]): string {
  const statuses = [...group(sent, ({ response }) => response.status)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([status]) => status);
  const [requests, rejections] = ['request', 'rejection'].map(each => counted(sent.length, each));
  const text = [requests, rejections, ...statuses].join(', ');
  return isBlocked(sent)
    ? `${text}. A gateway or firewall answered: let it pass the requests of this machine`
    : text;
}

/** Returns true if the service saw none of the requests. */
const isBlocked = (sent: readonly Exchange[]): boolean => sent.every(isOfGateway);

const isNotFound = ({ discovered }: Run, setting: `GV_${string}`): boolean =>
  discovered.some(({ name, value }) => name === setting && value === undefined);

function ordersOf(run: Run): Aim {
  const sent = requestsTo(run, 'business', route.createOrder, route.createBulkOrder);
  const queued = sent.filter(isQueued).map(each => field(each, 'orderRequestId'));
  // Another account also asks for these requests, and gets an error.
  const polls = run.exchanges.filter(
    each =>
      each.route === route.orderRequest.id &&
      each.key === 'business' &&
      queued.includes(sentId(each)),
  );
  const created = sent.filter(each => isCreation(each) && !isQueued(each)).length;
  const lacksBody = isNotFound(run, 'GV_ORDER_BODY');
  return {
    permission: 'spend',
    sent: sent.length,
    granted: created + new Set(polls.filter(createsOrders).map(sentId)).size,
    nothing:
      queued.length > 0
        ? uncreatedText(queued.length, polls)
        : `No order was accepted: ${rejectionsText(sent)}${lacksBody ? '. Set GV_ORDER_BODY' : ''}`,
    isExcused: lacksBody,
  };
}

/** Returns true if an order request has a result, unless the result is a bulk without an order. */
const createsOrders = (poll: Exchange): boolean =>
  has(poll, 'result') && bulkIn(poll)?.orders.length !== 0;

function uncreatedText(queued: number, polls: readonly Exchange[]): string {
  const [failed, ended] = [['error'], ['error', 'result']].map(
    names =>
      new Set(
        polls.filter(each => isSuccess(each) && names.some(name => has(each, name))).map(sentId),
      ).size,
  ) as [number, number];
  const open = queued - ended;
  const counts = [
    counted(queued, 'queued order'),
    counted(polls.length, 'poll'),
    ...(failed > 0 ? [`${failed} ended with an error`] : []),
    ...(open > 0 ? [`${open} did not end. Raise GV_ASYNC_TIMEOUT if orders take longer`] : []),
  ];
  return `No order request created an order: ${counts.join(', ')}`;
}

function vouchersOf(run: Run): Aim {
  const sent = requestsTo(run, 'automation', route.sendVoucher, route.sendBulkVouchers);
  const recipient = sent.map(recipientIn).find(each => each !== undefined);
  const remedy =
    recipient !== undefined && isReserved(recipient) && !isBlocked(sent)
      ? `. The cause may be the reserved domain of ${recipient}: set GV_RECIPIENT to another address`
      : '';
  return {
    permission: 'spend',
    sent: sent.length,
    granted: sent.filter(hasSentVoucher).length,
    nothing: `No voucher was sent: ${rejectionsText(sent)}${remedy}`,
    isExcused: false,
  };
}

function recipientIn(exchange: Exchange): string | undefined {
  const body = sentBody(exchange);
  const [voucher = body] = arrayIn(body['vouchers']);
  const address = at(voucher, 'recipientEmail');
  return typeof address === 'string' ? address : undefined;
}

function webhooksOf(run: Run): Aim {
  const sent = requestsTo(run, 'business', route.createWebhook);
  const lacksBody = isNotFound(run, 'GV_WEBHOOK_BODY');
  return {
    permission: 'write',
    sent: sent.length,
    granted: sent.filter(isSuccess).length,
    nothing: `No webhook was registered: ${rejectionsText(sent)}${lacksBody ? '. Set GV_WEBHOOK_BODY' : ''}`,
    isExcused: lacksBody || sent.some(({ response }) => ofAccount.includes(response.status)),
  };
}

/** Returns a sentence if purchases were accepted, and every balance that the run read is 0. */
function findZeroBalances({ exchanges }: Run, aims: readonly Aim[]): string[] {
  const bought = aims
    .filter(({ permission }) => permission === 'spend')
    .reduce((sum, { granted }) => sum + granted, 0);
  const balances = exchanges.flatMap(balancesIn);
  return bought > 0 && balances.length > 0 && balances.every(each => each === 0)
    ? [
        `No balance was shown: ${counted(bought, 'purchase was', 'purchases were')} accepted, and each of ${counted(balances.length, 'balance')} is 0`,
      ]
    : [];
}

function balancesIn(exchange: Exchange): unknown[] {
  const isOwn = exchange.key === 'business' || exchange.key === 'automation';
  if (!isOwn || !isSuccess(exchange)) return [];
  if (exchange.route === route.wallet.id)
    return arrayIn(bodyOf(exchange))
      .filter(isObject)
      .map(({ balance }) => balance);
  const balance = field(exchange, 'data', 'balance');
  return exchange.route === route.getWalletBalance.id && balance !== undefined ? [balance] : [];
}
