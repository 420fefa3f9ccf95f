/** Sends one read with each key, and says whether the key works. Judges nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openReader } from '../harness/client/api.ts';
import { briefly, NoResponse } from '../harness/client/response.ts';
import { keySettings, type KeyRole, rolesOf } from '../harness/config/keys.ts';
import { targetOf, type Target } from '../harness/config/target.ts';
import { harmlessLine } from '../harness/output/sanitize.ts';
import {
  answerKind,
  messages,
  networkKind,
  statedIn,
} from '../harness/run/hosts/preflight-findings.ts';
import { factsOf, ofKey } from '../harness/run/hosts/preflight.ts';
import { NotExercised, SuiteError } from '../harness/verdict.ts';
import {
  bodyOf,
  field,
  isAccepted,
  isObject,
  isSuccess,
  type Exchange,
} from '../schemas/records/exchange.ts';
import { errors, isRow, type ErrorRow } from '../schemas/resources/errors.ts';
import { route, type Route } from '../schemas/routes.ts';

/** `stop` means that a run could not start. */
export interface Finding {
  readonly mark: 'ok' | 'look' | 'stop';
  /** Says what happened, and what to do. */
  readonly text: string;
}
export const ok = (text: string): Finding => ({ mark: 'ok', text });
export const look = (text: string): Finding => ({ mark: 'look', text });
export const stop = (text: string): Finding => ({ mark: 'stop', text });

interface Slot {
  /** Names the read that shows most about a key of this setting. */
  readonly read: Route;
  readonly fits: (exchange: Exchange) => boolean;
  /** Describes the response to a key that belongs here. */
  readonly expected: string;
}

const rejected = (read: Route, row: ErrorRow): Slot => ({
  read,
  fits: exchange => isRow(exchange, row),
  expected: `${row.status} "${row.error}"`,
});
const works: Slot = { read: route.wallet, fits: isSuccess, expected: 'its wallets' };

const slots: Readonly<Record<KeyRole, Slot>> = {
  business: works,
  automation: { read: route.status, fits: isAccepted, expected: 'its status' },
  revoked: {
    read: route.wallet,
    fits: ({ response }) => response.status === 401,
    expected: '401',
  },
  'ip-blocked': rejected(route.wallet, errors.ipNotAllowed),
  'incomplete-profile': rejected(route.auth, errors.incompleteProfile),
  'pending-verification': rejected(route.auth, errors.verificationPending),
  'no-wallet': rejected(route.wallet, errors.noWallet),
  'no-integration': {
    read: route.status,
    fits: ({ response }) => [401, 403].includes(response.status),
    expected: 'a rejection',
  },
  'other-account': works,
  'automation-unconfigured': {
    read: route.status,
    fits: exchange => isAccepted(exchange) && field(exchange, 'configured') === false,
    expected: 'a status with configured: false',
  },
};

/** Returns true for a key that the target must accept before a run can start. */
const isGood = (role: KeyRole): boolean => role === 'business' || role === 'automation';

/** Holds the response to a read, or the reason why no response came. */
interface Reading {
  readonly role: KeyRole;
  readonly exchange?: Exchange;
  readonly problem?: Error;
}

/** Reads at the pace of a night. Does not wait for a limiter, because a person waits for the output. */
export const withShortWaits = ({ values }: Target): Target => ({
  ...targetOf({ ...values, GV_PROFILE: 'smoke' }, false),
  maxWaitMs: 0,
});

type Key = { readonly key?: KeyRole | undefined };

/** Sends reads one after the other, and stops at the first read without a response. */
async function readEach(
  target: Target,
  reads: readonly (readonly [KeyRole, Key])[],
): Promise<readonly Reading[]> {
  const only = withShortWaits(target);
  const readings: Reading[] = [];
  for (const [role, key] of reads) {
    if (readings.length > 0) await sleep(1000 / only.maxRps);
    const { api, log, close } = openReader(only);
    const problem = await api
      .send(slots[role].read, key)
      .then(() => undefined, asProblem)
      .finally(close);
    // A response of a gateway, or a 429, was recorded.
    const exchange = log.exchanges.at(-1);
    readings.push({ role, ...(exchange ? { exchange } : { problem: problem! }) });
    if (!exchange) break;
  }
  return readings;
}

function asProblem(error: unknown): Error {
  if (error instanceof SuiteError || error instanceof NotExercised) return error;
  throw error;
}

/** Sends a read without a key. Returns the problem with the address, or undefined if the API answers there. */
export async function addressProblem(target: Target): Promise<string | undefined> {
  const [reading] = await readEach(target, [['business', { key: undefined }]]);
  return reading && problemOf(target, reading, kind => !ofKey.includes(kind));
}

/** Sends one read with each key that is set. */
export async function keyFindings(target: Target): Promise<readonly Finding[]> {
  const roles = rolesOf(target);
  const readings = await readEach(
    target,
    roles.map(role => [role, { key: role }]),
  );
  const unread = roles.slice(readings.length).map(role => keySettings[role]);
  return [
    ...readings.map(reading => findingOf(target, reading)),
    ...(unread.length > 0 ? [look(`not read: ${unread.join(', ')}`)] : []),
  ];
}

type Kind = keyof typeof messages;

/** Returns the reason why a run would not start with this response, as a run would state it. */
function problemOf(
  target: Target,
  { role, exchange, problem }: Reading,
  isWanted: (kind: Kind) => boolean = () => true,
): string | undefined {
  const kind = exchange
    ? answerKind(exchange)
    : problem instanceof NoResponse
      ? networkKind(problem)
      : 'noResponse';
  if (kind === undefined || !isWanted(kind)) return undefined;
  const facts = factsOf({
    target,
    url: target.baseUrl + slots[role].read.path,
    setting: keySettings[role],
    ...(problem ? { problem: briefly(problem) } : {}),
    ...(exchange ? { exchange } : {}),
  });
  return messages[kind]({ ...facts, alone: true });
}

function findingOf(target: Target, reading: Reading): Finding {
  const { role, exchange } = reading;
  const { read, fits, expected } = slots[role];
  const name = keySettings[role];
  if (!exchange) return stop(problemOf(target, reading)!);
  const { status } = exchange.response;
  if (status === 429)
    return look(
      `${name}: ${read.id} answers 429. Its limit is used up, and a run waits until the limiter opens`,
    );
  const problem = isGood(role) && !isRow(exchange, errors.noWallet) && problemOf(target, reading);
  if (problem) return stop(problem);
  const answers = `${read.id} answers ${status}${shownBy(exchange)}`;
  return fits(exchange)
    ? ok(`${name}: ${answers}`)
    : look(`${name}: ${answers}. A key for this setting gets ${expected}`);
}

/** Returns the currencies of the wallets in a response, or the `error` of the response. */
function shownBy(exchange: Exchange): string {
  const body = bodyOf(exchange);
  const text = Array.isArray(body)
    ? `wallets in ${body.flatMap(each => (isObject(each) ? [String(each['currency'])] : [])).join(', ')}`
    : statedIn(exchange);
  return text === '' ? '' : ` (${harmlessLine(text, 200)})`;
}
