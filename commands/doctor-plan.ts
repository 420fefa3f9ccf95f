/** Plans the run of a deployment with a few reads, and prints the plan (`./gv doctor`). */
import { randomUUID } from 'node:crypto';
import { neededMoney, plannedRequirements } from '../contract/setup/totals.ts';
import { planRun } from '../contract/setup/plan-run.ts';
import type { Selection } from '../contract/setup/plan.ts';
import { requirementIds } from '../contract/statements.ts';
import { openReader } from '../harness/client/api.ts';
import { systemClock } from '../harness/client/clock.ts';
import { openLedger } from '../harness/client/ledger/ledger.ts';
import { createFacts } from '../harness/client/log.ts';
import { settings, type SettingName } from '../harness/config/settings.ts';
import type { Target } from '../harness/config/target.ts';
import { fold } from '../harness/output/wrap.ts';
import { withServedKeys } from '../harness/run/hosts/preflight.ts';
import { NotExercised } from '../harness/verdict.ts';
import { baselineFile } from '../reports/files.ts';
import { baselineOf, idOf } from '../reports/result/baseline.ts';
import { counted, upTo } from '../schemas/counted.ts';
import { durationText } from '../schemas/duration.ts';
import { group } from '../schemas/group.ts';
import { settingOf } from '../schemas/lacks.ts';
import type { Baseline } from '../schemas/records/baseline.ts';
import { amountsText, sumInCents, type Money } from '../schemas/records/money.ts';
import type { Plan } from '../schemas/records/plan.ts';
import { withShortWaits } from './doctor-keys.ts';

export interface Planned {
  readonly plan: Plan;
  /** Money that GV_MAX_SPEND leaves, or the reason why it is unknown. */
  readonly room: Money | string | undefined;
}

/** Plans a run. Reads the catalog and the wallets if the run may buy, and finds out whether a key serves instead of another. */
export async function planOfTarget(given: Target, selection: Selection): Promise<Planned> {
  const reader = openReader(withShortWaits(given));
  const { api, log } = reader;
  try {
    const { served } = await withServedKeys({ target: given, api, onDiscovered: () => {} });
    const target = { ...given, served };
    const room = roomOf(target);
    const context = {
      api,
      target,
      clock: systemClock,
      facts: createFacts(target, log, ''),
      prepared: new Map(),
      limiters: () => Promise.resolve([]),
    };
    const known = { exchanges: () => log.exchanges, ...(typeof room === 'object' ? { room } : {}) };
    return { plan: await planRun(selection, context, known), room };
  } finally {
    reader.close();
  }
}

function roomOf(target: Target): Planned['room'] {
  if (!target.allow.has('spend')) return undefined;
  try {
    return openLedger(target, randomUUID(), systemClock).room();
  } catch (error) {
    if (error instanceof NotExercised) return error.message;
    throw error;
  }
}

const row = (label: string, text: string, width = 12): string[] =>
  fold(text, ' '.repeat(width + 2), `  ${label.padEnd(width)}`);

interface Shown {
  readonly lines: readonly string[];
  /** Says that a run can start, and which setting shows most. */
  readonly next: string;
}

