/** Steps that k6 takes once, before and after the load: setup and summary. Virtual users never load this file. */
import { sleep } from 'k6';
import exec from 'k6/execution';
import { boundsOf, type Bounds } from '../../fixtures/client/guard.ts';
import { out, reserved, target, tls } from '../environment.ts';
import { jsonOf, paramsOf, retryAfter, send } from './user/client.ts';
import { lookFirst, type Ready } from './first-look.ts';
import { optionsOf } from './metrics.ts';
import { waitMs } from './user/patience.ts';
import { planLoad } from './plan.ts';
import type { Shape } from './user/profiles.ts';
import { describe, summarize, type Begun, type SummaryData } from './summary.ts';

/** All that a virtual user gets; it travels as JSON. */
export interface Load extends Ready, Begun {
  readonly shape: Shape;
  /** Iterations that are planned, and how many of their responses are sampled. */
  readonly planned: number;
  readonly samples: number;
  /** Bounds of the guard of each virtual user. */
  readonly bounds: Bounds;
  readonly timeoutMs: number;
  readonly asyncTimeoutMs: number;
}

const { asyncTimeoutMs, maxRps, probe, timeoutMs } = target;
const bounds = boundsOf(target);
const plan = planLoad(target.values, target.allow, maxRps);

export const options = { ...optionsOf(plan, target), ...tls };

/** An exception here ends k6 with 107. */
export function prepareLoad(): Load {
  const startedAt = new Date().toISOString();
  const segment = exec.test.options.executionSegment as string | null | undefined;
  const ready = lookFirst(target, plan, reserved, request => {
    for (let attempt = 0; ; attempt++) {
      sleep(1 / Math.min(maxRps, 20));
      const response = send(bounds, request, paramsOf(request, timeoutMs, true));
      const wait = waitMs(retryAfter(response), Date.now());
      if (response.status !== 429 || attempt === 2 || wait > probe.maxWaitMs)
        return { status: response.status, body: jsonOf(response).value };
      sleep(wait / 1000);
    }
  });
  const { mix: shape, requests: planned, samples } = plan;
  const begun = { startedAt, ...(segment ? { segment } : {}) };
  return { ...ready, ...begun, shape, planned, samples, bounds, timeoutMs, asyncTimeoutMs };
}

/** Returns what k6 prints and writes at the end. */
export function writeSummary(data: SummaryData & { setup_data?: Begun }) {
  if (!data.setup_data) return { stdout: 'No load was generated: see the error above.\n' };
  const summary = summarize(data, plan, data.setup_data);
  return {
    ...(out ? { [`${out}/traffic.json`]: JSON.stringify(summary, null, 1) } : {}),
    stdout: `\n${describe(summary)}\n`,
  };
}
