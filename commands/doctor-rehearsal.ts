/** The checks of a run on the embedded reference, in this process, in place of the target: what they would show, send and spend. */
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../fixtures/client/clock.ts';
import { ledgerFolder } from '../fixtures/client/ledger/disk.ts';
import { openLedger, type Ledger } from '../fixtures/client/ledger/ledger.ts';
import { createWire } from '../fixtures/client/transport.ts';
import { isUuid } from '../fixtures/config/keys.ts';
import {
  settingNames,
  settings,
  type SettingName,
  type Values,
} from '../fixtures/config/settings.ts';
import { stateFolder } from '../fixtures/config/environment.ts';
import { targetOf, type Target } from '../fixtures/config/target.ts';
import { parseValues } from '../fixtures/config/values.ts';
import { collectFrom, judgeTarget, type Judged } from '../fixtures/run/hosts/in-process.ts';
import { startReference } from '../reference/server.ts';
import { NotExercised } from '../fixtures/verdict.ts';
import { runsIn } from '../schemas/profiles.ts';
import { areaOf } from '../contract/statements.ts';

export interface Rehearsal extends Judged {
  /** The reference as it stood in. */
  readonly target: Target;
}

/** No check meets a limit. */
const unlimited = { limit: 1_000_000, windowSeconds: 1 };
/** As long as the first read of a queued order request takes. */
const queuedMs = 50;

/**
 * Runs the checks of the profile, without those of the limiters: their windows would have to pass. The target gets nothing.
 *
 * @param problem why nothing can be spent, if the ledger of the target cannot be read.
 */
export async function rehearse(target: Target, problem?: string): Promise<Rehearsal> {
  const all = await collectFrom(new URL('../contract/', import.meta.url));
  const checks = all.filter(({ id }) => areaOf(id) !== 'limits' && runsIn(target.profile, id));
  const reference = await startReference({
    limits: { catalog: unlimited, webhooks: unlimited, wallet: unlimited },
    asyncDelayMs: queuedMs,
  });
  const wire = createWire();
  const state = mkdtempSync(join(tmpdir(), 'gv-doctor-'));
  try {
    const standIn = standInFor(target, reference.settings);
    const judged = await judgeTarget(standIn, checks, {
      transport: wire.send,
      limiters: () => Promise.resolve([]),
      ledger: problem === undefined ? copyOfLedger(target, state) : withoutLedger(problem),
    });
    return { target: standIn, ...judged };
  } finally {
    rmSync(state, { recursive: true, force: true });
    wire.close();
    await reference.close();
  }
}

/** Returns the reference under the settings that the target has; those that describe a target have the values of the reference. */
function standInFor(target: Target, served: Readonly<Record<string, string>>): Target {
  const isOurs = target.origin === 'reference';
  const { values: ofReference } = parseValues(served);
  const valueOf = (name: SettingName): unknown => {
    const own = target.values[name];
    if (ofRuns.includes(name) || !settings[name].target) return own;
    return isOurs || own !== undefined ? ofReference[name] : undefined;
  };
  const chosen = settingNames.map(name => [name, valueOf(name)] as const);
  const values = Object.fromEntries(chosen.filter(([, value]) => value !== undefined)) as Values;
  const { GV_AUTOMATION_KEY: ofBoth } = ofReference;
  const same = servesBoth(target) && ofBoth !== undefined ? { GV_API_KEY: ofBoth } : {};
  return { ...targetOf({ ...values, ...same }, isOurs), maxRps: Infinity, recheckAfterMs: 0 };
}

/** Settings of a target that bound a run. */
const ofRuns: readonly SettingName[] = ['GV_ALLOW', 'GV_MAX_SPEND'];

/** Copies the ledger: money that earlier runs spent counts, and the rehearsal records in the copy. */
function copyOfLedger(target: Target, state: string): Ledger {
  const kept = ledgerFolder(stateFolder(target.values));
  if (existsSync(kept)) cpSync(kept, ledgerFolder(state), { recursive: true });
  const values = { ...target.values, GV_STATE: state };
  return openLedger({ ...target, values }, randomUUID(), systemClock);
}

function withoutLedger(problem: string): Ledger {
  const refuse = () => {
    throw new NotExercised(problem);
  };
  return {
    reserve: refuse,
    hold: refuse,
    earlier: () => ({}),
    ofThisRun: () => ({}),
    room: () => ({}),
  };
}

/** Returns true if the business key may serve automation routes as well (§5.4): it is set for both, or alone and a UUID. */
export function servesBoth({ values }: Target): boolean {
  const { GV_API_KEY: business, GV_AUTOMATION_KEY: automation } = values;
  if (business === undefined) return false;
  return automation === undefined ? isUuid(business) : automation === business;
}
