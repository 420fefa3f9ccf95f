/** A request that changes nothing, whatever the target makes of it; its path is relative to the base address. */
export interface ProbeRoute {
  readonly method: 'GET' | 'DELETE' | 'PATCH';
  readonly path: string;
  /** JSON. */
  readonly body?: string;
}

const business = '/api/v1/business';
const webhook = `${business}/webhooks/{unknownWebhook}`;

const routes = {
  catalog: [
    { method: 'GET', path: `${business}/products/filters` },
    { method: 'GET', path: `${business}/products?limit=1` },
    { method: 'GET', path: `${business}/products/search` },
  ],
  webhooks: [
    { method: 'DELETE', path: webhook },
    { method: 'PATCH', path: webhook, body: '{}' },
  ],
  wallet: [
    { method: 'GET', path: `${business}/wallet` },
    { method: 'GET', path: `${business}/wallet/transactions?limit=1` },
    { method: 'GET', path: `${business}/wallet/balance` },
  ],
} as const satisfies Record<string, readonly [ProbeRoute, ...ProbeRoute[]]>;

export type LimiterName = keyof typeof routes;

export const limiterNames: readonly LimiterName[] = ['catalog', 'webhooks', 'wallet'];

/** Cheap routes of each limiter (§8.1); the first is the one that a probe exhausts. */
export const limiterRoutes: Readonly<Record<LimiterName, readonly [ProbeRoute, ...ProbeRoute[]]>> =
  routes;

/** Names of all routes of these limiters, as notes carry them in `to`: `wallet GET /wallet/balance`. */
export function namesOf(limiters: readonly LimiterName[]): string[] {
  return limiters.flatMap(limiter => limiterRoutes[limiter].map(each => nameOf(limiter, each)));
}

/** The limiter that a name stands under. */
export function limiterOf(name: string): LimiterName | undefined {
  return limiterNames.find(limiter => name.startsWith(`${limiter} `));
}

/** The route of a name; without a name the one that is exhausted. */
export function routeOf(limiter: LimiterName, name?: string): ProbeRoute {
  const named = limiterNames.flatMap(each =>
    limiterRoutes[each].filter(route => nameOf(each, route) === name),
  );
  return named[0] ?? limiterRoutes[limiter][0];
}

function nameOf(limiter: LimiterName, { method, path }: ProbeRoute): string {
  const shown = path.replace(business, '').replace('{unknownWebhook}', '{id}').split('?')[0];
  return `${limiter} ${method} ${shown}`;
}
