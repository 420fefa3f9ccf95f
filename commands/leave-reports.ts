/** What every command does that ends with a result: the reports of it. */
import { exitCodes } from '../reports/result/run-verdict.ts';
import { writeReports } from '../reports/write-reports.ts';
import type { ConformanceResult } from '../schemas/records/result.ts';

/** @returns the exit code of the result, or that of an error where a report is missing beside a result without failures. */
export async function leaveReports(result: ConformanceResult, out: string): Promise<number> {
  const problems = await writeReports(result, out);
  for (const problem of problems) console.error(problem);
  const code = exitCodes[result.verdict];
  return problems.length > 0 && code !== exitCodes['non-conformant'] ? exitCodes.error : code;
}
