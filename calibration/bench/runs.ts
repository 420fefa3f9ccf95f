/** What limiters cost a contract run, and what they keep from being judged. */
import { limiting } from '../../fixtures/reference/limiting.ts';
import { contractRun, maxWait, type RunCost } from './contract-run.ts';
import { deployments, type Deployment } from './deployments.ts';
import { table } from './table.ts';

const head = [
  'limits',
  'judged',
  'not exercised',
  'cases not exercised',
  'failed',
  'errors',
  'time',
  'requests',
  '429',
  'waited',
];

/**
 * @param wanted which deployments are measured.
 * @param onRow called with each name before its run.
 * @returns the lines of a table.
 */
export async function benchRuns(
  wanted: (deployment: Deployment) => boolean,
  onRow: (name: string) => void,
): Promise<string[]> {
  const rows: string[][] = [];
  for (const { name, limiting: how, maxWait: seconds } of deployments.filter(wanted)) {
    onRow(name);
    const given = seconds === undefined ? {} : maxWait(seconds);
    rows.push(rowOf(name, await contractRun([limiting(how)], given)));
  }
  return table(head, rows);
}

function rowOf(name: string, cost: RunCost): string[] {
  const { requirements: of, casesNotExercised, seconds, requests, refused, waited } = cost;
  return [
    name,
    `${of.passed + of.failed + of['not-applicable']}`,
    `${of['not-exercised']}`,
    `${casesNotExercised}`,
    `${of.failed}`,
    `${of.error}`,
    `${seconds.toFixed(0)} s`,
    `${requests}`,
    `${refused}`,
    `${waited.toFixed(0)} s`,
  ];
}
