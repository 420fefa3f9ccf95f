/** `./gv smoke`: the few reads of a night. */
import { command, exitCodesOfRuns, settingsOfReads } from './cli/command.ts';
import { runConformance } from './run-conformance.ts';
import { argumentsOf, idArgument, runnerOptions } from './runner-options.ts';

export default command({
  about:
    'Checks the reads that matter most: at most 60 requests, 2 a second, whatever the settings permit. For every night against production; ./gv drift states what changed since the last one.',
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
