/** Of every command that runs the checks. */
export const exitCodesOfRuns = {
  0: 'nothing failed',
  1: 'something failed',
  2: 'a case that is demanded was not exercised',
  3: 'an error, or a run that could not start',
} as const;
