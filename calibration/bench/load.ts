/** What load and probes cost on this machine, in ratios of one run. */
import { findK6 } from '../../load/k6/find.ts';
import { probeCosts } from './probes.ts';
import { startService } from './service.ts';
import { contenders, median } from './throughput.ts';

/** Enough to keep both processors busy: responses take a millisecond. */
const users = 20;
const rounds = 7;

/**
 * @param seconds of each measurement.
 * @returns why nothing was measured, undefined where it was.
 */
export async function benchLoad(seconds: number): Promise<string | undefined> {
  const k6 = await findK6({
    explicit: process.env['GV_K6'],
    onProgress: line => console.error(line),
  });
  if ('missing' in k6) return k6.missing;
  await throughput(k6.path, seconds);
  console.log('probes of the reference');
  for (const line of await probeCosts(k6.path)) console.log(line);
  return undefined;
}

async function throughput(k6: string, seconds: number): Promise<void> {
  const service = await startService();
  try {
    const all = contenders(k6, service);
    const costs = new Map(all.map(({ name }) => [name, [] as { rate: number; cpu: number }[]]));
    for (let round = 0; round < rounds; round++)
      // A shared machine changes its pace: the contenders take turns to go first.
      for (const [turn] of all.entries()) {
        const { name, run } = all[(turn + round) % all.length]!;
        const { rate, cpuMsPerRequest: cpu } = await run(users, seconds);
        costs.get(name)?.push({ rate, cpu });
      }
    console.log(
      `GET /products/filters, ${users} at a time, median of ${rounds} rounds of ${seconds} s each`,
    );
    const base = costs.get('bare k6') ?? [];
    for (const [name, found] of costs) {
      const rate = median(found.map(each => each.rate));
      const share = median(found.map((each, round) => each.rate / (base[round]?.rate ?? NaN)));
      const cpu = median(found.map(each => each.cpu)) * 1000;
      console.log(
        `  ${name.padEnd(12)}${rate.toFixed(0).padStart(7)} requests/s  ${share.toFixed(2).padStart(5)} of bare k6  ${cpu.toFixed(0).padStart(5)} us of processor time a request`,
      );
    }
    if (!costs.has('wrk')) console.log('  wrk         not installed: left out');
    await virtualUsers(all, seconds);
  } finally {
    await service.close();
  }
}

/** Memory by the difference of two runs that differ in their virtual users only. */
async function virtualUsers(all: ReturnType<typeof contenders>, seconds: number): Promise<void> {
  const [few, many, rate] = [20, 420, 1000];
  console.log(`a virtual user, of ${many} at ${rate} requests/s together`);
  for (const { name, run } of all.filter(each => each.name !== 'wrk')) {
    const [small, large] = [await run(few, seconds, rate), await run(many, seconds, rate)];
    const kib = (large.peakBytes - small.peakBytes) / (many - few) / 1024;
    const cpu = large.cpuMsPerSecond / many;
    console.log(
      `  ${name.padEnd(12)}${kib.toFixed(0).padStart(7)} KiB  ${cpu.toFixed(2).padStart(6)} ms of processor time a second`,
    );
  }
}
