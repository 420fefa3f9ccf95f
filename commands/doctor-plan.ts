/** States what a run would show, send, spend and take, by a rehearsal of it. */
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { type Money, isAny, moneyText } from '../fixtures/client/ledger/money.ts';
import { keySettings, ifKey } from '../fixtures/config/keys.ts';
import { missingNeed } from '../fixtures/config/needs.ts';
import { notSet, settings, type SettingName } from '../fixtures/config/settings.ts';
import { withFound, type Target } from '../fixtures/config/target.ts';
import { NoResult, readResult } from '../reports/files.ts';
import { decisiveCase, isSelected, settingsIn } from '../reports/summary/requirements.ts';
import { runsIn } from '../schemas/profiles.ts';
import type { Plan, Remedy, Unexercised, Finding } from '../schemas/records/diagnosis.ts';
import type { Exchange } from '../schemas/records/exchange.ts';
import type { LimiterResult } from '../schemas/records/limiter.ts';
import { areaOf, requirementIds, statements, type RequirementId } from '../contract/statements.ts';
import { limiterNames, routeById, type LimiterName } from '../schemas/routes.ts';
import { mostWaits } from '../load/limiter/plan.ts';
import { servesBoth, type Rehearsal } from './doctor-rehearsal.ts';
import { systemClock } from '../fixtures/client/clock.ts';
import { openLedger } from '../fixtures/client/ledger/ledger.ts';
import { NotExercised } from '../fixtures/verdict.ts';
import { counted, look, ok } from './doctor-text.ts';

/** Returns what a rehearsal shows of a run; `room` is what GV_MAX_SPEND leaves. */
export function planOf(target: Target, room: Money, rehearsal: Rehearsal): Plan {
  // The keys of the reference are its own.
  const judged = target.origin === 'reference' ? rehearsal.target : target;
  const found = withFound(judged, rehearsal.discovered);
  const reasons = reasonsOf(rehearsal, found);
  const notExercised = requirementIds.flatMap(id => {
    const reason = reasons.get(id);
    return reason === undefined ? [] : [{ id, reason, needs: settingsIn(reason) }];
  });
  const total = rehearsal.exchanges.length;
  const { maxRps: perSecond, probe } = target;
  const lastRun = lastRunOf(target);
  const limiters = probedLimiters(found);
  const spend = maySpend(target) ? largest(rehearsal.spent, lastRun?.spend ?? {}) : {};
  return {
    profile: target.profile,
    ...assumed(target),
    exercised: requirementIds.filter(id => reasons.has(id) && reasons.get(id) === undefined),
    notExercised,
    remedies: remediesOf(judged, notExercised),
    requests: {
      total,
      byLimiter: countedByLimiter(rehearsal.exchanges),
      most: target.maxRequests,
    },
    probes: {
      limiters,
      maxRequests: probe.maxRequests,
      maxWait: probe.maxWaitMs / 1000,
      mostSeconds: Math.ceil((limiters.length * mostWaits * probe.maxWaitMs) / 1000),
    },
    ...(Number.isFinite(perSecond)
      ? { time: { perSecond, seconds: Math.ceil(total / perSecond) } }
      : {}),
    spend,
    ...runsOf('runsLeft', room, spend),
    ...runsOf('runsADay', target.values.GV_MAX_SPEND ?? {}, spend),
    ...(lastRun ? { lastRun } : {}),
  };
}

/** Returns why each requirement of the profile would not be exercised; undefined if it would. */
function reasonsOf({ outcomes }: Rehearsal, target: Target): Map<string, string | undefined> {
  const rehearsed = outcomes.map(({ id, verdict, cases }) => {
    const isShown = verdict !== 'not-exercised';
    return [id, isShown ? undefined : (decisiveCase(id, verdict, cases)?.reason ?? '')] as const;
  });
  // Those of the limiters are not rehearsed: the catalogue and the probes say what they need.
  const ofLimiters = requirementIds
    .filter(id => areaOf(id) === 'limits' && runsIn(target.profile, id))
    .map(
      id => [id, missingNeed(target, statements[id].needs ?? []) ?? whyUnprobed(target)] as const,
    );
  return new Map<string, string | undefined>([...rehearsed, ...ofLimiters]);
}

