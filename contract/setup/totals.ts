/** Says in one line what a run will show, send and cost. */
import { isDeepStrictEqual } from 'node:util';
import type { Target } from '../../harness/config/target.ts';
import { counted } from '../../schemas/counted.ts';
import { amountsText, sumInCents, type Money } from '../../schemas/records/money.ts';
import type { Plan } from '../../schemas/records/plan.ts';
import { durationText } from '../../schemas/duration.ts';
import { requirementIds } from '../statements.ts';

/** Returns the requirements that a plan expects to show. */
export const plannedRequirements = ({ runs }: Pick<Plan, 'runs'>): readonly string[] =>
  requirementIds.filter(id => id in runs);

/**
 * Returns a line like `191 requirements, about 600 requests, 35 s, then 3 limiters, at most 900 requests, about 8 min; sends about 160 GBP, at most 500 GBP of 500`.
 *
 * @param target Its GV_MAX_SPEND is the limit of the money.
 * @param room Money that GV_MAX_SPEND leaves.
 */
export function totalsOf(
  plan: Plan,
  { origin, values, probe }: Pick<Target, 'origin' | 'values' | 'probe'>,
  room?: Money,
): string {
  const { requests, seconds, limiters, money, moneyAtPrices = money, isBound } = plan.costs;
  const limits = origin === 'reference' ? undefined : values.GV_MAX_SPEND;
  return [
    [
      counted(plannedRequirements(plan).length, 'requirement'),
      `about ${requests} requests`,
      ...(requests > 0 ? [durationText(seconds)] : []),
      ...(limiters.length > 0
        ? [
            `then ${counted(limiters.length, 'limiter')}, at most ${requestsOf(limiters, probe)} requests, about ${durationText(secondsOf(limiters))}`,
          ]
        : []),
    ].join(', '),
    ...(Object.keys(money).length > 0
      ? [
          isBound
            ? 'may buy, within GV_MAX_SPEND'
            : isDeepStrictEqual(money, moneyAtPrices)
              ? `sends up to ${ofLimits(money, limits)}`
              : `sends about ${amountsText(money)}, at most ${ofLimits(moneyAtPrices, limits)}`,
        ]
      : []),
    ...shortages(plan, room ?? limits),
  ].join('; ');
}

/** Returns the most requests of the probes of limiters. */
export const requestsOf = (
  limiters: Plan['costs']['limiters'],
  { maxRequests }: Target['probe'],
): number => limiters.reduce((sum, each) => sum + (each.requests ?? maxRequests), 0);

/** Returns the seconds that the probes of limiters take, one after another. */
export const secondsOf = (limiters: Plan['costs']['limiters']): number =>
  limiters.reduce((sum, each) => sum + each.seconds, 0);

/** Returns the money for everything that a plan buys, also beyond GV_MAX_SPEND. */
const neededMoney = ({ prepares }: Pick<Plan, 'prepares'>): Money =>
  sumInCents(prepares.map(({ money }) => money));

/** Returns a warning if a plan needs more money than there is. Nothing stops, because the run can judge the rest. */
function shortages(plan: Plan, room: Money = {}): string[] {
  const short = Object.entries(neededMoney(plan)).flatMap(([currency, value]) => {
    const left = room[currency];
    return left !== undefined && left < value ? [`${left} of the ${value} ${currency}`] : [];
  });
  return short.length > 0
    ? [
        `GV_MAX_SPEND leaves ${short.join(', ')} that this needs, so cases that a baseline demands may be missing`,
      ]
    : [];
}

/** Returns money with its limits, like `160 GBP of 500`. */
const ofLimits = (money: Money, limits: Money | undefined): string =>
  Object.entries(sumInCents([money]))
    .map(([currency, value]) => {
      const limit = limits?.[currency];
      return `${amountsText({ [currency]: value })}${limit === undefined ? '' : ` of ${limit}`}`;
    })
    .join(', ');
