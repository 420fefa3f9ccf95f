/** Which keys work, and to whom they belong: one read a key. Nothing is judged. */
import { setTimeout as sleep } from 'node:timers/promises';
import { wireTo } from '../../../fixtures/client/wire/wire.ts';
import { keySettings, type KeyRole } from '../../../fixtures/config/key-roles.ts';
import type { Target } from '../../../fixtures/config/target.ts';
import { answerKind, statedIn } from '../../../fixtures/run/hosts/preflight/answers.ts';
import { messages, type Kind } from '../../../fixtures/run/hosts/preflight/messages.ts';
import { networkKind } from '../../../fixtures/run/hosts/preflight/network.ts';
import { factsOf, ofKey } from '../../../fixtures/run/hosts/preflight/preflight.ts';
import { NoResponse } from '../../../fixtures/client/wire/failures.ts';
import { keysInDoubt } from '../../../reports/result/doubts.ts';
import { harmlessLine } from '../../../fixtures/output/sanitize.ts';
import type { Finding } from '../../../schemas/records/diagnosis.ts';
import { dateOf, header, type Exchange } from '../../../schemas/records/exchange.ts';
import { retryAfterSeconds } from '../../../schemas/retry-after.ts';
import { errors, isRow } from '../../../schemas/resources/errors.ts';
import { look, ok, stop } from './finding.ts';
import { isGone, pauseMs, readKey, type Reading } from './read-key.ts';
import { isGood, slots } from './slots.ts';

const roles = Object.keys(keySettings) as KeyRole[];

/** Of the keys that are set, each once: the good ones first. */
const different = ({ values }: Target): KeyRole[] => {
  const seen = new Set<unknown>();
  return roles.filter(role => {
    const key = values[keySettings[role]];
    return key !== undefined && !seen.has(key) && seen.add(key);
  });
};

/** Reads with each key; with none more, where the target does not answer the first. */
export async function readKeys(target: Target): Promise<readonly Reading[]> {
  const { send, close } = wireTo(target);
  const readings: Reading[] = [];
  try {
    for (const role of different(target)) {
      if (readings.length > 0) await sleep(pauseMs(target));
      readings.push(await readKey(target, send, role));
      if (readings.some(isGone)) break;
    }
    return readings;
  } finally {
    close();
  }
}

interface Found {
  /** What says that the target is not there, or something else is. */
  readonly target: readonly Finding[];
  readonly keys: readonly Finding[];
}

export function findingsOf(target: Target, readings: readonly Reading[]): Found {
  const found = readings.map(reading => ({ reading, kind: kindOf(target, reading) }));
  const good = found.filter(({ reading }) => isGood(reading.role));
  const elsewhere = good.filter(({ kind }) => kind !== undefined && !ofKey.includes(kind));
  const [first] = elsewhere;
  // Where another key is answered, it is the matter of one route.
  const isThere = elsewhere.length < good.length;
  const message = first && messageOf(target, first.reading, first.kind!);
  const ofTarget =
    message === undefined
      ? ok(`${target.baseUrl} answers`)
      : isThere
        ? look(message)
        : stop(message);
  const doubts = keysInDoubt(readings.flatMap(({ exchange }) => exchange ?? []));
  const others = found.filter(each => !elsewhere.includes(each));
  return {
    target: [ofTarget],
    keys: [
      ...others.map(({ reading, kind }) => keyFinding(target, reading, kind, doubts)),
      ...sameKeys(target),
      ...unread(target, readings),
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

/** What a 429 asks to wait, in milliseconds. */
function waitOf(exchange: Exchange): number {
  const now = dateOf(exchange) ?? exchange.times.startedAt;
  return 1000 * (retryAfterSeconds(header(exchange, 'retry-after'), now) ?? 0);
}

function messageOf({ baseUrl }: Target, { role, exchange, problem }: Reading, kind: Kind): string {
  const facts = factsOf({
    target: { baseUrl },
    url: baseUrl + slots[role].read.path,
    setting: keySettings[role],
    problem: problem?.message ?? '',
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
  if (!exchange) return look(`${name}: no response (${problem?.message})`);
  const { fits, says, expected, read } = slots[role];
  if (isLimited(exchange))
    return look(
      `${name}: ${read.id} answers 429, so that it is not known whether the key works: its limit is used up for ${Math.ceil(waitOf(exchange) / 1000)} s, which a run waits for`,
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

/** One key in several settings. */
function sameKeys({ values }: Target): Finding[] {
  const names = roles.map(role => keySettings[role]).filter(name => values[name] !== undefined);
  return names.flatMap((name, at) => {
    const first = names.slice(0, at).find(other => values[other] === values[name]);
    if (first === undefined) return [];
    const bothGood = name === keySettings.automation && first === keySettings.business;
    return [
      bothGood
        ? ok(`${name} is the same key as ${first}, and was not read again`)
        : look(`${name} is the same key as ${first}: one of the two belongs elsewhere`),
    ];
  });
}

function unread(target: Target, readings: readonly Reading[]): Finding[] {
  const names = different(target)
    .filter(role => !readings.some(each => each.role === role))
    .map(role => keySettings[role]);
  return names.length === 0
    ? []
    : [look(`not read, since the target does not answer: ${names.join(', ')}`)];
}
