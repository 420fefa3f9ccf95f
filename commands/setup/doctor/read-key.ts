/** One read with one key, by the client of a run at the pace of a night. */
import { randomUUID } from 'node:crypto';
import { createApi } from '../../../fixtures/client/api.ts';
import { systemClock as clock } from '../../../fixtures/client/clock.ts';
import { openLedger } from '../../../fixtures/client/ledger/open.ts';
import { ExchangeLog } from '../../../fixtures/client/log.ts';
import { NoResponse } from '../../../fixtures/client/wire/failures.ts';
import type { Transport } from '../../../fixtures/client/wire/transport.ts';
import type { KeyRole } from '../../../fixtures/config/key-roles.ts';
import { targetOf, type Target } from '../../../fixtures/config/target.ts';
import { SuiteError, NotExercised } from '../../../fixtures/verdict.ts';
import type { Exchange } from '../../../schemas/records/exchange.ts';
import { slots } from './slots.ts';

export interface Reading {
  readonly role: KeyRole;
  /** Absent where no response came. */
  readonly exchange?: Exchange;
  /** Why none came. */
  readonly problem?: Error;
}

/** A read that the network or a gateway failed is asked again, as in a run. */
const mostAttempts = 4;

/** It only reads, at the pace of a night, and waits for no limiter: the person waits for an answer. */
const forOneRead = ({ values }: Target): Target => ({
  ...targetOf({ ...values, GV_PROFILE: 'smoke' }, false),
  maxRequests: mostAttempts,
  maxWaitMs: 0,
});

/** @param transport of the target, behind the guard. */
export async function readKey(
  target: Target,
  transport: Transport,
  role: KeyRole,
): Promise<Reading> {
  const reader = forOneRead(target);
  const log = new ExchangeLog();
  let problem: Error | undefined;
  const watched: Transport = async request => {
    try {
      return await transport(request);
    } catch (error) {
      problem = error as Error;
      throw error;
    }
  };
  const ledger = openLedger(reader, randomUUID(), clock);
  const parts = { target: reader, transport: watched, log, clock, ledger, secret: randomUUID() };
  try {
    const exchange = await createApi({ ...parts, outageMs: 0 }).send(slots[role].read, {
      key: role,
    });
    return { role, exchange };
  } catch (error) {
    if (!(error instanceof SuiteError || error instanceof NotExercised)) throw error;
    // A gateway, or a 429 for too long, leaves its response.
    const exchange = log.exchanges.at(-1);
    return exchange ? { role, exchange } : { role, problem: problem ?? error };
  }
}

/** Whether nothing else would be answered either. */
export const isGone = ({ exchange, problem }: Reading): boolean =>
  exchange === undefined && problem instanceof NoResponse;

/** Between two reads, in milliseconds. */
export const pauseMs = (target: Target): number => 1000 / forOneRead(target).maxRps;
