/** Requests a second and what they cost: our script, a bare one, and wrk, on one route of one service. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { costOf, type Cost } from './cost.ts';
import { path, type Service } from './service.ts';

const script = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** More than any of them reaches: all virtual users are busy all the time. */
const tooFast = 30_000;

export interface Contender {
  readonly name: string;
  readonly run: (users: number, seconds: number, rate?: number) => Promise<Cost>;
}

const k6Args = (file: string) => ['run', '--quiet', '--no-usage-report', '--log-output=none', file];

export function contenders(k6: string, service: Service): Contender[] {
  const bare: Contender = {
    name: 'bare k6',
    run: (users, seconds, rate = tooFast) =>
      costOf(service, k6, k6Args(script('calibration/bench/bare.ts')), {
        BARE_URL: service.baseUrl + path,
        BARE_RATE: `${rate}`,
        BARE_VUS: `${users}`,
        BARE_SECONDS: `${seconds}`,
        GV_API_KEY: 'any',
      }),
  };
  const ours: Contender = {
    name: 'traffic.ts',
    run: async (users, seconds, rate = tooFast) => {
      const out = mkdtempSync(join(tmpdir(), 'bench-'));
      const environment = {
        GV_BASE_URL: service.baseUrl,
        GV_API_KEY: 'any',
        GV_ALLOW: 'exhaust',
        GV_LOAD_PROFILE: 'average',
        GV_LOAD_ROUTES: 'filters',
        GV_LOAD_RATE: `${rate}`,
        GV_LOAD_MAX_RATE: `${rate}`,
        GV_MAX_RPS: `${rate}`,
        GV_LOAD_DURATION: `${seconds}`,
        GV_LOAD_MAX_VUS: `${users}`,
        GV_OUT: out,
      };
      try {
        return await costOf(service, k6, k6Args(script('load/traffic.ts')), environment);
      } finally {
        rmSync(out, { recursive: true, force: true });
      }
    },
  };
  const wrk: Contender = {
    name: 'wrk',
    run: (users, seconds) => {
      const header = ['-H', 'X-API-Key: any'];
      const args = ['-t', '1', '-c', `${users}`, '-d', `${seconds}`, ...header];
      return costOf(service, 'wrk', [...args, service.baseUrl + path]);
    },
  };
  // It prints its version and ends with 1.
  const hasWrk = spawnSync('wrk', ['--version']).error === undefined;
  return [bare, ours, ...(hasWrk ? [wrk] : [])];
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
