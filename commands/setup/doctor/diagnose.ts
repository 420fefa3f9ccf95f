/** Everything that keeps a run from starting, or from showing what it could; one read a key is sent. */
import { clockAhead, clocksApart } from '../../../reports/result/doubts.ts';
import type { Diagnosis, Finding, Section } from '../../../schemas/records/diagnosis.ts';
import type { Exchange } from '../../../schemas/records/exchange.ts';
import { readEnvironment } from '../../../fixtures/config/environment.ts';
import type { Environment } from '../../../fixtures/config/values.ts';
import { examineConfiguration } from './configuration.ts';
import { look, ok } from './finding.ts';
import { findingsOf, readKeys } from './keys.ts';
import type { Reading } from './read-key.ts';
import { examineMachine } from './machine.ts';
import { fundsOf, moneyFinding } from './money.ts';
import { planOf } from './plan.ts';
import { rehearse } from './rehearsal.ts';

export interface Parts {
  /** Absent: that of a run. */
  readonly env?: () => Environment;
  /** What each key got; absent: it is read. */
  readonly readings?: readonly Reading[];
  /** Called with each section as it is known: reads are slow. */
  readonly onSection?: (section: Section) => void;
  readonly now?: Date;
}

export async function diagnose({
  env = readEnvironment,
  readings: known,
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
  const { target, values, findings } = examineConfiguration(now.toISOString().slice(0, 10), env);
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
