/** Compares what a result says of its run, beside verdicts, with its exchanges; verdicts are judged again by a replay. */
import { dateOf, header, isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { exchangesOf } from '../../schemas/records/texts.ts';
import { dayMs } from './statement.ts';

/**
 * A clock that is wrong by a day breaks what a certificate is about: when its run took place. Time zones that are confused
 * differ by less.
 */
const mostApartMs = dayMs;

/** @returns one sentence for each contradiction: a certificate of such a result is neither written nor valid. */
export function contradictions(result: ConformanceResult): string[] {
  const exchanges = [...exchangesOf(result).values()];
  return [...misdated(exchanges), ...mistimed(result, exchanges), ...miscounted(result, exchanges)];
}

/** A cache repeats an old Date, and states its Age. */
const isMisdated = (exchange: Exchange): boolean => {
  const date = dateOf(exchange);
  const apart = date === undefined ? 0 : date - exchange.times.startedAt;
  const isCached = apart < 0 && header(exchange, 'age') !== undefined;
  return Math.abs(apart) > mostApartMs && !isCached;
};

function misdated(exchanges: readonly Exchange[]): string[] {
  const found = exchanges.filter(isMisdated);
  const [first] = found;
  if (!first) return [];
  const [date, time] = [header(first, 'date'), new Date(first.times.startedAt).toISOString()];
  return [
    `the Date of ${found.length} responses is more than a day from the time of their exchange: ${first.id} has ${date}, and took place at ${time}`,
  ];
}

/** Between the clocks of a run's processes, and for a clock that is set while it goes on. */
const toleranceMs = 60_000;
/** Responses that came together may be noted in another order; a clock may be set back. */
const outOfOrderMs = 30_000;

const endOf = ({ times }: Exchange): number => times.startedAt + times.durationMs;

/** Exchanges and requirements within the time of the run, and responses in the order in which they were numbered. */
function mistimed(
  { startedAt, durationMs, requirements }: ConformanceResult,
  exchanges: readonly Exchange[],
): string[] {
  const until = Date.parse(startedAt) + durationMs + toleranceMs;
  const late = exchanges.find(each => endOf(each) > until);
  const long = requirements.find(each => each.durationMs > durationMs + toleranceMs);
  return [
    ...(late ? [`${late.id} came after its run had ended`] : []),
    ...(long ? [`${long.id} took longer than its run`] : []),
    ...disordered(exchanges),
  ];
}

/** A success is numbered as it comes. Another response may be asked for again, and is numbered when that is given up. */
function disordered(exchanges: readonly Exchange[]): string[] {
  const numbered = exchanges
    .filter(each => /^x\d+$/.test(each.id) && isSuccess(each) && !each.response.ended)
    .toSorted((a, b) => numberOf(a) - numberOf(b));
  let latest: Exchange | undefined;
  for (const each of numbered) {
    if (latest && endOf(each) < endOf(latest) - outOfOrderMs)
      return [
        `${each.id} came before ${latest.id}, which the run has before it: it is of another time, or of another run`,
      ];
    if (!latest || endOf(each) > endOf(latest)) latest = each;
  }
  return [];
}

const numberOf = ({ id }: Exchange): number => Number(id.slice(1));

/** A request that was sent again, and one without a response, counts as well, and has no exchange. */
function miscounted(
  { requests: { sent, byRoute } }: ConformanceResult,
  exchanges: readonly Exchange[],
): string[] {
  const stated = Object.entries(byRoute).flatMap(([route, byKey]) =>
    Object.entries(byKey).map(([key, count]) => ({ route, key, count })),
  );
  const sum = stated.reduce((total, { count }) => total + count, 0);
  if (sum !== sent) return [`it states ${sent} requests, and ${sum} by route and key`];
  const left = new Map(stated.map(({ route, key, count }) => [`${route}, key ${key}`, count]));
  return exchanges.flatMap(({ id, route, key }) => {
    const what = `${route}, key ${key}`;
    const count = (left.get(what) ?? 0) - 1;
    left.set(what, count);
    return count < 0 ? [`it has more requests of ${what} than it states (${id})`] : [];
  });
}
