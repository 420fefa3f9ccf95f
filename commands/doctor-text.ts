/** Says in a few lines what a planned run would show, send and spend (`./gv doctor`). */
import { isDeepStrictEqual } from 'node:util';
import { plannedRequirements, requestsOf, secondsOf } from '../contract/setup/totals.ts';
import { isEnough } from '../contract/setup/budget.ts';
import { requirementIds } from '../contract/statements.ts';
import type { Target } from '../harness/config/target.ts';
import { fold } from '../harness/output/wrap.ts';
import { counted, upTo } from '../schemas/counted.ts';
import { durationText } from '../schemas/duration.ts';
import { group } from '../schemas/group.ts';
import { settingOf } from '../schemas/lacks.ts';
import { amountsText, type Money } from '../schemas/records/money.ts';
import { baselineFile } from '../reports/files.ts';
import type { Plan } from '../schemas/records/plan.ts';
import { automationCurrencies } from '../schemas/schema.ts';
import { runsIn, type Planned, type Wanted } from './doctor-plan.ts';

const row = (label: string, text: string): string[] =>
  fold(text, ' '.repeat(12), `  ${label.padEnd(10)}`);

interface Verdict {
  /** False if the run would lack something that a certificate demands. */
  readonly canStart: boolean;
  readonly text: string;
}

/** Says what a run would show with these settings, and what it would leave out. */
export function verdictOf({ now, missed }: Planned, { profile, values }: Target): Verdict {
  const why =
    missed.always.length < missed.now.length ? 'leaves too little money now' : 'is too low';
  const short =
    missed.now.length > 0
      ? ` GV_MAX_SPEND ${why} for cases of ${counted(missed.now.length, 'requirement')}: ${namedOf(missed.now)}.`
      : '';
  if (profile !== 'certify') {
    const { shown, all } = countsOf(now);
    const shows = `A run can start. It shows ${shown} of ${all} requirements (profile ${profile}).`;
    return { canStart: true, text: shows + short };
  }
  if (missed.now.length > 0)
    return { canStart: false, text: `A certificate would be refused.${short}` };
  const features = values.GV_FEATURES?.join(', ') ?? 'all features';
  return {
    canStart: true,
    text: `A run can start. A certificate of ${features} needs no more settings.`,
  };
}

/** Returns the demanded requirements that a run would not show whole. */
const notShown = (
  { now: { lacks }, missed }: Planned,
  demanded: NonNullable<Wanted['demanded']>,
): readonly string[] => {
  const lacking = Object.keys(demanded).filter(
    id => lacks[id] !== undefined && lacks[id] !== 'selection',
  );
  return [...new Set([...lacking, ...missed.now])];
};

const namedOf = (ids: readonly string[]): string => upTo(mostNamed, ids).join(', ');

/** Limits the requirements that are named. */
const mostNamed = 5;

/** Says how many requirements the baseline of a gate demands, and which of them a planned run would not show. */
function baselineRow(planned: Planned, { demanded }: Wanted): string[] {
  if (!demanded) return [];
  const missing = notShown(planned, demanded);
  const all = `${baselineFile} demands ${counted(Object.keys(demanded).length, 'requirement')}`;
  return row(
    'Baseline',
    missing.length === 0
      ? all
      : `${all}. This run would end with 2, because it would not show ${namedOf(missing)}`,
  );
}

/** Returns what a run takes, also with permissions that it lacks. */
export function planLines(planned: Planned, target: Target, wanted: Wanted): string[] {
  const { allow, whole } = planned;
  const isGate = target.profile !== 'certify';
  const shows = isGate ? ` it shows ${countsOf(whole).shown}, and takes` : ' a run takes';
  return [
    ...(isGate ? baselineRow(planned, wanted) : []),
    ...(allow ? [`With GV_ALLOW=${allow.join(',')}${shows}:`] : []),
    ...costRows(planned, target),
    ...(isGate ? missingRow(planned) : []),
  ];
}

/** Returns the number of requirements that a plan shows, and the settings that others lack, each with its requirements. */
function countsOf({ runs, lacks }: Plan) {
  const lacking = requirementIds.flatMap(id => {
    const setting = lacks[id] && settingOf(lacks[id]);
    return setting === undefined ? [] : [{ id, setting }];
  });
  const shown = plannedRequirements({ runs }).length;
  return { shown, all: shown + lacking.length, lacking };
}

