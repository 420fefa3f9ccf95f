/** @jsxRuntime automatic @jsxImportSource preact */
/** Payloads on and around each bound of a body: what was accepted, what was rejected. */
import * as Plot from '@observablehq/plot';
import { isAccepted, type Exchange } from '../../../schemas/records/exchange.ts';
import type { RequirementResult } from '../../../schemas/records/result.ts';
import type { Page } from '../model.ts';
import { count } from '../parts/text.ts';
import { Figure } from './figure.tsx';
import { drawRows, type Width } from './plot.ts';

interface Bound {
  readonly id: string;
  readonly accepted: number;
  readonly rejected: number;
}

/** A case of a payload names its field: `message: 501 characters`. */
const ofPayload = /^[a-z]\w*: /i;
const isAction = ({ route }: Exchange) => route.startsWith('POST /actions/');

/** A requirement none of whose payloads was rejected is not about a bound. */

function boundsOf({ result, exchanges }: Page): Bound[] {
  return result.requirements.flatMap(({ id, cases }: RequirementResult) => {
    const ids = new Set(
      cases.filter(each => ofPayload.test(each.id)).flatMap(each => each.evidence),
    );
    const sent = [...ids].flatMap(each => exchanges.get(each) ?? []).filter(isAction);
    const accepted = sent.filter(isAccepted).length;
    return accepted < sent.length ? [{ id, accepted, rejected: sent.length - accepted }] : [];
  });
}

export function Bounds({ page }: { page: Page }) {
  const bounds = boundsOf(page);
  if (bounds.length === 0) return null;
  const parts = bounds.flatMap(({ id, accepted, rejected }) => [
    { id, number: accepted, kind: 'accepted' },
    { id, number: rejected, kind: 'rejected' },
  ]);
  const total = parts.reduce((sum, each) => sum + each.number, 0);
  const draw = (width: Width) =>
    drawRows(width, {
      x: { label: 'payloads', grid: true },
      names: bounds.map(each => each.id),
      color: { domain: ['accepted', 'rejected'], range: ['var(--chart)', 'var(--chart-2)'] },
      marks: [
        Plot.barX(parts, { y: 'id', x: 'number', fill: 'kind', insetTop: 3, insetBottom: 3 }),
      ],
    });
  return (
    <Figure
      title="Payloads by bound"
      says={`${count(total, 'payload')} on and around the bounds of ${count(bounds.length, 'requirement')}, counted once for each that they show.`}
      draw={draw}
      legend={[
        ['bar', 'accepted'],
        ['bar second', 'rejected'],
      ]}
      columns={['Requirement', 'Accepted', 'Rejected']}
      rows={bounds.map(each => [each.id, each.accepted, each.rejected])}
    />
  );
}
