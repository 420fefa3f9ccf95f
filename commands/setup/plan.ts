/** `./gv plan`: what a run would do. */
import { harmless, harmlessJson } from '../../fixtures/output/sanitize.ts';
import { command } from '../cli/command.ts';
import { settingsOfRuns } from '../cli/settings.ts';
import { configuredTarget } from './doctor/configuration.ts';
import { planLines } from './plan/lines.ts';
import { makePlan } from './plan/make-plan.ts';

export default command({
  about:
    'States what a run with these settings would do: which requirements it would show and what opens more of them, how many requests it sends to each limiter, the most that it can spend, and how long it takes. Sends nothing to the target: the same checks run on the embedded reference, in this process, and the numbers are those of that.',
  options: { json: { about: 'the same for programs (schemas/records/plan.ts)' } },
  settings: {
    first: ['GV_BASE_URL', 'GV_ALLOW', 'GV_MAX_SPEND', 'GV_MAX_RPS', 'GV_PROFILE', 'GV_OUT'],
    all: settingsOfRuns,
  },
  examples: [
    ['./gv plan', 'the deployment of .env, or the reference'],
    ['./gv plan --allow write,exhaust', 'what these permissions would open, and cost'],
    ['./gv plan --profile smoke --json', 'a night, for programs'],
  ],
  exitCodes: { 0: 'it was stated', 3: 'settings that a run could not start with' },
  run: async ({ json }) => {
    const plan = await makePlan(configuredTarget());
    console.log(json ? harmlessJson(plan) : harmless(planLines(plan).join('\n'), Infinity));
    return 0;
  },
});
