/** Four local k6 processes, each an execution segment of one load, against one that puts on all of it. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '#test';
import { ownK6 } from './k6/testing.ts';
import { startReference } from '../fixtures/reference/server.ts';
import { valueAt } from './traffic/distributed/distribution.ts';
import { combineTraffic } from './traffic/distributed/combine.ts';
import type { TrafficSummary } from '../schemas/records/traffic.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const execute = promisify(execFile);

const generous = { limit: 1_000_000, windowSeconds: 1 };
const percents = [50, 90, 95, 99, 99.9];

/** Milliseconds of every response to one part of the mix, from k6's own output of all samples. */
function samples(folder: string, part: string): number[] {
  const [head = '', ...lines] = readFileSync(join(folder, 'samples.csv'), 'utf8').split('\n');
  const columns = head.split(',');
  const cell = (line: string, column: string) => line.split(',')[columns.indexOf(column)] ?? '';
  return lines
    .filter(line => line.startsWith('http_req_duration,') && line.includes('part=load'))
    .filter(line => cell(line, 'name') === part && cell(line, 'status') === '200')
    .map(line => Number(cell(line, 'metric_value')));
}

/** Interpolated between ranks, as k6 does it. */
function exact(sorted: readonly number[], percent: number): number {
  const rank = (percent / 100) * (sorted.length - 1);
  const low = sorted[Math.floor(rank)] ?? NaN;
  return low + (rank % 1) * ((sorted[Math.ceil(rank)] ?? low) - low);
}

test('four segments send what one machine sends, and merge into its percentiles', async () => {
  const k6 = await ownK6();
  const folder = mkdtempSync(join(tmpdir(), 'gv-segments-'));
  const limits = { catalog: generous, webhooks: generous, wallet: generous };
  const reference = await startReference({ limits });
  const load = async (name: string, ...segment: string[]) => {
    const out = join(folder, name);
    mkdirSync(out);
    const env = {
      GV_BASE_URL: reference.baseUrl,
      GV_API_KEY: reference.settings['GV_API_KEY'] ?? '',
      GV_ALLOW: 'exhaust',
      GV_LOAD_PROFILE: 'average',
      GV_LOAD_RATE: '80',
      GV_LOAD_DURATION: '8',
      GV_MAX_RPS: '100',
      GV_OUT: out,
    };
    const csv = `--out=csv=${join(out, 'samples.csv')}`;
    const args = ['run', '--quiet', '--no-usage-report', csv, ...segment, path('traffic.ts')];
    await execute(k6, args, { env, maxBuffer: 1e8 });
    const summary = JSON.parse(readFileSync(join(out, 'traffic.json'), 'utf8')) as TrafficSummary;
    return { out, summary };
  };
  try {
    const whole = await load('whole');
    const [first, ...others] = await Promise.all(
      [1, 2, 3, 4].map(at =>
        load(
          `part-${at}`,
          `--execution-segment=${at - 1}/4:${at}/4`,
          '--execution-segment-sequence=0,1/4,2/4,3/4,1',
        ),
      ),
    );
    if (!first) throw new Error('there is no first part');
    const parts = [first, ...others];
    const { summary, problems } = combineTraffic([
      first.summary,
      ...others.map(each => each.summary),
    ]);
    expect(problems).toEqual([]);
    const due = ({ requests }: TrafficSummary) =>
      requests.sent + requests.dropped + requests.skipped;
    expect(Math.abs(due(summary) - due(whole.summary))).toBeLessThanOrEqual(4);
    expect(summary.thresholds.every(({ ok }) => ok)).toBe(true);

    const all = parts.flatMap(({ out }) => samples(out, 'browse')).toSorted((a, b) => a - b);
    const durations = summary.byRoute['GET /products']?.durations;
    if (!durations) throw new Error('nothing was browsed');
    expect(durations.count).toBe(all.length);
    expect(all.length).toBeGreaterThan(50);
    for (const percent of percents) {
      const right = exact(all, percent);
      expect(Math.abs(valueAt(durations, percent) / right - 1), `p${percent}`).toBeLessThan(0.01);
    }
    expect([durations.min, durations.max]).toEqual([all[0], all.at(-1)]);
  } finally {
    await reference.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
