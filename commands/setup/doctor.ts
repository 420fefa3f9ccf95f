/** `./gv doctor`: whether a run can start. */
import { harmlessJson } from '../../fixtures/output/sanitize.ts';
import { exitCodes } from '../../reports/result/exit-codes.ts';
import type { Section } from '../../schemas/records/diagnosis.ts';
import { command } from '../cli/command.ts';
import { settingsOfRuns } from '../cli/settings.ts';
import { diagnose } from './doctor/diagnose.ts';
import { conclusion, sectionLines } from './doctor/lines.ts';

export default command({
  about:
    'States whether a run can start, and what is worth a look before: settings and their files, Node and k6, the folders of results and of what was spent, whether the target is there, its clock, which keys work and to whom they belong, and what would run. Sends one read a key, two a second, and judges nothing. No key is shown.',
  options: { json: { about: 'the same for programs (schemas/records/diagnosis.ts)' } },
  settings: { first: ['GV_BASE_URL', 'GV_OUT', 'GV_STATE', 'GV_TIMEOUT'], all: settingsOfRuns },
  examples: [
    ['./gv doctor', 'the deployment of .env, or the reference'],
    ['./gv doctor --base-url https://vouchers.example', 'another one, with the same keys'],
    ['./gv doctor --json', 'for programs'],
  ],
  exitCodes: { 0: 'a run can start', 3: 'it cannot: what is marked stop has to be changed' },
  run: async ({ json }) => {
    const onSection = (section: Section) => console.log(sectionLines(section).join('\n'));
    const diagnosis = await diagnose(json ? {} : { onSection });
    console.log(json ? harmlessJson(diagnosis) : conclusion(diagnosis));
    return diagnosis.canStart ? 0 : exitCodes.error;
  },
});