/** Returns the settings that show more, with the number of requirements that each opens. */
function missingRow({ whole }: Planned): string[] {
  const { lacking } = countsOf(whole);
  if (lacking.length === 0) return [];
  const settings = [...group(lacking, ({ setting }) => setting)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([setting, own]) => `${setting} (${own.length})`);
  return row(
    'Missing',
    `${counted(lacking.length, 'more requirement')} with ${settings.join(', ')}: see .env.example`,
  );
}

/** Returns the requests, the time and the money of a run as lines. */
const costRows = (planned: Planned, target: Target): string[] => [
  ...row('Requests', requestsText(planned.whole.costs, target)),
  ...row('Time', timeText(planned.whole.costs)),
  ...row('Money', moneyText(planned, target)),
];

function requestsText({ requests, limiters }: Plan['costs'], target: Target): string {
  const { maxRequests, maxRps, probe } = target;
  const pace = Number.isFinite(maxRps) ? `, ${maxRps} a second (GV_MAX_RPS)` : '';
  const ofLimiters = requestsOf(limiters, probe);
  const then = ofLimiters > 0 ? `. Then at most ${ofLimiters} to the limiters` : '';
  return `about ${requests} of at most ${maxRequests} (GV_MAX_REQUESTS)${pace}${then}`;
}

function timeText({ seconds, limiters }: Plan['costs']): string {
  const names = limiters.map(({ name }) => name).join(', ');
  const then =
    names === '' ? '' : `. Then ${durationText(secondsOf(limiters))} for the limiters (${names})`;
  return `about ${durationText(seconds)}${then}`;
}

/** Says what a run sends, whether GV_MAX_SPEND is enough, and what more money shows. */
function moneyText(planned: Planned, target: Target): string {
  const { whole, budget, room } = planned;
  if (!whole.costs.isBound && Object.keys(whole.costs.money).length === 0) return 'nothing';
  if (typeof room === 'string') return room;
  if (whole.costs.isBound) return 'unknown, because the catalog could not be read';
  if (Object.keys(budget.needed).length === 0) return 'nothing, because no product can be bought';
  const { expected, most, needed, withLarge, large } = budget;
  const more = Object.entries(withLarge).filter(([name, value]) => value !== needed[name]);
  return [
    `about ${amountsText(expected)}, at most ${amountsText(most)}.`,
    ...limitText(planned, target),
    ...(large.length > 0
      ? [
          `Not demanded: ${[...new Set(large)].join(', ')}. To buy that, too, a run needs ${amountsText(Object.fromEntries(more))}.`,
        ]
      : []),
  ].join(' ');
}

/** Says whether GV_MAX_SPEND is enough, and else which line to set. */
function limitText({ budget, currencies, room }: Planned, { values }: Target): string[] {
  const { GV_MAX_SPEND: limits } = values;
  const { needed, neededAtPrices } = budget;
  const atPrices = isDeepStrictEqual(needed, neededAtPrices)
    ? []
    : ['If the target rejects vouchers below the prices of products, '];
  if (!limits || !isEnough(limits, needed)) {
    const others = currencies.filter(each => !automationCurrencies.some(known => known === each));
    return [
      ...(limits ? [`GV_MAX_SPEND="${amountsText(limits)}" is not enough.`] : []),
      `Set ${settingLine(needed)}.`,
      ...atPrices.map(text => `${text}set ${settingLine(neededAtPrices)}.`),
      ...(others.length > 0
        ? [
            `The target must reject vouchers in ${others.join(' and ')}, but they count, because everything that is sent counts.`,
          ]
        : []),
    ];
  }
  const most = runsIn(limits, budget);
  const now = typeof room === 'object' ? runsIn(room, budget) : most;
  return [
    `GV_MAX_SPEND="${amountsText(limits)}" is enough for ${counted(most, 'run')} in 24 hours.`,
    ...(typeof room !== 'object' || now === most
      ? []
      : [
          `It leaves ${amountsText(room)} now, ${now > 0 ? `for ${counted(now, 'run')}` : 'too little for a run'} (./gv ledger).`,
        ]),
    ...(isEnough(limits, neededAtPrices)
      ? []
      : atPrices.map(text => `${text}set ${settingLine(neededAtPrices)}.`)),
  ];
}

/** Returns a line for `.env`, in whole units. */
const settingLine = (money: Money): string =>
  `GV_MAX_SPEND="${amountsText(
    Object.fromEntries(Object.entries(money).map(([name, value]) => [name, Math.ceil(value)])),
  )}"`;