/** Describes what the run would show, and what it lacks by setting. */
export function shownLines({ plan: { runs, lacks } }: Planned, target: Target): Shown {
  const shown = plannedRequirements({ runs }).length;
  const lacking = requirementIds.flatMap(id => {
    const setting = lacks[id] && settingOf(lacks[id]);
    return setting === undefined ? [] : [{ id, setting }];
  });
  const opening = [...group(lacking, ({ setting }) => setting)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  const [next] = opening;
  const width = 2 + Math.max(...opening.map(([setting]) => setting.length));
  return {
    lines: [
      `What a run would show (profile ${target.profile}): ${shown} of ${shown + lacking.length} requirements`,
      ...opening.flatMap(([setting, own]) =>
        row(setting, `${own.length} more: ${aboutOf(setting)}`, width),
      ),
      '',
    ],
    next: `A run can start.${next ? ` To show more, set ${next[0]}.` : ''}`,
  };
}

/** Returns the number of requirements that the baseline of a gate demands, and those of them that a planned run would not show. */
function baselineText({ lacks }: Plan, { cases }: Baseline): string {
  const ids = [...new Set(cases.map(idOf))];
  const lacking = ids.filter(id => lacks[id] !== undefined && lacks[id] !== 'selection');
  const all = `${baselineFile} demands ${counted(ids.length, 'requirement')}`;
  return lacking.length === 0
    ? all
    : `${all}. This run would not show ${upTo(mostNamed, lacking).join(', ')}, and end with 2`;
}

/** Limits the requirements that are named. */
const mostNamed = 5;

/** Returns the requests, the time of the limiters and the money of a plan as lines, after what the baseline of a gate demands. */
export function costLines({ plan, room }: Planned, target: Target): string[] {
  const baseline = baselineOf(target.profile);
  return [
    ...(baseline ? row('Baseline', baselineText(plan, baseline)) : []),
    ...row('Requests', requestsText(plan.costs, target)),
    ...row('Limiters', limitersText(plan.costs)),
    ...row('Money', moneyText(plan, room, target)),
  ];
}

const permissions: Readonly<Record<string, string>> = {
  'GV_ALLOW=write':
    'a run registers and removes a webhook, and sends requests that the target must reject',
  'GV_ALLOW=spend': 'a run makes orders and sends vouchers, for up to GV_MAX_SPEND in 24 hours',
  'GV_ALLOW=exhaust': 'a run drives each limiter to its 429, also for others who share the limiter',
};

const aboutOf = (setting: string): string =>
  permissions[setting] ?? (setting in settings ? settings[setting as SettingName].about : '');

function requestsText(
  { requests, seconds }: Plan['costs'],
  { maxRequests, maxRps }: Target,
): string {
  const pace = Number.isFinite(maxRps) ? ` at ${maxRps} a second (GV_MAX_RPS)` : '';
  return `about ${requests}, at most ${maxRequests} (GV_MAX_REQUESTS); ${durationText(seconds)}${pace}`;
}

function limitersText({ limiters }: Plan['costs']): string {
  if (limiters.length === 0) return 'not probed';
  const seconds = limiters.reduce((sum, each) => sum + each.seconds, 0);
  return `${limiters.map(({ name }) => name).join(', ')}: about ${durationText(seconds)} after the checks, three windows each`;
}

/** Says what a run would send, what it consists of, and how many such runs GV_MAX_SPEND allows. */
function moneyText(plan: Plan, room: Planned['room'], { values }: Target): string {
  const { prepares, costs } = plan;
  if (room === undefined) return 'nothing: GV_ALLOW does not have spend';
  if (typeof room === 'string') return room;
  const left = `GV_MAX_SPEND leaves ${amountsText(room) || 'nothing'} for the next 24 hours (./gv ledger).`;
  if (costs.isBound) return `at most that. The catalog could not be read. ${left}`;
  const whole = neededMoney(plan);
  if (Object.keys(whole).length === 0) return `nothing, because no product can be bought. ${left}`;
  const parts = [...group(prepares, ({ what }) => what)].flatMap(([what, all]) => {
    const money = amountsText(sumInCents(all.map(each => each.money)));
    return money === '' ? [] : [`${all.length > 1 ? `${all.length} x ` : ''}${what} ${money}`];
  });
  const { moneyAtPrices = costs.money } = costs;
  const limits = values.GV_MAX_SPEND ?? {};
  const ofLimits = runsIn(limits, whole);
  return [
    `${amountsText(whole)} of ${amountsText(limits)}: ${parts.join('; ')}.`,
    ...(amountsText(moneyAtPrices) === amountsText(costs.money)
      ? []
      : [`${amountsText(moneyAtPrices)} if no voucher may cost less than its product.`]),
    'All money that is sent counts, accepted or rejected.',
    left,
    ofLimits > 0
      ? `That is enough for ${counted(runsIn(room, whole), 'such run')}, and GV_MAX_SPEND for ${ofLimits} in 24 hours.`
      : `GV_MAX_SPEND is not enough for one such run: it sends its cheap vouchers, and leaves out orders when the rest is spent. ${amountsText(whole)} would be enough.`,
  ].join(' ');
}

/** Returns how many times money contains the money of a run. */
const runsIn = (money: Money, ofRun: Money): number =>
  Math.floor(
    Math.min(
      ...Object.entries(ofRun)
        .filter(([currency, value]) => currency in money && value > 0)
        .map(([currency, value]) => money[currency]! / value),
    ),
  );
