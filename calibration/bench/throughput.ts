/** Requests a second and what they cost: our script, a bare one, and wrk, on one route of one service. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scriptPath, startK6 } from '../../load/k6/start.ts';
import { costOf, type Cost } from './cost.ts';
import { path } from './path.ts';
import type { Service } from './service.ts';

const bareScript = fileURLToPath(new URL('bare.ts', import.meta.url));

/** More than any of them reaches: all virtual users are busy all the time. */
const tooFast = 30_000;

export interface Contender {
  readonly name: string;
  readonly run: (users: number, seconds: number, rate?: number) => Promise<Cost>;
}

function k6Contender(name: string, k6: string, script: string, service: Service): Contender {
  return {
    name,
    run: async (users, seconds, rate = tooFast) => {
      const out = mkdtempSync(join(tmpdir(), 'bench-'));
      const { child, ended } = startK6(k6, script, {
        env: {
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
        },
        args: ['--log-output=none'],
      });
      try {
        return await costOf(
          service,
          child,
          ended.then(({ code }) => code),
        );
      } finally {
        rmSync(out, { recursive: true, force: true });
      }
    },
  };
}

export function contenders(k6: string, service: Service): Contender[] {
  const wrk: Contender = {
    name: 'wrk',
    run: (users, seconds) => {
      const header = ['-H', 'X-API-Key: any'];
      const args = ['-t', '1', '-c', `${users}`, '-d', `${seconds}`, ...header];
      const child = spawn('wrk', [...args, service.baseUrl + path], { stdio: 'ignore' });
      const ended = new Promise<number | null>((resolve, reject) =>
        child.once('error', reject).once('close', resolve),
      );
      return costOf(service, child, ended);
    },
  };
  // It prints its version and ends with 1.
  const hasWrk = spawnSync('wrk', ['--version']).error === undefined;
  return [
    k6Contender('bare k6', k6, bareScript, service),
    k6Contender('traffic.ts', k6, scriptPath('traffic.ts'), service),
    ...(hasWrk ? [wrk] : []),
  ];
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
