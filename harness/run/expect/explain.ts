/** Turns the error of a case into its verdict, with the reason or the message. */
import { toCurl } from '../../../schemas/records/curl.ts';
import { bodyOf, brokenOff, header, type Exchange } from '../../../schemas/records/exchange.ts';
import type { CaseResult } from '../../../schemas/records/result.ts';
import { short } from '../../output/sanitize.ts';
import { NotApplicable, NotExercised } from '../../verdict.ts';
import { ExpectationFailed } from './expect.ts';

/** Limits the exchanges that a message shows. For more, it lists the ids. */
const mostShown = 3;

/**
 * Turns an error into a verdict with its reason or message.
 *
 * @param compared Exchanges that the case has compared. A failure that names no exchange is about two of them.
 */
export function explain(
  error: unknown,
  compared: readonly Exchange[],
): Omit<CaseResult, 'id' | 'evidence'> {
  if (error instanceof NotExercised) {
    const { message: reason, elsewhere, lacks } = error;
    return {
      verdict: 'not-exercised',
      reason,
      ...(elsewhere ? { elsewhere } : {}),
      ...(lacks ? { lacks } : {}),
    };
  }
  if (error instanceof NotApplicable) return { verdict: 'not-applicable', reason: error.message };
  if (!(error instanceof ExpectationFailed))
    return { verdict: 'error', reason: error instanceof Error ? error.message : String(error) };
  const { about, expected, actual, of, recorded } = error;
  const shown = of.length > 0 ? of : findPair(compared, actual, expected);
  const ids = [...new Set(shown.map(({ id }) => id))];
  const message = [
    ...(about === undefined ? [] : [`judged:   ${about}`]),
    `expected: ${show(expected)}`,
    `actual:   ${show(actual)}`,
    ...(ids.length > 1 ? [`compared: ${cut(ids.join(', '))}`] : []),
    ...shown
      .slice(0, mostShown)
      .flatMap(each => [`response: ${summary(each)}`, `request:  ${toCurl(each)}`]),
    ...recorded,
  ].join('\n');
  return {
    verdict: 'failed',
    message,
    ...(ids[0] === undefined ? {} : { exchange: ids[0] }),
    ...(ids.length > 1 ? { compared: ids } : {}),
    ...(recorded.length > 0 ? { recorded: [...recorded] } : {}),
    ...(about === undefined ? {} : { judged: about }),
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
  };
}

/**
 * Returns the two exchanges that differ: the latest with a part of the actual value, and the latest other one with a part of the expected
 * value, or of another route.
 */
function findPair(compared: readonly Exchange[], actual: unknown, expected: unknown): Exchange[] {
  const latest = compared.toSorted((a, b) => b.id.localeCompare(a.id, 'en', { numeric: true }));
  const holding = (value: unknown) => {
    const parts = new Set(leavesOf(value));
    return (each: Exchange) => leavesOf(bodyOf(each)).some(leaf => parts.has(leaf));
  };
  const one = latest.find(holding(actual)) ?? latest[0];
  const others = latest.filter(each => each !== one);
  const other =
    others.find(holding(expected)) ?? others.find(({ route }) => route !== one?.route) ?? others[0];
  return [one, other].filter(each => each !== undefined);
}

/** Returns the texts and numbers inside a value. */
function leavesOf(value: unknown): unknown[] {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

const longest = 400;
const cut = (text: string) => short(text, longest);

/** Returns a string as it is, and any other value as JSON. */
const show = (value: unknown): string =>
  cut(typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value)));

function summary(exchange: Exchange): string {
  const { status, body } = exchange.response;
  const end = brokenOff(exchange);
  const type = header(exchange, 'content-type') ?? '(no content type)';
  return `${status} ${type} ${end === undefined ? '' : `(${end}) `}${cut(body)}`;
}
