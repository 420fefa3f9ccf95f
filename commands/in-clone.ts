/** Provides what only a clone has, as `#clone`. In the package, `in-package.ts` replaces this file. */
import type { Entry } from './gv.ts';

/** Loads the faults of the reference, of every set. */
export const loadFaults = async () => [
  ...(await import('../reference/faults/index.ts')).faults,
  ...(await import('../reference/faults/historic.ts')).historicFaults,
  ...(await import('../reference/faults/operators.ts')).generatedFaults,
];

/** Loads the conformant variants of the reference. */
export const loadVariants = async () => [
  ...(await import('../reference/variants/index.ts')).variants,
  ...(await import('../reference/variants/not-set.ts')).notSet,
];

/** Writes the OpenAPI document of the clone, or compares it. */
export const writeOpenApi = async (text: string, check: boolean): Promise<number> =>
  (await import('./generated.ts')).generate('schemas/openapi/openapi.json', text, {
    command: './gv openapi',
    check,
  });

/** Commands for work on the suite. */
export const forWork = {
  matrix: {
    summary: 'measure which faults the suite sees, and whom it accuses falsely',
    load: async () => (await import('./matrix.ts')).default,
  },
  network: {
    summary: 'measure what a run says when the network fails',
    load: async () => (await import('./network.ts')).default,
  },
  features: {
    summary: 'write the cases that certificates demand',
    load: async () => (await import('./features.ts')).default,
  },
  requests: {
    summary: 'write the requests that each check sends',
    load: async () => (await import('./requests.ts')).default,
  },
  catalogue: {
    summary: 'write the tables of requirements and of settings',
    load: async () => (await import('./generated.ts')).catalogue,
  },
} as const satisfies Readonly<Record<string, Entry>>;
