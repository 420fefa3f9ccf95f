/** Measures on the reference which settings, permissions and currencies the cases of a certificate need. */
import { inPool } from '../harness/client/clock.ts';
import { mayBeDiscovered } from '../harness/config/needs.ts';
import { core, featureNames, type Demands, type Part } from '../schemas/features/features.ts';
import type { CaseResult } from '../schemas/records/result.ts';
import { automationCurrencies } from '../schemas/schema.ts';
import type { Need } from '../schemas/statement.ts';
import { judgeDeployment, judgeLimitsOfDeployment, startHost, type Host } from './matrix/host.ts';
import { startVirtualTime } from './matrix/virtual-time.ts';

type NeedsOf = Readonly<Record<Part, Pick<Demands, 'needs' | 'currencies'>>>;

/** Lists what a deployment is not given. */
interface Without {
  readonly setting?: string;
  readonly currency?: string;
  readonly allow?: readonly string[];
}

const parts = [core, ...featureNames] as const;
const all = ['write', 'spend', 'exhaust'];

/** Permissions without one of them. Permission to spend implies permission to write. */
const permissions: readonly Without[] = [
  { allow: ['write', 'exhaust'] },
  { allow: ['exhaust'] },
  { allow: ['write', 'spend'] },
];

/** Settings of every run. One of the two good keys may serve instead of the other. */
const without = ['GV_BASE_URL', 'GV_RECIPIENT', 'GV_API_KEY'];

const isSettled = ({ verdict }: CaseResult): boolean =>
  ['passed', 'warning', 'not-applicable'].includes(verdict);

/** Returns the cases that a deployment shows, as `requirement / case`. */
async function shownCases(host: Host, without: Without): Promise<ReadonlySet<string>> {
  const { setting = '', currency, allow = all } = without;
  const money = automationCurrencies
    .filter(each => each !== currency)
    .map(each => `50000 ${each}`)
    .join(', ');
  const given = ({ [setting]: _, ...settings }: Readonly<Record<string, string>>) => ({
    ...settings,
    GV_PROFILE: 'certify',
    GV_ALLOW: allow.join(','),
    GV_MAX_SPEND: money,
  });
  const { judged } = await judgeDeployment(host, { id: 'plain', patches: [] }, given);
  const limits = await judgeLimitsOfDeployment(host, given);
  const outcomes = [...judged.outcomes, ...limits.outcomes];
  return new Set(
    outcomes.flatMap(({ id, cases }) => cases.filter(isSettled).map(each => `${id} / ${each.id}`)),
  );
}

/**
 * Returns the conditions of each part of a certificate. A setting that a run discovers by itself is no condition.
 *
 * @param names Names of all settings of the reference.
 * @param demandsOf Returns the cases that a part demands.
 */
export async function measureNeeds(
  names: readonly string[],
  demandsOf: (part: Part) => Pick<Demands, 'demanded'>,
): Promise<NeedsOf> {
  const host = await startHost(startVirtualTime());
  const settings = names.filter(name => !without.includes(name) && !mayBeDiscovered(name as Need));
  const asked: readonly Without[] = [
    ...settings.map(setting => ({ setting })),
    ...automationCurrencies.map(currency => ({ currency })),
    ...permissions,
  ];
  const [usual, ...found] = await inPool([{}, ...asked], { width: 4 }, each =>
    shownCases(host, each),
  );
  await host.close();
  const ofPart = (part: Part) => {
    const demanded = Object.entries(demandsOf(part).demanded)
      .flatMap(([id, cases]) => cases.map(name => `${id} / ${name}`))
      .filter(name => usual!.has(name));
    const lost = (asking: Without) =>
      demanded.some(name => !found[asked.indexOf(asking)]!.has(name));
    const [spending, writing, probing] = permissions.map(lost);
    const needs = [
      ...asked.flatMap(each => (each.setting !== undefined && lost(each) ? [each.setting] : [])),
      ...(spending ? ['spend'] : writing ? ['write'] : []),
      ...(probing ? ['exhaust'] : []),
    ] as Need[];
    const currencies = asked.flatMap(each =>
      each.currency !== undefined && lost(each) ? [each.currency] : [],
    );
    return [part, { needs, currencies }] as const;
  };
  return Object.fromEntries(parts.map(ofPart)) as unknown as NeedsOf;
}
