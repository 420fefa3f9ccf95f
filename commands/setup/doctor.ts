/** `./gv doctor`: if a run can start, and what it would do. */
import { harmlessJson } from '../../output/sanitize.ts';
import { exitCodes } from '../../reports/result/exit-codes.ts';
import type { Diagnosis, Section } from '../../schemas/records/diagnosis.ts';
import { command } from '../cli/command.ts';
import { settingsOfRuns } from '../cli/settings.ts';
import { diagnose, type Parts } from './doctor/diagnose.ts';
import { conclusion, planText, sectionText } from './doctor/lines.ts';

export default command({
  about:
    'Checks what a run needs before it starts: settings and their files, Node and k6, the folders of results and of what was spent, the target and its clock, and each key with one GET, two a second. Then states what a run would do: the requirements that it would exercise, the setting that opens each of the others, requests, money and time, counted by running the checks on the embedded reference, in this process. Judges nothing, spends nothing and shows no key.',
  options: { json: { about: 'the same for programs (schemas/records/json-schemas/diagnosis.ts)' } },
  settings: {
    first: ['GV_BASE_URL', 'GV_ALLOW', 'GV_MAX_SPEND', 'GV_PROFILE', 'GV_OUT', 'GV_STATE'],
    all: settingsOfRuns,
  },
  examples: [
    ['./gv doctor', 'the deployment of .env, or the reference'],
    ['./gv doctor --base-url https://vouchers.example', 'another one, with the same keys'],
    ['./gv doctor --allow write,exhaust', 'what these permissions would open, and cost'],
    ['./gv doctor --profile smoke --json', 'a night, for programs'],
  ],
  exitCodes: { 0: 'a run can start', 3: 'it cannot: what is marked stop has to be changed' },
  run: async ({ json }) => {
    const diagnosis = json ? await diagnose() : await shownDiagnosis();
    if (json) console.log(harmlessJson(diagnosis));
    return diagnosis.canStart ? 0 : exitCodes.error;
  },
});

/** Prints each section as it is known: reads are slow. */
export async function shownDiagnosis(parts: Parts = {}): Promise<Diagnosis> {
  const onSection = (section: Section) => console.log(sectionText(section));
  const diagnosis = await diagnose({ ...parts, onSection });
  if (diagnosis.plan) console.log(planText(diagnosis.plan));
  console.log(conclusion(diagnosis));
  return diagnosis;
}
