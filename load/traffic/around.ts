/** What k6 does before and after the load, once; virtual users have no part in it. */
import { sleep } from 'k6';
import exec from 'k6/execution';
import { getReady, type Ready } from './calm.ts';
import { jsonOf, paramsOf, retryAfter, send } from './client.ts';
import { asyncTimeoutMs, maxRps, mostWaitMs, out, plan, target, timeoutMs } from './environment.ts';
import { optionsOf } from './metrics.ts';
import { waitMs } from './patience.ts';
import type { Shape } from './profiles.ts';
import { describe, summarize, type Begun, type SummaryData } from './summary.ts';

/** All that a virtual user is told; it travels as JSON. */
export interface Load extends Ready, Begun {
  readonly shape: Shape;
  /** Iterations that are planned, and how many of them are looked at. */
  readonly planned: number;
  readonly samples: number;
  readonly timeoutMs: number;
  readonly asyncTimeoutMs: number;
}

export const options = optionsOf(plan, { timeoutMs, asyncTimeoutMs });

/** An exception here ends k6 with 107. */
export function prepareLoad(): Load {
  const startedAt = new Date().toISOString();
  const segment = exec.test.options.executionSegment as string | null | undefined;
  const ready = getReady(target, plan, request => {
    for (let attempt = 0; ; attempt++) {
      sleep(1 / Math.min(maxRps, 20));
      const answer = send(request, paramsOf(request, timeoutMs, true));
      const wait = waitMs(retryAfter(answer));
      if (answer.status !== 429 || attempt === 2 || wait > mostWaitMs)
        return { status: answer.status, body: jsonOf(answer).value };
      sleep(wait / 1000);
    }
  });
  const { mix: shape, requests: planned, samples } = plan;
  const begun = { startedAt, ...(segment ? { segment } : {}) };
  return { ...ready, ...begun, shape, planned, samples, timeoutMs, asyncTimeoutMs };
}

/** What k6 prints and writes at the end. */
export function tell(data: SummaryData & { setup_data?: Begun }) {
  if (!data.setup_data) return { stdout: 'No load was put on: see the error above.\n' };
  const summary = summarize(data, plan, data.setup_data);
  return {
    ...(out ? { [`${out}/traffic.json`]: JSON.stringify(summary, null, 1) } : {}),
    stdout: `\n${describe(summary)}\n`,
  };
}
