/** Plans a run before its first purchase: what it will show, what it lacks, what it buys, and what it costs. */
import { lackOf, expectedLackOf, meetsNeed } from '../../harness/config/needs.ts';
import type { Target } from '../../harness/config/target.ts';
import { withParts } from '../../harness/run/own.ts';
import type { Lacks } from '../../schemas/lacks.ts';
import { runsIn } from '../../schemas/profiles.ts';
import { sumInCents, type Money } from '../../schemas/records/money.ts';
import type { Costs, Plan } from '../../schemas/records/plan.ts';
import { limitsOfProbe, windowsOfProbe } from '../../schemas/records/limiter.ts';
import { limiterNames } from '../../schemas/routes.ts';
import { hasCheck, stageOf, type Statements, type Use } from '../../schemas/statement.ts';
import type { Facts } from './facts.ts';
import { preparations } from './own.ts';
import { pricedOrders, type Bought, type Buying } from './prices.ts';
import { countRequests } from './requests.ts';
import { shopOf } from './shop.ts';
import { pricedVouchers } from './voucher-prices.ts';

/** Checks that the user selected. */
export interface Selection {
  readonly ids: readonly string[];
  /** Cases that a certificate or a baseline demands, by check. */
  readonly demanded?: Readonly<Record<string, readonly string[]>>;
}

/** Checks of a run, and what they use. */
interface Chosen extends Pick<Plan, 'runs' | 'lacks'> {
  /** Checks that send requests, whether they show a case or not. */
  readonly ids: ReadonlySet<string>;
  /** Checks that use a record, by record. */
  readonly users: ReadonlyMap<Use, readonly string[]>;
}

function choose(statements: Statements, { ids, demanded = {} }: Selection, target: Target): Chosen {
  const runs: Record<string, readonly string[]> = {};
  const lacks: Record<string, Lacks> = {};
  const sending = new Set<string>();
  const users = new Map<Use, string[]>();
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
    for (const use of withParts(preparations, statement.uses ?? [], target.values))
      users.set(use, [...(users.get(use) ?? []), id]);
  }
  return { runs, lacks, ids: sending, users };
}

/** Returns what a run buys, or undefined without the catalog. Vouchers are sent only with a key of an integration. */
function buy(buying: Buying, target: Target, facts: Facts): readonly Bought[] | undefined {
  if (!mayBuy(buying.users, target)) return [];
  if (!facts.products) return undefined;
  const shop = shopOf(facts.products, facts.balances ?? new Map(), target.values.GV_MAX_SPEND);
  return [
    ...pricedOrders(buying, shop, target.values),
    ...(meetsNeed(target, 'GV_AUTOMATION_KEY') ? pricedVouchers(buying, shop) : []),
  ];
}

/** Returns what a run buys, each with the checks that use it. Without the catalog, that is unknown. */
export const purchasesOf = (
  statements: Statements,
  selection: Selection,
  target: Target,
  facts: Facts,
): readonly Bought[] => buy(choose(statements, selection, target), target, facts) ?? [];

/**
 * Plans a run. Sends nothing, and depends only on its arguments.
 *
 * @param facts What a few reads show. Without them, the plan has bounds.
 */
export function planOf(
  statements: Statements,
  selection: Selection,
  target: Target,
  facts: Facts = {},
): Plan {
  const { runs, lacks, ids, users } = choose(statements, selection, target);
  const bought = buy({ ids, users }, target, facts);
  const probes = Object.keys(runs).some(id => stageOf(statements[id]!) === 'limiters');
  return {
    runs,
    lacks,
    prepares: [
      ...(bought ?? []).map(({ what, money }) => ({ what, money })),
      ...(users.has('webhook') && target.allow.has('write')
        ? [{ what: 'a webhook', money: {} }]
        : []),
    ],
    costs: {
      ...moneyOf(bought, target, facts),
      ...timeOf(ids, target, facts),
      limiters: probes ? limitersOf(target, facts) : [],
    },
  };
}

const mayBuy = (users: ReadonlyMap<Use, unknown>, target: Target): boolean =>
  target.allow.has('spend') &&
  preparations.some(({ name, needs }) => users.has(name) && needs?.includes('spend'));

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
    moneyAtPrices: sum(bought.map(({ money, most = money, atPrices = most }) => atPrices)),
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

/** Returns the limiters that a run probes, with the seconds and the requests of each. */
function limitersOf(target: Target, { windows = {}, limits = {} }: Facts): Costs['limiters'] {
  const { GV_PROBE: names = limiterNames } = target.values;
  const most = target.probe.maxWaitMs / 1000;
  // Limiters of one service are usually alike.
  const known = Object.values(windows);
  const alike = known.length > 0 ? Math.max(...known) : usualWindow;
  return limiterNames
    .filter(name => names.includes(name) && (name !== 'webhooks' || target.allow.has('write')))
    .map(name => {
      const window = windows[name] ?? alike;
      const limit = limits[name];
      return {
        name,
        // A probe does not wait longer than it may.
        seconds: window > most ? 0 : windowsOfProbe * window,
        ...(limit === undefined
          ? {}
          : { requests: Math.min(Math.ceil(limitsOfProbe * limit), target.probe.maxRequests) }),
      };
    });
}
