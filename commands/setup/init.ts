/** `./gv init`: makes the file of settings. */
import { settingsFile } from '../../fixtures/config/environment.ts';
import { harmless } from '../../output/sanitize.ts';
import { command } from '../cli/command.ts';
import { findingLines } from './doctor/lines.ts';
import { isIgnoredByGit } from './git.ts';
import { chosen, initialisable, ofStandardInput } from './init/given.ts';
import { initialise } from './init/initialise.ts';
import type { Tested } from './init/tested.ts';
import { fold } from './text.ts';

export default command({
  about:
    'Writes .env (.env.NAME with GV_ENV=NAME), which only its owner can read. Asks for the address and the keys of a deployment, and tests each key with one read. Without a terminal nothing is asked: what is not given has to be in the environment, in options or, with --stdin, in lines like GV_API_KEY=... of standard input.',
  options: {
    stdin: { about: 'read settings from standard input, a line each; nothing is asked' },
    update: { about: 'change a file that is there: what is given replaces the same settings' },
    untested: { about: 'without a terminal: write what is given, and send nothing' },
  },
  settings: {
    first: ['GV_BASE_URL', 'GV_COUNTRIES', 'GV_ALLOW', 'GV_MAX_SPEND'],
    all: [...initialisable],
  },
  examples: [
    ['./gv init', 'asks'],
    ['./gv init --base-url https://vouchers.example --stdin', 'in a script that pipes the keys'],
    ['./gv init --update --allow write', 'adds a permission to the file that is there'],
  ],
  exitCodes: { 0: 'the file was written', 3: 'nothing was written' },
  run: async ({ stdin, update, untested }) => {
    const file = settingsFile();
    const isAsked = !stdin && process.stdin.isTTY && process.stdout.isTTY;
    await initialise({
      file,
      given: { ...chosen(process.env), ...(stdin ? ofStandardInput() : {}) },
      say,
      show: ({ findings }: Tested) => console.log(findings.flatMap(findingLines).join('\n')),
      asker: isAsked ? (await import('./init/prompts.ts')).prompts : undefined,
      update,
      untested,
    });
    console.log(ending(file).join('\n'));
    return 0;
  },
});

const say = (text: string): void => console.log(harmless(fold(text, '').join('\n')));

function ending(file: string): string[] {
  const { GV_ENV: name } = process.env;
  const gv = name ? `GV_ENV=${name} ./gv` : './gv';
  const ignored = isIgnoredByGit(file);
  return [
    `${file} was written; nobody else on this machine can read it.`,
    ...(ignored === false ? [`git does not ignore it: add ${file} to .gitignore now.`] : []),
    'What comes next:',
    `  ${gv} doctor        what a run would do, and what it still needs`,
    `  ${gv} conformance   the run`,
  ];
}
