/** @jsxRuntime automatic @jsxImportSource preact */
/** What was measured, where a person would rather look than read. */
import type { Page } from '../model.ts';
import { Bounds } from './bounds.tsx';
import { Latency } from './latency.tsx';
import { Limiters } from './limiters.tsx';
import { Load } from './load.tsx';
import { QueuedToDone } from './queued.tsx';

export function Measured({ page }: { page: Page }) {
  const { load } = page.result;
  return (
    <section id="measured" aria-labelledby="measured-title">
      <h2 id="measured-title">Measurements</h2>
      <Limiters page={page} />
      <Latency page={page} />
      <QueuedToDone page={page} />
      {load && <Load load={load} />}
      <Bounds page={page} />
    </section>
  );
}
