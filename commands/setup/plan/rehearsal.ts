/** A run of the same checks on the embedded reference, in this process: what a plan is made of. The target gets nothing. */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { systemClock } from '../../../fixtures/client/clock.ts';
import type { Money } from '../../../fixtures/client/guard/money.ts';
import { ledgerFolder } from '../../../fixtures/client/ledger/all.ts';
import type { Ledger } from '../../../fixtures/client/ledger/ledger.ts';
import { openLedger } from '../../../fixtures/client/ledger/open.ts';
import { createWire } from '../../../fixtures/client/wire/wire.ts';
import { stateFolder } from '../../../fixtures/config/state.ts';
import type { Values } from '../../../fixtures/config/settings.ts';
import type { Target } from '../../../fixtures/config/target.ts';
import type { Definition } from '../../../fixtures/run/definition.ts';
import { collectFrom } from '../../../fixtures/run/hosts/collect.ts';
import { judgeTarget } from '../../../fixtures/run/hosts/in-process.ts';
import { startReference } from '../../../reference/server.ts';
import { runsIn } from '../../../schemas/profiles.ts';
import type { Exchange } from '../../../schemas/records/exchange.ts';
import type { Outcome } from '../../../schemas/records/result.ts';
import { areaOf } from '../../../contract/statements.ts';
import { keysLike, standInFor } from './stand-in.ts';

export interface Rehearsal {
  /** The reference, as it stood in. */
  readonly target: Target;
  /** Of the checks that the profile runs, the limiters' apart: to exhaust one takes its windows. */
  readonly outcomes: readonly Outcome[];
  readonly exchanges: readonly Exchange[];
  readonly discovered: Values;
  /** What it bought of the reference. */
  readonly spent: Money;
  /** What other runs spent of the target in 24 hours, and what that leaves of each cap. */
  readonly spentEarlier: Money;
  readonly room: Money;
}

/** No check meets a limit. */
const unlimited = { limit: 1_000_000, windowSeconds: 1 };
/** As long as the first read of a queued order request takes. */
const queuedMs = 50;

/** Every check of `contract/`; loaded once. */
let collected: Promise<readonly Definition[]> | undefined;
const allChecks = () => (collected ??= collectFrom(new URL('../../../contract/', import.meta.url)));

export async function rehearse(target: Target): Promise<Rehearsal> {
  const checks = (await allChecks()).filter(
    ({ id }) => areaOf(id) !== 'limits' && runsIn(target.profile, id),
  );
  const reference = await startReference({
    limits: { catalog: unlimited, webhooks: unlimited, wallet: unlimited },
    patches: [...keysLike(target)],
    asyncDelayMs: queuedMs,
  });
  const wire = createWire();
  const state = mkdtempSync(join(tmpdir(), 'gv-plan-'));
  try {
    const ledger = ledgerLike(target, state);
    const [spentEarlier, room] = [ledger?.earlier() ?? {}, ledger?.room() ?? {}];
    const standIn = standInFor(target, reference.settings);
    const judged = await judgeTarget(standIn, checks, {
      transport: wire.send,
      limiters: () => Promise.resolve([]),
      ...(ledger ? { ledger } : {}),
    });
    return {
      target: standIn,
      ...judged,
      spentEarlier,
      room,
    };
  } finally {
    rmSync(state, { recursive: true, force: true });
    wire.close();
    await reference.close();
  }
}

/** What was spent counts; what the rehearsal buys is recorded in a copy. */
function ledgerLike(target: Target, state: string): Ledger | undefined {
  if (target.origin === 'reference' || !target.allow.has('spend')) return undefined;
  const kept = ledgerFolder(stateFolder(target.values));
  if (existsSync(kept)) cpSync(kept, ledgerFolder(state), { recursive: true });
  const values = { ...target.values, GV_STATE: state };
  return openLedger({ ...target, values }, randomUUID(), systemClock);
}
