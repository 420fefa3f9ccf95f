/** Draws a chart without a browser. */
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';

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
