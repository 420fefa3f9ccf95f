/** Features that a certificate can name: parts of the service that a deployment or an account has or lacks. */
export const features = {
  catalog: 'the product catalog: browsing, search, filters',
  orders: 'the order history, and orders that are made one at a time',
  async: 'orders that are queued, and their order requests',
  bulk: 'bulk orders',
  wallet: 'wallets and their ledger',
  automation: 'the actions and the status of the automation integration',
  tools: 'the details of the listed tools',
  webhooks: 'the registration of webhooks',
  limits: 'the rate limiters',
  isolation: 'what the key of another account may not do',
} as const;
export type Feature = keyof typeof features;
export const featureNames = Object.keys(features) as Feature[];

/** The part that every certificate demands: keys, errors, and the form of all responses. */
export const core = 'core';

/** Days that a certificate of them is valid: if nothing is set, and at most. */
export const certificateDays = { usual: 90, most: 366 } as const;
