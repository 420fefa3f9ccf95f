/** The wishes of a verifying side, beside that a certificate holds. */
import type { ConformanceResult } from '../../schemas/records/result.ts';
import type { Feature } from '../../schemas/features/names.ts';
import { Refused } from './bundle.ts';
import { dayMs, type Statement } from './statement.ts';

export interface Wanted {
  /** As a run names its target: without a slash at the end. */
  readonly target?: string | undefined;
  readonly features?: readonly Feature[] | undefined;
  /** Days since its run. */
  readonly maxAge?: number | undefined;
  /** The embedded reference will do, which is no deployment. */
  readonly reference: boolean;
}

/** @throws Refused with the first thing that is missing. */
export function expectWanted(
  { predicate: { giftVoucherConformance: stated } }: Statement,
  result: ConformanceResult,
  wanted: Wanted,
  now: Date,
): void {
  const problems: readonly (readonly [boolean, string])[] = [
    [
      result.target.origin === 'reference' && !wanted.reference,
      'it is of the embedded reference, which is no deployment: --reference accepts it',
    ],
    [
      wanted.target !== undefined && stated.target !== wanted.target,
      `it is of ${stated.target}, not of ${wanted.target}`,
    ],
    ...(wanted.features ?? []).map(
      name => [!stated.features.includes(name), `it is not about the feature ${name}`] as const,
    ),
    [
      wanted.maxAge !== undefined &&
        now.getTime() - Date.parse(stated.testedAt) > wanted.maxAge * dayMs,
      `its run was at ${stated.testedAt}, more than ${wanted.maxAge} days ago`,
    ],
  ];
  const found = problems.find(([isWrong]) => isWrong);
  if (found) throw new Refused(found[1]);
}

/** Names what nobody asked for: whoever reads an exit code takes it for checked. */
export const notAskedFor = ({ target, features, maxAge }: Wanted): string[] =>
  Object.entries({ target, features, 'max-age': maxAge }).flatMap(([name, value]) =>
    value === undefined ? [name] : [],
  );
