/** The cheapest route of each limiter (§8.1), relative to the base address. */
export const limiterRoutes = {
  catalog: { method: 'GET', path: '/api/v1/business/products/filters' },
  webhooks: { method: 'DELETE', path: '/api/v1/business/webhooks/{unknownWebhook}' },
  wallet: { method: 'GET', path: '/api/v1/business/wallet' },
} as const;

export type LimiterName = keyof typeof limiterRoutes;

export const limiterNames: readonly LimiterName[] = ['catalog', 'webhooks', 'wallet'];
