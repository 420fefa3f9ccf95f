/** Measures on the reference which settings, permissions and currencies the cases of a certificate need. */
import { inPool } from '../harness/client/clock.ts';
import { mayBeDiscovered } from '../harness/config/needs.ts';
import { core, featureNames, type Demands, type Part } from '../schemas/features/features.ts';
import type { CaseResult } from '../schemas/records/result.ts';
import { ledgerCurrencies } from '../schemas/schema.ts';
import { areaOf, type Need } from '../schemas/statement.ts';
import { judgeDeployment, judgeLimitsOfDeployment, startHost, type Host } from './matrix/host.ts';
import { startVirtualTime } from './matrix/virtual-time.ts';

type Needed = Pick<Demands, 'needs' | 'currencies'>;

/** Settings, permissions and currencies of GV_MAX_SPEND that a deployment has. */
type Has = ReadonlySet<string>;

const parts = [core, ...featureNames] as const;
const permissions = ['spend', 'write', 'exhaust'];
/** Currencies of what a run sends, also of vouchers that must be rejected. */
const currencies: readonly string[] = [...ledgerCurrencies, 'JPY'];

/** Settings of every run. One of the two good keys may serve instead of the other. */
const always = ['GV_BASE_URL', 'GV_RECIPIENT', 'GV_API_KEY'];

const isSettled = ({ verdict }: CaseResult): boolean =>
  ['passed', 'warning', 'not-applicable'].includes(verdict);

/** Returns the settings of a deployment that has only some of what the reference has. */
const settingsWith =
  (has: Has) =>
  (all: Readonly<Record<string, string>>): Record<string, string> => {
    const given = Object.entries(all).filter(([name]) => has.has(name) || always.includes(name));
    const money = currencies.filter(each => has.has(each)).map(each => `50000 ${each}`);
    const allow = permissions.filter(
      each => has.has(each) && (each !== 'spend' || money.length > 0),
    );
    const { GV_BULK_ORDER_BODY: bulk, ...others } = Object.fromEntries(given);
    return {
      ...others,
      // The body of a bulk needs its path.
      ...(bulk !== undefined && 'GV_BULK_ORDER_PATH' in others ? { GV_BULK_ORDER_BODY: bulk } : {}),
      GV_PROFILE: 'certify',
      GV_ALLOW: allow.join(','),
      ...(money.length > 0 ? { GV_MAX_SPEND: money.join(', ') } : {}),
    };
  };

/** Returns the cases that a deployment shows, as `requirement / case`. */
async function shownCases(host: Host, has: Has, ids?: readonly string[]): Promise<Has> {
  const given = settingsWith(has);
  const { judged } = await judgeDeployment(
    host,
    { id: 'plain', patches: [] },
    given,
    ids ? { ids } : {},
  );
  const limits =
    ids?.every(id => areaOf(id) !== 'limits') === true
      ? []
      : (await judgeLimitsOfDeployment(host, withUnknownWebhook(given))).outcomes;
  return new Set(
    [...judged.outcomes, ...limits].flatMap(({ id, cases }) =>
      cases.filter(isSettled).map(each => `${id} / ${each.id}`),
    ),
  );
}

/** Adds the id that a run discovers before it probes the limiters. */
const withUnknownWebhook =
  (given: ReturnType<typeof settingsWith>) => (all: Readonly<Record<string, string>>) => ({
    ...given(all),
    GV_WEBHOOK_UNKNOWN: all['GV_WEBHOOK_UNKNOWN'],
  });

/**
 * Returns the conditions of each part of a certificate.
 *
 * @param names Names of all settings of the reference.
 * @param demandsOf Returns the cases that a part demands.
 */
export async function measureNeeds(
  names: readonly string[],
  demandsOf: (part: Part) => Pick<Demands, 'demanded'>,
): Promise<Readonly<Record<Part, Needed>>> {
  const host = await startHost(startVirtualTime());
  const settings = names.filter(name => !always.includes(name));
  // In the order in which they are left out if one of several is enough.
  const conditions = [
    ...permissions,
    ...settings.toSorted((a, b) => Number(isDiscoverable(b)) - Number(isDiscoverable(a))),
    ...currencies.toReversed(),
  ];
  const all = new Set(conditions);
  const without = (has: Has, ...left: readonly string[]) =>
    new Set([...has].filter(each => !left.includes(each)));
  const usual = await shownCases(host, all);
  const found = await inPool(conditions, { width: 4 }, each =>
    shownCases(host, without(all, each)),
  );
  const needed = async (part: Part): Promise<Has> => {
    const { demanded } = demandsOf(part);
    const wanted = Object.entries(demanded)
      .flatMap(([id, cases]) => cases.map(name => `${id} / ${name}`))
      .filter(name => usual.has(name));
    const isShown = (shown: Has) => wanted.every(name => shown.has(name));
    const ids = Object.keys(demanded);
    const single = new Set(conditions.filter((_, at) => !isShown(found[at]!)));
    if (isShown(await shownCases(host, single, ids))) return single;
    // Of several conditions one is enough, so they are left out one after the other.
    let has: Has = all;
    for (const each of conditions.filter(condition => !single.has(condition))) {
      const fewer = without(has, each);
      if (isShown(await shownCases(host, fewer, ids))) has = fewer;
    }
    return has;
  };
  /** Returns the place of a condition: settings in their order, then permissions. */
  const placeOf = (each: string) => [...names, ...permissions].indexOf(each);
  const pairs = await inPool(parts, { width: 4 }, async part => {
    const has = await needed(part);
    const isCurrency = (each: string) => currencies.includes(each);
    const [spends] = permissions;
    const needs = conditions.filter(
      each => has.has(each) && !isCurrency(each) && !(each === 'write' && has.has(spends!)),
    );
    return [
      part,
      {
        needs: needs.toSorted((a, b) => placeOf(a) - placeOf(b)) as Need[],
        currencies: currencies.filter(each => has.has(each)),
      },
    ] as const;
  });
  await host.close();
  return Object.fromEntries(pairs) as unknown as Readonly<Record<Part, Needed>>;
}

const isDiscoverable = (name: string): boolean => mayBeDiscovered(name as Need);
