/** Everything that keeps a run from starting, or from showing what it could; one read a key is sent. */
import { clockAhead, clocksApart } from '../../../reports/result/doubts.ts';
import type { Diagnosis, Finding, Section } from '../../../schemas/records/diagnosis.ts';
import type { Plan } from '../../../schemas/records/plan.ts';
import type { Exchange } from '../../../schemas/records/exchange.ts';
import type { Target } from '../../../fixtures/config/target.ts';
import { makePlan } from '../plan/make-plan.ts';
import { remedyText, requirementsText } from '../plan/lines.ts';
import { examineConfiguration } from './configuration.ts';
import { look, ok } from './finding.ts';
import { findingsOf, readKeys } from './keys.ts';
import { examineMachine } from './machine.ts';
import { examineMoney } from './money.ts';

interface Parts {
  /** Called with each section as it is known: reads are slow. */
  readonly onSection?: (section: Section) => void;
  readonly now?: Date;
}

export async function diagnose({
  onSection = () => {},
  now = new Date(),
}: Parts = {}): Promise<Diagnosis> {
  const sections: Section[] = [];
  const add = (name: Section['name'], findings: readonly Finding[]) => {
    if (findings.length === 0) return;
    const section = { name, findings };
    sections.push(section);
    onSection(section);
  };
  const { target, values, findings } = examineConfiguration(now.toISOString().slice(0, 10));
  add('configuration', findings);
  add('machine', await examineMachine(values, target?.allow.has('exhaust') ?? false));
  if (target?.origin === 'configured') {
    const readings = await readKeys(target);
    const found = findingsOf(target, readings);
    const exchanges = readings.flatMap(({ exchange }) => exchange ?? []);
    add('target', [...found.target, ...clockFindings(exchanges)]);
    add('keys', found.keys);
    add('money', [examineMoney(target)]);
  }
  const canStart = sections.every(each => each.findings.every(({ mark }) => mark !== 'stop'));
  const plan = target && canStart ? await makePlan(target) : undefined;
  if (plan) add('plan', planFindings(target!, plan));
  return { schemaVersion: 1, canStart, sections, ...(plan ? { plan } : {}) };
}

/** From where a person may wonder about timestamps. */
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

/** Remedies that doctor names; plan has them all. */
const shownRemedies = 3;

const planFindings = ({ origin }: Target, plan: Plan): Finding[] => [
  ok(`${requirementsText(plan)}${origin === 'reference' ? '' : ', as rehearsed on the reference'}`),
  ...plan.remedies
    .slice(0, shownRemedies)
    .map(remedy => ok(`${remedy.setting} opens ${remedyText(remedy)}`)),
];
