/** What every command does that ends with a result: it leaves the reports of it. */
import { reportToGitHub } from '../../reports/formats/github.ts';
import { exitCodes } from '../../reports/result/exit-codes.ts';
import { writeReports } from '../../reports/write-reports.ts';

export { loadPage } from '../../reports/write-reports.ts';
import type { ConformanceResult } from '../../schemas/records/result.ts';

/**
 * Where GitHub Actions runs it, its annotations and summary as well.
 *
 * @returns the exit code of the result, or that of an error where a report is missing beside a result without failures.
 */
export async function leaveReports(result: ConformanceResult, out: string): Promise<number> {
  const problems = await writeReports(result, out);
  try {
    reportToGitHub(result, process.env, line => console.log(line));
  } catch (error) {
    problems.push(`the summary of the step could not be written: ${(error as Error).message}`);
  }
  for (const problem of problems) console.error(problem);
  const code = exitCodes[result.verdict];
  return problems.length > 0 && code !== exitCodes['non-conformant'] ? exitCodes.error : code;
}
