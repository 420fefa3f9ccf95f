/** What a run sent and spent, counted from its exchange log. */
import type { LogEntry, Purpose } from '../../schemas/records/log-entry.ts';
import type { ConformanceResult } from '../../schemas/records/result.ts';

/** Requests by route and key; one that was limited or sent again counts each time. */
export function countRequests(entries: readonly LogEntry[]): ConformanceResult['requests'] {
  const byRoute: Record<string, Record<string, number>> = {};
  let sent = 0;
  let limited = 0;
  // What others recorded was not sent by this suite.
  for (const entry of entries.filter(({ attempts }) => attempts > 0)) {
    const { route, key } = entry.exchange ?? { route: 'no response', key: 'unknown' };
    const byKey = (byRoute[route] ??= {});
    byKey[key] = (byKey[key] ?? 0) + entry.attempts;
    sent += entry.attempts;
    limited += entry.limited;
  }
  const count = (purpose: Purpose) => entries.filter(entry => entry.purpose === purpose).length;
  return {
    sent,
    limited,
    generated: count('generated'),
    probes: count('probe'),
    byRoute,
  };
}

/** Money per currency, to the cent. */
export function totalSpend(entries: readonly LogEntry[]): Record<string, number> {
  const spend: Record<string, number> = {};
  for (const { spent = {} } of entries)
    for (const [currency, value] of Object.entries(spent))
      spend[currency] = Math.round(((spend[currency] ?? 0) + value) * 100) / 100;
  return spend;
}
