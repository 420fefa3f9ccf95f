/** `./gv doctor`: if a run can start, and what it would do. */
import { readEnvironment } from '../fixtures/config/environment.ts';
import type { Environment } from '../fixtures/config/values.ts';
import { harmlessJson } from '../fixtures/output/sanitize.ts';
import { clockAhead, clocksApart } from '../reports/result/doubts.ts';
import { exitCodes, command, settingsOfRuns } from './cli/command.ts';
import type { Diagnosis, Finding, Section } from '../schemas/records/diagnosis.ts';
import type { Exchange } from '../schemas/records/exchange.ts';
import { findingsOf, readKeys, type Reading } from './doctor-keys.ts';
import { examineConfiguration, examineMachine } from './doctor-machine.ts';
import { fundsOf, moneyFinding, planOf } from './doctor-plan.ts';
import { rehearse } from './doctor-rehearsal.ts';
import { conclusion, look, ok, planText, sectionText } from './doctor-text.ts';
import { print } from '../fixtures/output/wrap.ts';

export default command({
  about:
    'Checks what a run needs before it starts: settings and their files, Node and k6, the folders of results and of what was spent, the target and its clock, and each key with one GET, two a second. Then states what a run would do: the requirements that it would exercise, the setting that opens each of the others, requests, money and time, counted by running the checks on the embedded reference, in this process. Judges nothing, spends nothing and shows no key.',
  options: { json: { about: 'the same for programs (schemas/records/diagnosis.ts)' } },
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
  const onSection = (section: Section) => print(sectionText(section));
  const diagnosis = await diagnose({ ...parts, onSection });
  if (diagnosis.plan) print(planText(diagnosis.plan));
  print(conclusion(diagnosis));
  return diagnosis;
}

interface Parts {
  /** Absent: that of a run. */
  readonly env?: () => Environment;
  /** The response to each key; absent: they are read. */
  readonly readings?: readonly Reading[];
  /** Called with each section as it is known: reads are slow. */
  readonly onSection?: (section: Section) => void;
}

/** Examines all that a run needs, and rehearses it if it can start. */
async function diagnose({
  env = readEnvironment,
  readings: known,
  onSection = () => {},
}: Parts = {}): Promise<Diagnosis> {
  const sections: Section[] = [];
  const add = (name: Section['name'], findings: readonly Finding[]) => {
    if (findings.length === 0) return;
    const section = { name, findings };
    sections.push(section);
    onSection(section);
  };
  const { target, values, findings } = examineConfiguration(env);
  add('configuration', findings);
  add('machine', await examineMachine(values, target?.allow.has('exhaust') ?? false));
  if (target?.origin === 'configured') {
    const readings = known ?? (await readKeys(target));
    const found = findingsOf(target, readings);
    const exchanges = readings.flatMap(({ exchange }) => exchange ?? []);
    add('target', [...found.target, ...clockFindings(exchanges)]);
    add('keys', found.keys);
  }
  const canStart = sections.every(each => each.findings.every(({ mark }) => mark !== 'stop'));
  if (!target) return { schemaVersion: 1, canStart, sections };
  const funds = fundsOf(target);
  const plan = canStart
    ? planOf(target, funds.room, await rehearse(target, funds.problem))
    : undefined;
  if (target.origin === 'configured') add('money', [moneyFinding(target, funds, plan)]);
  return { schemaVersion: 1, canStart, sections, ...(plan ? { plan } : {}) };
}

/** Of a clock that is further off, a person may wonder about timestamps. */
const worthALookMs = 5000;

function clockFindings(exchanges: readonly Exchange[]): Finding[] {
  if (clockAhead(exchanges) === undefined) return [];
  const apart = clocksApart(exchanges, worthALookMs);
  return apart.length > 0
    ? apart.map(text =>
        look(
          `${text} Resets of limiters are judged by the target's own Date, and a log of either is off by that.`,
        ),
      )
    : [ok('its clock (Date) agrees with that of this machine')];
}
