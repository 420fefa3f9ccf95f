/** Reads with each key, one GET each, and states if it works and to whom it belongs. Nothing is judged. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApi } from '../fixtures/client/api.ts';
import { systemClock as clock } from '../fixtures/client/clock.ts';
import { openLedger } from '../fixtures/client/ledger/ledger.ts';
import { ExchangeLog } from '../fixtures/client/log.ts';
import { briefly, NoResponse } from '../fixtures/client/response.ts';
import { type Transport, wireTo } from '../fixtures/client/transport.ts';
import { keyRoles, keySettings, type KeyRole, rolesOf } from '../fixtures/config/keys.ts';
import { targetOf, type Target } from '../fixtures/config/target.ts';
import {
  answerKind,
  statedIn,
  messages,
  type Kind,
  networkKind,
} from '../fixtures/run/hosts/preflight-findings.ts';
import { factsOf, ofKey } from '../fixtures/run/hosts/preflight.ts';
import { NotExercised, SuiteError } from '../fixtures/verdict.ts';
import { harmlessLine } from '../fixtures/output/sanitize.ts';
import { keysInDoubt } from '../reports/result/doubts.ts';
import type { Finding } from '../schemas/records/diagnosis.ts';
import { dateOf, header, type Exchange } from '../schemas/records/exchange.ts';
import { errors, isRow } from '../schemas/resources/errors.ts';
import { retryAfterSeconds } from '../schemas/rejection.ts';
import { isGood, slots } from './doctor-slots.ts';
import { look, ok, stop } from './doctor-text.ts';

/** Returns the first role that has the same key. */
const firstWith = ({ values }: Target, role: KeyRole): KeyRole =>
  keyRoles.find(other => values[keySettings[other]] === values[keySettings[role]]) ?? role;

/** Returns the roles whose key is set, each key once; the good ones come first. */
const different = (target: Target): KeyRole[] =>
  rolesOf(target).filter(role => firstWith(target, role) === role);

/** Reads with each key, and with no more of them if the target does not answer. */
export async function readKeys(target: Target): Promise<readonly Reading[]> {
  const { send, close } = wireTo(target);
  const readings: Reading[] = [];
  try {
    for (const role of different(target)) {
      if (readings.length > 0) await sleep(1000 / forOneRead(target).maxRps);
      readings.push(await readKey(target, send, role));
      if (readings.some(isGone)) break;
    }
    return readings;
  } finally {
    close();
  }
}

/** The response to the read of a key, or why none came. */
export type Reading = { readonly role: KeyRole } & (
  | { readonly exchange: Exchange; readonly problem?: undefined }
  | { readonly exchange?: undefined; readonly problem: Error }
);

/** A read that the network or a gateway failed is asked again, as in a run. */
const mostAttempts = 4;

/** It only reads, at the pace of a night, and waits for no limiter: the person waits for an answer. */
const forOneRead = ({ values }: Target): Target => ({
  ...targetOf({ ...values, GV_PROFILE: 'smoke' }, false),
  maxRequests: mostAttempts,
  maxWaitMs: 0,
});

/**
 * Sends one read with one key, by the client of a run.
 *
 * @param transport of the target, behind the guard.
 */
