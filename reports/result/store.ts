/** Exchanges and notes -> the form that a result keeps them in, where each piece of a long text is there once. */
import { Pieces } from '../../fixtures/output/pieces.ts';
import type { LimiterProbe, LimiterResult } from '../../schemas/records/limiter.ts';

/** Collects the texts of one result. */
export class TextStore extends Pieces {
  limiter(probe: LimiterProbe): LimiterResult {
    if ('skipped' in probe) return probe;
    const { name, settings, findings, notes } = probe;
    const startedAt = notes[0]?.sentAt ?? 0;
    return {
      name,
      ...findings,
      settings,
      startedAt,
      notes: notes.map(({ sentAt, receivedAt, body, ...note }) => ({
        ...note,
        at: sentAt - startedAt,
        took: receivedAt - sentAt,
        // Rejections repeat one body hundreds of times.
        body: this.text(body, 1),
      })),
    };
  }
}
