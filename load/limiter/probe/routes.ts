/** The routes that a probe calls: cheap ones, and writes that change nothing because their id does not exist. */
import { given } from '../../../fixtures/config/needs.ts';
import type { Target } from '../../../fixtures/config/target.ts';
import { limiterNames, route, type LimiterName, type Route } from '../../../schemas/routes.ts';
import { compose, type GuardedRequest, type Variant } from '../../request.ts';

type ProbeRoute = readonly [route: Route, variant?: Variant];

const one: Variant = { query: [['limit', 1]] };

/** Routes of each limiter (§8.1); the first is the one that a probe exhausts. */
const probeRoutes: Readonly<Record<LimiterName, readonly [ProbeRoute, ...ProbeRoute[]]>> = {
  catalog: [[route.filters], [route.browse, one], [route.search]],
  webhooks: [[route.deleteWebhook], [route.updateWebhook, { body: {} }]],
  wallet: [[route.wallet], [route.ledger, one], [route.walletBalance]],
};

/** Routes that none of the three limiters of §8.1 needs to count: if they reject as well, one limiter counts all routes. */
const outside: readonly [ProbeRoute, ...ProbeRoute[]] = [
  [route.tool, { params: { toolName: 'list_gift_categories' } }],
  [route.orders, one],
];
const OUTSIDE = 'outside';

const nameOf = (limiter: LimiterName | typeof OUTSIDE, { id }: Route): string => `${limiter} ${id}`;

/** The names of the routes that are behind none of the three limiters. */
export const namesOutside: readonly string[] = outside.map(([each]) => nameOf(OUTSIDE, each));

/** True if the named route is behind none of the three limiters. */
export const isOutside = (name: string | undefined): boolean => name?.startsWith(OUTSIDE) === true;

/** @throws SuiteError if one would leave the target. */
export const requestsOutside = (target: Target): Map<string, GuardedRequest> =>
  new Map(
    outside.map(
      ([each, variant]) => [nameOf(OUTSIDE, each), compose(target, each, variant)] as const,
    ),
  );

/** Names of the routes of a limiter, as notes have them in `to`: `wallet GET /wallet/balance`. */
export const namesOf = (limiter: LimiterName): string[] =>
  probeRoutes[limiter].map(([each]) => nameOf(limiter, each));

/** The limiter of a named route. */
export const limiterOf = (name: string): LimiterName | undefined =>
  limiterNames.find(limiter => name.startsWith(`${limiter} `));

/**
 * The requests of a limiter, by the name of their route; the first is the one to exhaust it with.
 *
 * @throws NotExercised if the target does not permit one of them, or lacks the id that it needs.
 * @throws SuiteError if one would leave the target.
 */
export function requestsOf(target: Target, limiter: LimiterName): Map<string, GuardedRequest> {
  const requests = probeRoutes[limiter].map(([each, variant = {}]) => {
    const params = each.path.includes('{id}') ? { id: given(target, 'GV_WEBHOOK_UNKNOWN') } : {};
    return [nameOf(limiter, each), compose(target, each, { ...variant, params })] as const;
  });
  return new Map(requests);
}
