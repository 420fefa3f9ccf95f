/** `#clone` of a clone: what the package does not have. `in-package.ts` stands in its place there. */
import type { Entry } from './table.ts';

/** Faults of the reference. */
export const loadFaults = async () => (await import('../reference/faults/index.ts')).faults;

/** The commands of who works on the suite. */
export const forWork = {
  matrix: {
    summary: 'which faults the suite detects, and what it accuses falsely',
    load: () => import('./matrix.ts'),
  },
  network: {
    summary: 'what a run says when the network fails',
    load: () => import('./network.ts'),
  },
  limiters: {
    summary: 'probe the rate limiters of others',
    load: () => import('./limiters.ts'),
  },
  features: {
    summary: 'write the cases that certificates demand',
    load: () => import('./features.ts'),
  },
  catalogue: {
    summary: 'write the tables of requirements and of settings',
    load: () => import('./catalogue.ts'),
  },
  openapi: {
    summary: 'write the OpenAPI document',
    load: () => import('./openapi.ts'),
  },
  licences: {
    summary: 'every dependency with its licence',
    load: () => import('./licences.ts'),
  },
} as const satisfies Readonly<Record<string, Entry>>;
