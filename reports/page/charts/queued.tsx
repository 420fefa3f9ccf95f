/** @jsxRuntime automatic @jsxImportSource preact */
/** From the 202 of an order to the poll that showed its end. */
import * as Plot from '@observablehq/plot';
import { field, has, sentId, type Exchange } from '../../../schemas/records/exchange.ts';
import { route } from '../../../schemas/routes.ts';
import type { Page } from '../model.ts';
import { count, duration } from '../parts/text.ts';
import { Figure } from './figure.tsx';
import { drawRows, type Width } from './plot.ts';

interface Finished {
  readonly id: string;
  readonly kind: string;
  /** Milliseconds after the 202 at which it was last seen unfinished, and first seen finished. */
  readonly after: number;
  readonly within: number;
}

const endOf = ({ times }: Exchange) => times.startedAt + times.durationMs;
const isEnded = (exchange: Exchange) => has(exchange, 'result') || has(exchange, 'error');

function finished({ exchanges }: Page): Finished[] {
  const all = [...exchanges.values()];
  const polls = all
    .filter(each => each.route === route.orderRequest.id && each.response.status === 200)
    .toSorted((a, b) => a.times.startedAt - b.times.startedAt);
  const created = all.filter(
    each =>
      each.response.status === 202 &&
      typeof field(each, 'orderRequestId') === 'string' &&
      each.route !== route.orderRequest.id,
  );
  return created.flatMap(each => {
    const queued = endOf(each);
    const own = polls.filter(
      poll => sentId(poll) === field(each, 'orderRequestId') && poll.times.startedAt >= queued,
    );
    const end = own.find(isEnded);
    if (!end) return [];
    const before = own.filter(poll => poll.times.startedAt < end.times.startedAt).at(-1);
    return {
      id: each.id,
      kind: each.route === route.createBulkOrder.id ? 'bulk order' : 'order',
      after: before ? before.times.startedAt - queued : 0,
      within: endOf(end) - queued,
    };
  });
}

export function QueuedToDone({ page }: { page: Page }) {
  const requests = finished(page).toSorted((a, b) => a.within - b.within);
  if (requests.length === 0) return null;
  const label = ({ kind, id }: Finished) => `${kind} ${id}`;
  const longest = requests.at(-1)?.within ?? 0;
  const draw = (width: Width) =>
    drawRows(width, {
      x: { label: 'seconds after the 202', grid: true, domain: [0, longest / 1000] },
      names: requests.map(label),
      marks: [
        Plot.ruleY(requests, {
          y: label,
          x1: each => (each as Finished).after / 1000,
          x2: each => (each as Finished).within / 1000,
          stroke: 'var(--chart)',
          strokeWidth: 6,
        }),
        Plot.dot(requests, {
          y: label,
          x: each => (each as Finished).within / 1000,
          fill: 'var(--chart)',
          r: 4,
        }),
      ],
    });
  return (
    <Figure
      title="From queued to done"
      says={`${count(requests.length, 'order request')} ended within ${duration(longest)} of the 202.`}
      draw={draw}
      legend={[
        ['bar', 'between the last poll that saw it unfinished and the first that saw it done'],
      ]}
      columns={['Order request', 'Unfinished after, ms', 'Done within, ms']}
      rows={requests.map(each => [label(each), each.after, each.within])}
    />
  );
}
