/** @jsxRuntime automatic @jsxImportSource preact */
/** A chart with its caption, and its numbers as a table for whoever does not see it. */
import { count, visible } from './marks.tsx';
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';

interface FigureProps {
  readonly title: string;
  /** A sentence that says what the chart shows. */
  readonly says: string;
  readonly draw: (width: Width) => string;
  readonly legend?: readonly (readonly [className: string, text: string])[];
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

const mostRows = 60;

export function Figure({ title, says, draw, legend = [], columns, rows }: FigureProps) {
  return (
    <figure>
      <figcaption>
        <h3>{title}</h3>
        <p>{visible(says)}</p>
        {legend.length > 0 && (
          <ul class="legend">
            {legend.map(([className, text]) => (
              <li class={className}>{text}</li>
            ))}
          </ul>
        )}
      </figcaption>
      <div class="chart" role="img" aria-label={`${title}. ${visible(says)}`}>
        {(['wide', 'narrow'] as const).map(width => (
          <div class={width} dangerouslySetInnerHTML={{ __html: draw(width) }} />
        ))}
      </div>
      <details>
        <summary>Numbers</summary>
        <div class="numbers" tabIndex={0} role="group" aria-label={`Numbers of ${title}`}>
          <table>
            <thead>
              <tr>
                {columns.map(each => (
                  <th scope="col">{each}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, mostRows).map(([first, ...rest]) => (
                <tr>
                  <th scope="row">{visible(String(first))}</th>
                  {rest.map(each => (
                    <td>{typeof each === 'number' ? each.toLocaleString('en') : visible(each)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {rows.length > mostRows && (
          <p class="dim">and {count(rows.length - mostRows, 'row')} more</p>
        )}
      </details>
    </figure>
  );
}

const { document } = parseHTML('<!doctype html><html><body></body></html>');

/** For a screen and for a phone: text that is scaled down cannot be read. */
const widths = { wide: 1100, narrow: 380 } as const;
export type Width = keyof typeof widths;

/** @returns SVG that takes its colours from the page; it has no style of its own, which the page's policy would refuse. */
export function draw(width: Width, options: Plot.PlotOptions): string {
  const svg = Plot.plot({ document, width: widths[width], marginBottom: 42, ...options });
  for (const each of svg.querySelectorAll('style')) each.remove();
  for (const each of [svg, ...svg.querySelectorAll('*')]) {
    for (const name of ['aria-label', 'aria-hidden', 'style', 'class']) each.removeAttribute(name);
    for (const { name, value } of each.attributes)
      if (/\d\.\d{2,}/.test(value)) each.setAttribute(name, value.replace(/\d+\.\d{2,}/g, rounded));
  }
  return svg.outerHTML;
}

const rounded = (number: string) => String(Math.round(Number(number) * 10) / 10);