async function readKey(target: Target, transport: Transport, role: KeyRole): Promise<Reading> {
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

/** Returns true if nothing else would be answered either. */
const isGone = ({ exchange, problem }: Reading): boolean =>
  exchange === undefined && problem instanceof NoResponse;

interface Found {
  /** Of the target: it answers, or it is not there, or something else is. */
  readonly target: readonly Finding[];
  readonly keys: readonly Finding[];
}

/** Returns what the readings say of the target and of each key. */
export function findingsOf(target: Target, readings: readonly Reading[]): Found {
  const found = readings.map(reading => ({ reading, kind: kindOf(target, reading) }));
  const good = found.filter(({ reading }) => isGood(reading.role));
  const elsewhere = good.filter(({ kind }) => kind !== undefined && !ofKey.includes(kind));
  const [first] = elsewhere;
  // If another key is answered, it is the matter of one route.
  const isReached = elsewhere.length < good.length;
  const doubts = keysInDoubt(readings.flatMap(({ exchange }) => exchange ?? []));
  const others = found.filter(each => !elsewhere.includes(each));
  const unread = different(target).filter(role => !readings.some(each => each.role === role));
  return {
    target: [
      first
        ? (isReached ? look : stop)(messageOf(target, first.reading, first.kind!))
        : ok(`${target.baseUrl} answers`),
    ],
    keys: [
      ...(isReached
        ? others.map(({ reading, kind }) => keyFinding(target, reading, kind, doubts))
        : unknown(
            'not known, as long as the target is not reached',
            others.map(({ reading }) => reading.role),
          )),
      ...sameKeys(target),
      ...unknown('not read, since the target does not answer', unread),
    ],
  };
}

/** Why a run would not start with it, as the preflight sees one read. A run waits for a limiter. */
function kindOf({ maxWaitMs }: Target, { role, exchange, problem }: Reading): Kind | undefined {
  if (exchange && isLimited(exchange) && waitOf(exchange) <= maxWaitMs) return undefined;
  if (!exchange) return problem instanceof NoResponse ? networkKind(problem) : 'noResponse';
  return isGood(role) && !isRow(exchange, errors.noWallet) ? answerKind(exchange) : undefined;
}

const isLimited = ({ response }: Exchange): boolean => response.status === 429;

/** Returns the time that a 429 asks to wait, in milliseconds. */
function waitOf(exchange: Exchange): number {
  const now = dateOf(exchange) ?? exchange.times.startedAt;
  return 1000 * (retryAfterSeconds(header(exchange, 'retry-after'), now) ?? 0);
}

function messageOf({ baseUrl }: Target, { role, exchange, problem }: Reading, kind: Kind): string {
  const facts = factsOf({
    target: { baseUrl },
    url: baseUrl + slots[role].read.path,
    setting: keySettings[role],
    problem: problem ? briefly(problem) : '',
    ...(exchange ? { exchange } : {}),
  });
  return messages[kind]({ ...facts, alone: true });
}

function keyFinding(
  target: Target,
  reading: Reading,
  kind: Kind | undefined,
  doubts: readonly string[],
): Finding {
  const { role, exchange, problem } = reading;
  const name = keySettings[role];
  if (kind && isGood(role)) return stop(messageOf(target, reading, kind));
  if (!exchange) return look(`${name}: no response (${briefly(problem)})`);
  const { fits, says, expected, read } = slots[role];
  if (isLimited(exchange))
    return look(
      `${name}: ${read.id} answers 429, so that it is not known whether the key works: its limit is used up for ${Math.ceil(waitOf(exchange) / 1000)} s; a run waits that long`,
    );
  const doubt = doubts.find(each => each.startsWith(`${name} `));
  if (doubt !== undefined) return look(`${doubt}: another key belongs there, or none`);
  return fits(exchange)
    ? ok(`${name}: ${says(exchange)}`)
    : look(
        `${name}: ${read.id} answers ${answered(exchange)}, and a key that belongs there gets ${expected}`,
      );
}

function answered(exchange: Exchange): string {
  const stated = harmlessLine(statedIn(exchange), 200);
  return `${exchange.response.status}${stated === '' ? '' : ` (${stated})`}`;
}

/** Names the keys of which nothing is known, if there are any, and why. */
const unknown = (why: string, roles: readonly KeyRole[]): Finding[] =>
  roles.length === 0 ? [] : [look(`${why}: ${roles.map(role => keySettings[role]).join(', ')}`)];

/** States each setting that has the key of another one. */
const sameKeys = (target: Target): Finding[] =>
  rolesOf(target).flatMap(role => {
    const first = firstWith(target, role);
    if (first === role) return [];
    const text = `${keySettings[role]} is the same key as ${keySettings[first]}`;
    return isGood(role) && isGood(first)
      ? ok(`${text}, and was not read again`)
      : look(`${text}: one of the two belongs elsewhere`);
  });
