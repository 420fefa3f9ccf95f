/** Turns the error of a case into its verdict, with the reason or the message. */
import { brokenOff, header, type Exchange, toCurl } from '../../../schemas/records/exchange.ts';
import type { CaseResult } from '../../../schemas/records/result.ts';
import { NotApplicable, NotDone, NotExercised } from '../../verdict.ts';
import { ExpectationFailed } from './expect.ts';

/** Limits the exchanges that a message shows. For more, it lists the ids. */
const mostShown = 3;

/**
 * Turns an error into a verdict with its reason or message.
 *
 * @param compared Exchanges that the case has compared. A failure that names no exchange is about all of them.
 */
export function explain(
  error: unknown,
  compared: readonly Exchange[],
): Omit<CaseResult, 'id' | 'evidence'> {
  if (error instanceof NotExercised) {
    const { message: reason, reportedBy } = error;
    return { verdict: 'not-exercised', reason, ...(reportedBy ? { reportedBy } : {}) };
  }
  if (error instanceof NotApplicable) return { verdict: 'not-applicable', reason: error.message };
  if (error instanceof NotDone) {
    const failed = explain(new ExpectationFailed(error.asked, error.came), compared);
    return error.doubt === undefined
      ? failed
      : { ...failed, verdict: 'warning', doubt: error.doubt };
  }
  if (!(error instanceof ExpectationFailed))
    return { verdict: 'error', reason: error instanceof Error ? error.message : String(error) };
  const { about, expected, actual, of, recorded } = error;
  const shown = of.length > 0 ? of : inOrder(compared, actual);
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

/** Sorts exchanges: first the exchanges that contain a text of the actual value, then the latest. */
function inOrder(compared: readonly Exchange[], actual: unknown): Exchange[] {
  const texts = textsIn(actual).map(each => JSON.stringify(each));
  const shows = ({ response }: Exchange) => texts.some(text => response.body.includes(text));
  return compared
    .toSorted((a, b) => b.id.localeCompare(a.id, 'en', { numeric: true }))
    .toSorted((a, b) => Number(shows(b)) - Number(shows(a)));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const longest = 400;
const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** Returns a string as it is, and any other value as JSON. */
const show = (value: unknown): string =>
  cut(typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value)));

function summary(exchange: Exchange): string {
  const { status, body } = exchange.response;
  const end = brokenOff(exchange);
  const type = header(exchange, 'content-type') ?? '(no content type)';
  return `${status} ${type} ${end === undefined ? '' : `(${end}) `}${cut(body)}`;
}
