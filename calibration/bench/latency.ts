/** What a long distance costs a contract run: at best the requests take as long as their permitted rate makes them. */
import { latency } from '../../fixtures/reference/latency.ts';
import { contractRun } from './contract-run.ts';
import { table } from './table.ts';

const rate = 20;
const latenciesMs = [0, 50, 150];

/** @returns the lines of a table. */
export async function benchLatency(onRow: (name: string) => void): Promise<string[]> {
  const rows: string[][] = [];
  for (const ms of latenciesMs) {
    onRow(`${ms} ms`);
    const { requests, seconds } = await contractRun([latency(ms)], { GV_MAX_RPS: `${rate}` });
    const least = requests / rate;
    rows.push([
      `${ms} ms`,
      `${requests}`,
      `${seconds.toFixed(1)} s`,
      `${least.toFixed(1)} s`,
      (seconds / least).toFixed(2),
    ]);
  }
  return table(['latency', 'requests', 'time', `requests / ${rate} a second`, 'ratio'], rows);
}