const whyUnprobed = (target: Target): string | undefined =>
  missingNeed(target, ['exhaust']) ??
  (ifKey(target, 'business') === undefined ? notSet('GV_API_KEY') : undefined);

/** The webhook limiter is driven by removals of an id that nobody has. */
function probedLimiters(target: Target): LimiterName[] {
  if (whyUnprobed(target) !== undefined) return [];
  const { GV_PROBE: wanted = limiterNames, GV_WEBHOOK_UNKNOWN: unknown } = target.values;
  const withWebhooks = target.allow.has('write') && unknown !== undefined;
  return wanted.filter(name => name !== 'webhooks' || withWebhooks);
}

/** Returns the settings that requirements wait for; those that open the most come first. */
function remediesOf(target: Target, notExercised: readonly Unexercised[]): Remedy[] {
  const waiting = new Map<string, string[]>();
  for (const { id, needs } of notExercised) {
    const setting = mainOf(needs);
    if (setting !== undefined) waiting.set(setting, [...(waiting.get(setting) ?? []), id]);
  }
  return [...waiting]
    .map(([setting, ids]) => {
      const opens = ids.filter(id => isAllOf(target, id as RequirementId, setting));
      const opensWithOthers = ids.filter(id => !opens.includes(id));
      return { setting, about: aboutOf(setting), opens, opensWithOthers };
    })
    .toSorted(
      (a, b) =>
        b.opens.length - a.opens.length || b.opensWithOthers.length - a.opensWithOthers.length,
    );
}

const ofKeys: readonly string[] = Object.values(keySettings);

/** Returns a key, if several would do: with it a run finds out the others. */
const mainOf = (needs: readonly string[]): string | undefined =>
  needs.find(name => ofKeys.includes(name)) ?? needs[0];

/** Returns true if the catalogue names nothing else that the requirement lacks. */
function isAllOf(target: Target, id: RequirementId, setting: string): boolean {
  const [name, permission] = setting.split('=');
  const others = (statements[id].needs ?? []).filter(need => need !== name && need !== permission);
  return missingNeed(target, others) === undefined;
}

/** Permissions: the requests that a run may send with each, and their cost. */
const permissions: Readonly<Record<string, string>> = {
  write: 'register and remove a webhook, and send what has to be rejected; no money',
  spend:
    'make orders and send vouchers to GV_RECIPIENT with the money of the account, up to GV_MAX_SPEND in 24 hours; includes write',
  exhaust:
    'drive each limiter to its 429; whoever shares the limits of this key or address is rejected meanwhile',
};

function aboutOf(setting: string): string {
  const [name = '', permission] = setting.split('=');
  if (permission !== undefined) return permissions[permission] ?? '';
  return name in settings ? settings[name as SettingName].about : '';
}

function countedByLimiter(exchanges: readonly Exchange[]): Plan['requests']['byLimiter'] {
  const counts = { catalog: 0, webhooks: 0, wallet: 0, other: 0 };
  for (const { route } of exchanges) counts[routeById(route)?.limiter ?? 'other'] += 1;
  return counts;
}

/** Returns what only a read of the target shows. `smoke` uses no key for another. */
function assumed(target: Target): Pick<Plan, 'assumption'> {
  const { origin, profile, values } = target;
  if (origin === 'reference' || profile === 'smoke') return {};
  if (values.GV_API_KEY === undefined)
    return { assumption: 'GV_AUTOMATION_KEY serves for business routes as well' };
  return values.GV_AUTOMATION_KEY === undefined && servesBoth(target)
    ? { assumption: 'GV_API_KEY serves for automation routes as well' }
    : {};
}

