/** `#clone` of the package: neither faults of the reference nor commands that measure the suite. */
import type { Patch } from '../reference/types.ts';
import { UsageError } from './cli/command.ts';

/** @throws UsageError */
export const loadFaults = (): Promise<readonly { readonly id: string; readonly patch: Patch }[]> =>
  Promise.reject(
    new UsageError('The package has no faults of the reference: a clone of the suite has.'),
  );

export const forWork = {} as const;
