/** @jsxRuntime automatic @jsxImportSource preact */
/** Figures: a caption, a drawing in SVG, and numbers as a table. A drawing has percents across: it fits any screen. */
import type { ComponentChildren } from 'preact';
import { visible } from './marks.tsx';

interface FigureProps {
  readonly title: string;
  /** A sentence that says what the figure shows. */
  readonly says: string;
  readonly children?: ComponentChildren;
}

export const Figure = ({ title, says, children }: FigureProps) => (
  <figure>
    <figcaption>
      <h3>{title}</h3>
      <p>{visible(says)}</p>
    </figcaption>
    {children}
  </figure>
);

interface NumbersProps {
  /** Of what the numbers are. */
  readonly of: string;
  readonly columns: readonly string[];
  /** The first cell of each names the row. */
  readonly rows: readonly (readonly ComponentChildren[])[];
}

/** A table that scrolls if the screen is too narrow for it. */
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

/** Returns a part of a whole as `12.34%`. */
export const percent = (part: number, whole: number): string =>
  `${((part / whole) * 100).toFixed(2)}%`;

/** Returns round numbers from 0 to the highest, as many as wanted or some fewer. */
export function ticks(highest: number, wanted: number): number[] {
  const power = 10 ** Math.floor(Math.log10(highest / wanted));
  const steps = [1, 2, 5, 10].map(each => each * power);
  const step = steps.find(each => each >= highest / wanted) ?? highest;
  return Array.from({ length: Math.floor(highest / step) + 1 }, (_, at) => at * step);
}
