/** Replaces `in-clone.ts` in the package, which has no faults, no variants, and no commands for work on the suite. */
import type { Variant } from '../reference/patches.ts';
import type { Patch } from '../reference/types.ts';
import { UsageError } from './cli/command.ts';

const refuse = (what: string): Promise<never> =>
  Promise.reject(
    new UsageError(`The package has no ${what} of the reference. Use a clone of the suite.`),
  );

/** @throws UsageError */
export const loadFaults = (): Promise<readonly { readonly id: string; readonly patch: Patch }[]> =>
  refuse('faults');

/** @throws UsageError */
export const loadVariants = (): Promise<readonly Variant[]> => refuse('variants');

/** @throws UsageError */
export const writeOpenApi = (_text: string, _check: boolean): Promise<number> =>
  Promise.reject(
    new UsageError(
      'The package has the document in schemas/openapi/openapi.json. Run: npx gv openapi --env',
    ),
  );

export const forWork = {} as const;