/** Returns what the last result in GV_OUT says of a run of this target with this profile. */
function lastRunOf({ out, baseUrl, profile }: Target): Plan['lastRun'] {
  try {
    const result = readResult(join(out, 'conformance.json'));
    if (result.target.baseUrl !== baseUrl || result.profile !== profile) return undefined;
    // A run of a few checks says nothing of a whole one.
    if (result.requirements.some(each => !isSelected(each) && areaOf(each.id) !== 'limits'))
      return undefined;
    const { startedAt, durationMs, requests, limiters, spend } = result;
    return {
      startedAt,
      requests: requests.sent,
      seconds: Math.round(durationMs / 1000),
      probeSeconds: Math.round(limiters.reduce((sum, each) => sum + tookMs(each), 0) / 1000),
      spend,
    };
  } catch (error) {
    if (error instanceof NoResult) return undefined;
    throw error;
  }
}

const tookMs = (limiter: LimiterResult): number => {
  const last = 'notes' in limiter ? limiter.notes.at(-1) : undefined;
  return last ? last.at + last.took : 0;
};

/** Returns the larger sum of each currency, in whole cents. */
const largest = (one: Money, other: Money): Money =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])]
      .map(name => [name, Math.round(100 * Math.max(one[name] ?? 0, other[name] ?? 0)) / 100])
      .filter(([, value]) => value !== 0),
  ) as Money;

/** Returns, by this name, how many runs that spend so much fit into the money; nothing if they spend none of it. */
function runsOf(name: 'runsLeft' | 'runsADay', money: Money, spend: Money): Partial<Plan> {
  const counts = Object.entries(money).flatMap(([currency, left]) => {
    const each = spend[currency] ?? 0;
    return each > 0 ? [Math.floor(left / each)] : [];
  });
  return counts.length > 0 ? { [name]: Math.min(...counts) } : {};
}

export interface Funds {
  /** By runs of the last 24 hours. */
  readonly spent: Money;
  /** Left of GV_MAX_SPEND. */
  readonly room: Money;
  /** Why nothing can be spent. */
  readonly problem?: string;
}

/** Returns true if a run may spend money of the target; that of the reference is not real. */
const maySpend = ({ origin, allow }: Target): boolean =>
  origin === 'configured' && allow.has('spend');

/** Reads the ledger, if a run would spend something of the target. */
export function fundsOf(target: Target): Funds {
  if (!maySpend(target)) return { spent: {}, room: {} };
  try {
    const ledger = openLedger(target, randomUUID(), systemClock);
    return { spent: ledger.earlier(), room: ledger.room() };
  } catch (error) {
    if (error instanceof NotExercised) return { spent: {}, room: {}, problem: error.message };
    throw error;
  }
}

/**
 * Returns what was spent, what that leaves, and for how many runs it is enough.
 *
 * @param plan absent if a run cannot start.
 */
export function moneyFinding(target: Target, funds: Funds, plan?: Plan): Finding {
  const { spent, room, problem } = funds;
  if (!maySpend(target)) return ok('a run spends nothing: it is not permitted to');
  if (problem !== undefined) return look(problem);
  const text = [
    isAny(spent)
      ? `runs of the last 24 hours spent ${moneyText(spent)}`
      : 'nothing was spent in the last 24 hours',
    `GV_MAX_SPEND leaves ${moneyText(room)}${enoughFor(plan)}`,
  ].join('; ');
  return Object.values(room).some(value => value === 0) || plan?.runsLeft === 0
    ? look(`${text}: ./gv ledger shows when room comes back, and its --reset clears what was spent`)
    : ok(text);
}

function enoughFor(plan: Plan | undefined): string {
  if (plan?.runsLeft === undefined) return '';
  const { runsLeft, runsADay = 0, spend } = plan;
  const runs = runsLeft === 0 ? 'less than a run' : `enough for ${counted(runsLeft, 'run')}`;
  const aDay = `${counted(runsADay, 'run')} a day`;
  return runsLeft === runsADay
    ? `, enough for ${aDay} of about ${moneyText(spend)}`
    : `, ${runs} of about ${moneyText(spend)}; in whole it is enough for ${aDay}`;
}
