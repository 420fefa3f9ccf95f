/** Plans a run before its first purchase: what it will show, what it lacks, what it buys, and what it costs. */
import { lackOf, expectedLackOf, meetsNeed } from '../../harness/config/needs.ts';
import type { Target } from '../../harness/config/target.ts';
import { withParts } from '../../harness/run/own.ts';
import type { Lacks } from '../../schemas/lacks.ts';
import { runsIn } from '../../schemas/profiles.ts';
import { sumInCents, type Money } from '../../schemas/records/money.ts';
import type { Costs, Plan } from '../../schemas/records/plan.ts';
import { windowsOfProbe } from '../../schemas/records/limiter.ts';
import { limiterNames } from '../../schemas/routes.ts';
import { hasCheck, stageOf, type Statements, type Use } from '../../schemas/statement.ts';
import type { Facts } from './facts.ts';
import { preparations } from './own.ts';
import { pricedOrders, type Buying, type Bought } from './prices.ts';
import { countRequests } from './requests.ts';
import { shopOf, type Shop } from './shop.ts';
import { pricedVouchers } from './voucher-prices.ts';

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
  const shop =
    facts.products &&
    shopOf(facts.products, facts.balances ?? new Map(), target.values.GV_MAX_SPEND);
  const bought = mayBuy(uses, target) ? priced({ uses, ids: sending }, target, shop) : [];
  const probes = Object.keys(runs).some(id => stageOf(statements[id]!) === 'limiters');
  return {
    runs,
    lacks,
    prepares: [
      ...(bought ?? []).map(({ what, money }) => ({ what, money })),
      ...(uses.has('webhook') && target.allow.has('write')
        ? [{ what: 'a webhook', money: {} }]
        : []),
    ],
    costs: {
      ...moneyOf(bought, target, facts),
      ...timeOf(sending, target, facts),
      limiters: probes ? limitersOf(target, facts) : [],
    },
  };
}

const mayBuy = (uses: ReadonlySet<Use>, target: Target): boolean =>
  target.allow.has('spend') &&
  preparations.some(({ name, needs }) => uses.has(name) && needs?.includes('spend'));

/** Returns what a run buys with its prices, or undefined without a catalog. Vouchers are sent only with a key of an integration. */
const priced = (
  buying: Buying,
  target: Target,
  shop: Shop | undefined,
): readonly Bought[] | undefined =>
  shop && [
    ...pricedOrders(buying, shop, target.values),
    ...(meetsNeed(target, 'GV_AUTOMATION_KEY') ? pricedVouchers(buying, shop) : []),
  ];

type OfMoney = Pick<Costs, 'money' | 'moneyAtPrices' | 'isBound'>;

function moneyOf(
  bought: readonly Bought[] | undefined,
  target: Target,
  { room = target.values.GV_MAX_SPEND ?? {} }: Facts,
): OfMoney {
  if (!bought) return { money: room, isBound: true };
  const sum = (all: readonly Money[]) =>
    target.origin === 'reference' ? sumInCents(all) : within(room, sumInCents(all));
  return {
    money: sum(bought.map(({ money }) => money)),
    ...(bought.some(({ atPrices }) => atPrices)
      ? { moneyAtPrices: sum(bought.map(({ money, atPrices = money }) => atPrices)) }
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

/** Seconds in which a run starts and ends. */
const startSeconds = 1.5;
/** Requests that this suite sends and judges in a second, and requests that are under way at the same moment. */
const own = { perSecond: 250, atOnce: 5 } as const;
/** Orders wait for the end of each other: seconds of the polls, and requests that are sent one after the other. */
const orders = { seconds: 2, requests: 20 } as const;
/** Reads of the wallets around the purchases of a run. */
const looks = 16;
/** Seconds of a window if no header shows any. */
const usualWindow = 60;

type OfTime = Omit<Costs, keyof OfMoney>;

/** Returns the requests of a run and its time: by GV_MAX_RPS, or else by the latency of the target and our speed. */
function timeOf(
  sending: ReadonlySet<string>,
  target: Target,
  { latency = 0 }: Facts,
): Omit<OfTime, 'limiters'> {
  const maySpend = target.allow.has('spend');
  const counted = countRequests(sending, need => meetsNeed(target, need));
  const requests = Math.min(counted + (maySpend ? looks : 0), target.maxRequests);
  const unlimited = requests / own.perSecond + (requests / own.atOnce) * latency;
  const ofOrders = maySpend ? orders.seconds + orders.requests * latency : 0;
  const seconds = startSeconds + Math.max(requests / target.maxRps, unlimited) + ofOrders;
  return { requests, seconds: Math.round(seconds) };
}

/** Returns the limiters that a run probes, with the seconds of each. */
function limitersOf(target: Target, { windows = {} }: Facts): Costs['limiters'] {
  const { GV_PROBE: names = limiterNames } = target.values;
  const most = target.probe.maxWaitMs / 1000;
  // Limiters of one service are usually alike.
  const known = Object.values(windows);
  const alike = known.length > 0 ? Math.max(...known) : usualWindow;
  return limiterNames
    .filter(name => names.includes(name) && (name !== 'webhooks' || target.allow.has('write')))
    .map(name => {
      const window = windows[name] ?? alike;
      // A probe does not wait longer than it may.
      return { name, seconds: window > most ? 0 : windowsOfProbe * window };
    });
}
