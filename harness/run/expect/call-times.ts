/** Compares times that responses state with the time of their call. */
import { dateOf, type Exchange } from '../../../schemas/records/exchange.ts';
import { expect } from './expect.ts';

/** Difference that clocks and caches of a minute may make. */
const spareMs = 60_000;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Returns the span of a call by our clock and by the Date headers of the target, whichever is longer, and a minute before and after. */
export function spanOf(first: Exchange, last = first): Span {
  const start = first.times.startedAt;
  const end = last.times.startedAt + last.times.durationMs;
  return {
    from: Math.min(start, dateOf(first) ?? start) - spareMs,
    to: Math.max(end, dateOf(last) ?? end) + spareMs,
  };
}

const inWords = ({ from, to }: Span): string => {
  const latest = new Date(to).toISOString();
  return from === -Infinity
    ? `no later than ${latest}`
    : `from ${new Date(from).toISOString()} to ${latest}`;
};

/** Expects a time within a span. */
export const expectWithin = (
  time: unknown,
  span: Span,
  about: string,
  ...of: readonly Exchange[]
): void =>
  expect(time, about, ...of).toSatisfy(inWords(span), value => {
    const stated = Date.parse(String(value));
    return stated >= span.from && stated <= span.to;
  });
