/** Runs the checks (`./gv conformance`, `./gv smoke`). */
import { command, exitCodesOfRuns, settingsOfReads, settingsOfRuns } from './cli/command.ts';
import { argumentsOf, idArgument, runnerOptions } from './runner-options.ts';
import { runConformance } from './run-conformance.ts';

export const conformance = command({
  about:
    'Checks a deployment against the contract, then probes its rate limiters. Writes the result, its evidence and reports to GV_OUT. Without an address, it judges the embedded reference. A run only reads from a deployment until GV_ALLOW permits more. Set the key as GV_API_KEY, in .env or in the environment.',
  arguments: { id: idArgument },
  options: runnerOptions,
  settings: {
    first: ['GV_BASE_URL', 'GV_ALLOW', 'GV_MAX_SPEND', 'GV_MAX_RPS', 'GV_OUT', 'GV_PROFILE'],
    all: settingsOfRuns,
  },
  examples: [
    ['./gv conformance', 'check the deployment of .env, or the reference'],
    [
      './gv conformance --base-url https://vouchers.example --allow write',
      'check another deployment, with the key of the environment',
    ],
    ['./gv conformance auth.missing-key wallet', 'check one requirement, and an area'],
    [
      './gv conformance --project contract --last-failed',
      'repeat the checks that failed, without the probes',
    ],
    ['./gv conformance --ui', 'choose and run checks in a browser'],
    ['./gv conformance --shard 1/4 --out part-1', 'run the first of four shards'],
  ],
  exitCodes: exitCodesOfRuns,
  run: async given => runConformance(await argumentsOf(given)),
});

/** Runs the few reads of a night. */
export const smoke = command({
  about:
    'Checks the most important reads, with at most 60 requests, 2 a second, with any settings. Run it every night against production. ./gv drift shows what changed since the last night.',
  arguments: { id: idArgument },
  options: runnerOptions,
  settings: { first: ['GV_BASE_URL', 'GV_OUT', 'GV_DEADLINE'], all: settingsOfReads },
  examples: [
    ['./gv smoke', 'check the deployment of .env, or the reference'],
    [
      './gv smoke --base-url https://vouchers.example --out tonight',
      'check another deployment, with the key of the environment',
    ],
  ],
  exitCodes: exitCodesOfRuns,
  run: async given => {
    process.env['GV_PROFILE'] = 'smoke';
    return runConformance(await argumentsOf(given));
  },
});
