/** `./gv conformance` and `./gv smoke`: a run of the checks. */
import { command, exitCodesOfRuns, settingsOfReads, settingsOfRuns } from './cli/command.ts';
import { argumentsOf, idArgument, runnerOptions } from './runner-options.ts';
import { runConformance } from './run-conformance.ts';

export const conformance = command({
  about:
    'Checks a deployment against the contract, then probes its rate limiters, and leaves a result with its evidence and reports in GV_OUT. Without an address it judges the embedded reference. A deployment is only read until GV_ALLOW permits more. The key is GV_API_KEY, in .env or in the environment.',
  arguments: { id: idArgument },
  options: runnerOptions,
  settings: {
    first: ['GV_BASE_URL', 'GV_ALLOW', 'GV_MAX_SPEND', 'GV_MAX_RPS', 'GV_OUT', 'GV_PROFILE'],
    all: settingsOfRuns,
  },
  examples: [
    ['./gv conformance', 'the deployment of .env, or the reference'],
    [
      './gv conformance --base-url https://vouchers.example --allow write',
      'another deployment, with the key of the environment',
    ],
    ['./gv conformance auth.missing-key wallet', 'one requirement, and an area'],
    ['./gv conformance --project contract --last-failed', 'what failed last, without the probes'],
    ['./gv conformance --ui', 'checks in a browser, one by one, on the reference'],
    ['./gv conformance --shard 1/4 --out part-1', 'the first of four machines'],
  ],
  exitCodes: exitCodesOfRuns,
  run: async given => runConformance(await argumentsOf(given)),
});

/** Runs the few reads of a night. */
export const smoke = command({
  about:
    'Checks the reads that matter most: at most 60 requests, 2 a second, under any settings. For every night against production; ./gv drift states what changed since the last night.',
  arguments: { id: idArgument },
  options: runnerOptions,
  settings: { first: ['GV_BASE_URL', 'GV_OUT', 'GV_DEADLINE'], all: settingsOfReads },
  examples: [
    ['./gv smoke', 'the deployment of .env, or the reference'],
    [
      './gv smoke --base-url https://vouchers.example --out tonight',
      'another deployment, with the key of the environment',
    ],
  ],
  exitCodes: exitCodesOfRuns,
  run: async given => {
    process.env['GV_PROFILE'] = 'smoke';
    return runConformance(await argumentsOf(given));
  },
});
