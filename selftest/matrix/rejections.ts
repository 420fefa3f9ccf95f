import type { Exchange } from '../../schemas/records/exchange.ts';
import { BODY_KEPT, type LimiterProbe } from '../../schemas/records/limiter.ts';
import { namesOf } from '../../load/limiter/probe/routes.ts';

/**
 * The 429s of a probe as exchanges, with the headers of a limiter only. Whether a check exhausts a limiter itself depends
 * on the pace of the machine.
 */
export function rejectionsOf(limiter: LimiterProbe): Exchange[] {
  if ('skipped' in limiter) return [];
  const own = namesOf(limiter.name);
  return limiter.notes
    .map(note => ({ ...note, to: note.to ?? own[0]! }))
    .filter(({ status, to, body }) => status === 429 && own.includes(to) && body.length < BODY_KEPT)
    .map(({ to, status, headers, body, sentAt, receivedAt }, at) => {
      const name = to.slice(limiter.name.length + 1);
      return {
        id: `${limiter.name}-${at}`,
        route: name,
        key: 'business',
        request: { method: name.split(' ')[0] ?? '', url: 'probe:', headers: {} },
        response: { status, headers: Object.entries(headers), body },
        times: { startedAt: sentAt, durationMs: receivedAt - sentAt },
      };
    });
}
