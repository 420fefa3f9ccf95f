/** Plans the run of a deployment with a few reads (`./gv doctor`). */
import { randomUUID } from 'node:crypto';
import { budgetOf, leftOutWith, type Budget } from '../contract/setup/budget.ts';
import { planWithout, readFacts } from '../contract/setup/plan-run.ts';
import type { Bought } from '../contract/setup/prices.ts';
import { planOf, purchasesOf, type Selection } from '../contract/setup/plan.ts';
import type { Facts } from '../contract/setup/facts.ts';
import { balancesIn, offersIn, shopOf } from '../contract/setup/shop.ts';
import { statements } from '../contract/statements.ts';
import { openReader } from '../harness/client/api.ts';
import { systemClock } from '../harness/client/clock.ts';
import { openLedger } from '../harness/client/ledger/ledger.ts';
import { createFacts } from '../harness/client/log.ts';
import type { Target } from '../harness/config/target.ts';
import { withServedKeys } from '../harness/run/hosts/preflight.ts';
import { NotExercised } from '../harness/verdict.ts';
import { caseOf, idOf } from '../reports/result/baseline.ts';
import type { Money } from '../schemas/records/money.ts';
import type { Plan } from '../schemas/records/plan.ts';
import type { Permission } from '../schemas/routes.ts';
import { automationCurrencies } from '../schemas/schema.ts';
import { withShortWaits } from './doctor-keys.ts';

/** Permission that GV_ALLOW may have. */
type Allowed = Exclude<Permission, 'read'>;

export const allPermissions: readonly Allowed[] = ['write', 'spend', 'exhaust'];

/** Lists the checks of a run, the cases that it should show, and what it takes. */
export interface Wanted extends Selection {
  /** Permissions that it takes. */
  readonly permissions: readonly Allowed[];
  /** Currencies that GV_MAX_SPEND must name. */
  readonly currencies: readonly string[];
}

export interface Planned {
  /** Plan with the settings as they are. */
  readonly now: Plan;
  /** Plan with all permissions, and with enough money. */
  readonly whole: Plan;
  /** GV_ALLOW of that plan, if GV_ALLOW lacks a permission. */
  readonly allow?: readonly Allowed[];
  readonly budget: Budget;
  /** Currencies of the budget. */
  readonly currencies: readonly string[];
  /** Money that GV_MAX_SPEND leaves, or the reason why it is unknown. Undefined without the permission to spend. */
  readonly room: Money | string | undefined;
  /** Requirements that a run may not show: with GV_MAX_SPEND, and with the rest of GV_MAX_SPEND. */
  readonly missed: { readonly always: readonly string[]; readonly now: readonly string[] };
}

/** Plans a run. Reads the catalog and the wallets, and finds out whether a key serves instead of another. */
export async function planOfTarget(given: Target, wanted: Wanted): Promise<Planned> {
  const reader = openReader(withShortWaits(given));
  const { api, log } = reader;
  try {
    const { served } = await withServedKeys({ target: given, api, onDiscovered: () => {} });
    const target = { ...given, served };
    const room = roomOf(target);
    const context = {
      api,
      target,
      clock: systemClock,
      facts: createFacts(target, log, ''),
      prepared: new Map(),
      limiters: () => Promise.resolve([]),
    };
    const known = { exchanges: () => log.exchanges, ...(typeof room === 'object' ? { room } : {}) };
    const lacking = wanted.permissions.filter(each => !target.allow.has(each));
    const mayBuy = planWithout(wanted, allowing(target, lacking, {})).costs.isBound;
    return planned(target, wanted, lacking, room, mayBuy ? await readFacts(context, known) : {});
  } finally {
    reader.close();
  }
}

/** Returns the target with further permissions, and with a limit of money. */
const allowing = (target: Target, more: readonly Permission[], limits: Money): Target => ({
  ...target,
  allow: new Set([...target.allow, ...more]),
  values: { ...target.values, GV_MAX_SPEND: limits },
});

