/** Plans a run before its first purchase: what it will show, what it lacks, what it buys, and what it costs. */
import { lackOf, expectedLackOf, meetsNeed } from '../../harness/config/needs.ts';
import type { Target } from '../../harness/config/target.ts';
import { withParts } from '../../harness/run/own.ts';
import type { Lacks } from '../../schemas/lacks.ts';
import { runsIn } from '../../schemas/profiles.ts';
import { sumInCents, type Money } from '../../schemas/records/money.ts';
import type { Costs, Plan, Prepared } from '../../schemas/records/plan.ts';
import { windowsOfProbe } from '../../schemas/records/limiter.ts';
import { limiterNames } from '../../schemas/routes.ts';
import { hasCheck, stageOf, type Statements, type Use } from '../../schemas/statement.ts';
import type { Facts } from './facts.ts';
import { preparations } from './own.ts';
import { pricedOrders, pricedVouchers, type Buying } from './prices.ts';
import { countRequests } from './requests.ts';
import { shopOf, type Shop } from './shop.ts';

/** Checks that the user selected. */
export interface Selection {
  readonly ids: readonly string[];
  /** Cases that a certificate or a baseline demands, by check. */
  readonly demanded?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Plans a run. Sends nothing, and depends only on its arguments.
 *
 * @param facts What a few reads show. Without them, the plan has bounds.
 */
export function planOf(
  statements: Statements,
  { ids, demanded = {} }: Selection,
  target: Target,
  facts: Facts = {},
): Plan {
  const runs: Record<string, readonly string[]> = {};
  const lacks: Record<string, Lacks> = {};
  /** Checks that send requests, whether they show a case or not. */
  const sending = new Set<string>();
  const uses = new Set<Use>();
  for (const [id, statement] of Object.entries(statements)) {
    if (!hasCheck(statement)) continue;
    const lack = !ids.includes(id)
      ? 'selection'
      : runsIn(target.profile, id)
        ? expectedLackOf(target, statement)
        : 'profile';
    if (lack === undefined) runs[id] = demanded[id] ?? [];
    else lacks[id] = lack;
    if (lack === 'selection' || lack === 'profile' || lackOf(target, statement.needs ?? []))
      continue;
    sending.add(id);
    for (const use of withParts(preparations, statement.uses ?? [], target.values)) uses.add(use);
  }
  const buying = { uses, ids: sending };
  const shop =
    facts.products &&
    shopOf(facts.products, facts.balances ?? new Map(), target.values.GV_MAX_SPEND);
  const prepares = preparedBy(buying, target, shop);
  const probes = Object.keys(runs).some(id => stageOf(statements[id]!) === 'limiters');
  return {
    runs,
    lacks,
    prepares,
    costs: {
      ...moneyOf(buying, target, shop, facts, prepares),
      ...timeOf(sending, target, probes ? facts : undefined),
    },
  };
}

const mayBuy = ({ uses }: Buying, target: Target): boolean =>
  target.allow.has('spend') &&
  preparations.some(({ name, needs }) => uses.has(name) && needs?.includes('spend'));

function preparedBy(buying: Buying, target: Target, shop: Shop | undefined): readonly Prepared[] {
  return [
    ...(shop && mayBuy(buying, target)
      ? [...pricedOrders(buying, shop, target.values), ...vouchersOf(buying, target, shop, false)]
      : []),
    ...(buying.uses.has('webhook') && target.allow.has('write')
      ? [{ what: 'a webhook', money: {} }]
      : []),
  ];
}

/** Returns the vouchers of a run with their prices. Without a key of an integration, there are none. */
const vouchersOf = (buying: Buying, target: Target, shop: Shop, atPrices: boolean) =>
  meetsNeed(target, 'GV_AUTOMATION_KEY') ? pricedVouchers(buying, shop, atPrices) : [];

type OfMoney = Pick<Costs, 'money' | 'moneyAtPrices' | 'isBound'>;

function moneyOf(
  buying: Buying,
  target: Target,
  shop: Shop | undefined,
  { room = target.values.GV_MAX_SPEND ?? {} }: Facts,
  prepares: readonly Prepared[],
): OfMoney {
  if (!mayBuy(buying, target)) return { money: {} };
  if (!shop) return { money: room, isBound: true };
  const sums = (all: readonly Prepared[]) =>
    target.origin === 'reference'
      ? sumInCents(all.map(({ money }) => money))
      : within(room, sumInCents(all.map(({ money }) => money)));
  const vouchers = vouchersOf(buying, target, shop, true);
  return {
    money: sums(prepares),
    ...(vouchers.length > 0
      ? { moneyAtPrices: sums([...pricedOrders(buying, shop, target.values), ...vouchers]) }
      : {}),
  };
}

/** Limits money to the room for it, because a run sends nothing beyond it. */
const within = (room: Money, money: Money): Money =>
  Object.fromEntries(
    Object.entries(money).flatMap(([currency, value]) =>
      currency in room ? [[currency, Math.min(value, room[currency]!)]] : [],
    ),
  );

/** Requests that this suite sends and judges in a second, if no limit is set. */
const ownSpeed = 150;
/** Seconds in which a run starts and ends. */
const startSeconds = 1;
/** Seconds of orders and vouchers, which are sent one after the other. Other requests go on meanwhile. */
const buyingSeconds = 5;
/** Reads of the wallets around the purchases of a run. */
const looks = 8;
/** Seconds of a window if no header shows any. */
const usualWindow = 60;

/** @param probed Facts for the time of the probes, or undefined without probes. */
function timeOf(
  sending: ReadonlySet<string>,
  target: Target,
  probed: Facts | undefined,
): Omit<Costs, keyof OfMoney> {
  const counted = countRequests(sending, need => meetsNeed(target, need));
  const requests = Math.min(counted + (target.allow.has('spend') ? looks : 0), target.maxRequests);
  const own = requests / ownSpeed + (target.allow.has('spend') ? buyingSeconds : 0);
  const { GV_PROBE: names = limiterNames } = target.values;
  const most = target.probe.maxWaitMs / 1000;
  const { windows = {} } = probed ?? {};
  // Limiters of one service are usually alike.
  const known = Object.values(windows);
  const alike = known.length > 0 ? Math.max(...known) : usualWindow;
  return {
    requests,
    seconds: startSeconds + Math.ceil(Math.max(requests / target.maxRps, own)),
    limiters: probed
      ? limiterNames
          .filter(
            name => names.includes(name) && (name !== 'webhooks' || target.allow.has('write')),
          )
          .map(name => {
            const window = windows[name] ?? alike;
            // A probe does not wait longer than it may.
            return { name, seconds: window > most ? 0 : windowsOfProbe * window };
          })
      : [],
  };
}
