import type { RunVerdict } from '../../schemas/records/result.ts';

/** What the commands end with: something failed, 1; something demanded was not exercised, 2; an error, or no run at all, 3. */
export const exitCodes: Readonly<Record<RunVerdict, number>> = {
  conformant: 0,
  passed: 0,
  'non-conformant': 1,
  incomplete: 2,
  error: 3,
};
