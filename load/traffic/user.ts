/** What a virtual user keeps from one iteration to the next. */
import exec from 'k6/execution';
import type { Ready } from './calm.ts';
import { paramsOf, type Params } from './client.ts';
import { plan } from './environment.ts';
import { Patience } from './patience.ts';
import { legsOf, machinesOf } from './profiles.ts';
import type { Picks, Prepared } from './requests.ts';
import { Sampler } from './sample.ts';
import type { Begun } from './summary.ts';

interface Aimed {
  readonly request: Prepared;
  readonly plain: Params;
  readonly text: Params;
}

export interface User extends Picks {
  /** Made when they are first used, so that the first iteration is no longer than the others. */
  readonly aimed: Aimed[];
  readonly patience: Patience;
  readonly sampler: Sampler;
  /** Asking k6 for it anew each time costs more than all the rest. */
  readonly scenario: typeof exec.scenario;
  readonly startedAt: number;
  readonly legs: ReturnType<typeof legsOf>;
  /** Before this no iteration is late, in milliseconds since 1970. */
  lateFrom: number;
  /** Iterations that k6 numbers ahead of time where several machines share them. */
  readonly ahead: number;
}

export function newUser(ready: Ready & Begun): User {
  const { scenario } = exec;
  return {
    table: ready.table,
    requests: ready.requests,
    aimed: [],
    patience: new Patience(),
    sampler: new Sampler(plan.samples, plan.requests),
    scenario,
    startedAt: scenario.startTime,
    legs: legsOf(plan.mix),
    lateFrom: 0,
    ahead: machinesOf(ready.segment),
  };
}

export function aim(user: User, index: number): Aimed {
  const request = user.requests[index]!;
  const plain = paramsOf(request, false);
  const aimed = { request, plain, text: paramsOf(request, true) };
  user.aimed[index] = aimed;
  return aimed;
}
