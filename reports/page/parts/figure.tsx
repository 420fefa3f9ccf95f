/** @jsxRuntime automatic @jsxImportSource preact */
/** Renders figures: a caption, an SVG drawing, and a table of numbers. Drawings use percent for the width, so they fit any screen. */
import type { ComponentChildren } from 'preact';
import { visible } from './marks.tsx';

interface FigureProps {
  readonly id?: string;
  readonly title: string;
  /** Says in a sentence what the figure shows. */
  readonly says: string;
  readonly children?: ComponentChildren;
}

export const Figure = ({ id, title, says, children }: FigureProps) => (
  <figure id={id}>
    <figcaption>
      <h3>{title}</h3>
      <p>{visible(says)}</p>
    </figcaption>
    {children}
  </figure>
);

interface NumbersProps {
  /** Subject of the numbers. */
  readonly of: string;
  readonly columns: readonly string[];
  /** Rows; the first cell names the row. */
  readonly rows: readonly (readonly ComponentChildren[])[];
}

/** Renders a table that scrolls on narrow screens. */
export const Numbers = ({ of, columns, rows }: NumbersProps) => (
  <div class="numbers" tabIndex={0} role="group" aria-label={`Numbers of ${of}`}>
    <table>
      <thead>
        <tr>
          {columns.map(each => (
            <th scope="col">{each}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...rest]) => (
          <tr>
            <th scope="row">{first}</th>
            {rest.map(each => (
              <td>{typeof each === 'number' ? each.toLocaleString('en') : each}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** Formats a share as a percentage: `12.34%`. */
export const percent = (part: number, whole: number): string =>
  `${((part / whole) * 100).toFixed(2)}%`;

/** Returns round numbers from 0 to the highest value, at most as many as wanted. */
export function ticks(highest: number, wanted: number): number[] {
  const power = 10 ** Math.floor(Math.log10(highest / wanted));
  const steps = [1, 2, 5, 10].map(each => each * power);
  const step = steps.find(each => each >= highest / wanted) ?? highest;
  return Array.from({ length: Math.floor(highest / step) + 1 }, (_, at) => at * step);
}
