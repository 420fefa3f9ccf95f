import type { Answer, Note } from './note.ts';
import { next, type PlanSettings } from './plan.ts';

/** Time as the probe sees it; `now` and `ms` in milliseconds. */
export interface ProbeClock {
  now(): number;
  sleep(ms: number): Promise<void>;
}

/**
 * Measures a limiter from Node with the plan that the k6 script follows (§8). `send` sends one
 * request, to the named route of another limiter when there is a name, and never throws for a broken
 * connection: that is an answer with status 0.
 */
export async function probe(
  send: (to?: string) => Promise<Answer>,
  settings: PlanSettings,
  clock: ProbeClock,
): Promise<Note[]> {
  const notes: Note[] = [];
  for (;;) {
    const step = next(notes, settings, clock.now());
    if ('done' in step) return notes;
    if ('wait' in step) {
      await clock.sleep(step.wait);
      continue;
    }
    const { phase } = step;
    const asked = 'ask' in step ? step.ask : Array.from({ length: step.send }, () => undefined);
    const answers = await Promise.all(asked.map(send));
    for (const [index, answer] of answers.entries()) {
      const to = asked[index];
      notes.push({ ...answer, phase, ...(to === undefined ? {} : { to }) });
    }
  }
}