function planned(
  target: Target,
  wanted: Wanted,
  lacking: readonly Allowed[],
  room: Planned['room'],
  facts: Facts,
): Planned {
  const { GV_MAX_SPEND: limits = {} } = target.values;
  const isDemanded = demandedBy(wanted);
  const unlimited = (currencies: readonly string[]) =>
    allowing(target, lacking, Object.fromEntries(currencies.map(each => [each, Infinity])));
  const boughtIn = (currencies: readonly string[]) =>
    purchasesOf(statements, wanted, unlimited(currencies), facts);
  const named = [...new Set([...Object.keys(limits), ...wanted.currencies])];
  const usual = named.length > 0 ? named : usualCurrency(facts);
  const currencies = wanted.demanded
    ? [...new Set([...usual, ...currenciesOfCases(isDemanded, boughtIn, usual, facts)])]
    : usual;
  const bought = boughtIn(currencies);
  const { room: _, ...shown } = facts;
  const missedWith = (money: Money): string[] => {
    const demanded = leftOutWith(bought, limits, money).filter(isDemanded);
    return [...new Set(demanded.map(idOf))];
  };
  return {
    now: planOf(statements, wanted, target, facts),
    whole: planOf(statements, wanted, unlimited(currencies), shown),
    ...(lacking.length > 0
      ? { allow: allPermissions.filter(each => unlimited([]).allow.has(each)) }
      : {}),
    budget: budgetOf(bought, isDemanded),
    currencies,
    room,
    missed:
      typeof room === 'object'
        ? { always: missedWith(limits), now: missedWith(room) }
        : { always: [], now: [] },
  };
}

/** Returns the currencies in which a run buys what demanded cases name, and what it does not buy in the usual currencies. */
function currenciesOfCases(
  isDemanded: (name: string) => boolean,
  boughtIn: (currencies: readonly string[]) => readonly Bought[],
  usual: readonly string[],
  { products = [], balances = balancesIn([]) }: Facts,
): readonly string[] {
  const { offers } = shopOf(products, balances, undefined);
  const all = [...usual, ...offers.map(({ currency }) => currency.toUpperCase())];
  const covered = new Set(boughtIn(usual).flatMap(({ of }) => of));
  return boughtIn(all)
    .filter(
      ({ of, isLarge }) => !isLarge && of.some(each => isDemanded(each) && !covered.has(each)),
    )
    .flatMap(({ money }) => Object.keys(money));
}

/** Returns the currency of the cheapest product that the account can pay for, and that vouchers may have. */
function usualCurrency({ products = [], balances = balancesIn([]) }: Facts): readonly string[] {
  const shop = shopOf(products, balances, undefined);
  const [first] = [...offersIn(shop, automationCurrencies), ...shop.offers];
  return first ? [first.currency.toUpperCase()] : [];
}

/**
 * Returns cases by requirement. A requirement alone counts, too.
 *
 * @param names Names like `requirement / case`.
 */
export function casesById(names: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const cases: Record<string, string[]> = {};
  for (const each of names) {
    const name = caseOf(each);
    (cases[idOf(each)] ??= []).push(...(name === undefined ? [] : [name]));
  }
  return cases;
}

/** Returns a predicate for requirements and for cases that are demanded. Without a list of demands, all are demanded. */
const demandedBy =
  ({ demanded }: Selection) =>
  (each: string): boolean => {
    const [cases, name] = [demanded?.[idOf(each)], caseOf(each)];
    return demanded === undefined || (cases !== undefined && (!name || cases.includes(name)));
  };

function roomOf(target: Target): Planned['room'] {
  if (!target.allow.has('spend') || !target.values.GV_MAX_SPEND) return undefined;
  try {
    return openLedger(target, randomUUID(), systemClock).room();
  } catch (error) {
    if (error instanceof NotExercised) return error.message;
    throw error;
  }
}

/** Returns how many times money is enough for a run. */
export const runsIn = (money: Money, { most }: Budget): number =>
  Math.floor(
    Math.min(
      ...Object.entries(most)
        .filter(([, value]) => value > 0)
        .map(([currency, value]) => (money[currency] ?? 0) / value),
    ),
  );
