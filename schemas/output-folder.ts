/** Folder of results, unless GV_OUT names another. k6 loads this file, so it imports no package. */
export const defaultOutput = 'reports/out';
