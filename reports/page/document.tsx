/** @jsxRuntime automatic @jsxImportSource preact */
/** Renders each page as one file that loads nothing, with the styles of all pages. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { harmless, harmlessLine } from '../../harness/output/sanitize.ts';

interface Content {
  readonly title: string;
  /** Colour of the icon: six hexadecimal digits. */
  readonly colour: string;
  /** Target of the skip link for keyboard users: id and name of an element. */
  readonly skip?: readonly [id: string, name: string];
  readonly script?: string;
  readonly body: ComponentChildren;
}

const style = ['base', 'top', 'rows', 'failures', 'charts', 'media']
  .map(name => readFileSync(new URL(`style/${name}.css`, import.meta.url), 'utf8'))
  .join('\n');

const digest = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Returns the content security policy. It allows only the style and the script of this file, so a response cannot load or run anything. */
const policyOf = (script: string | undefined) =>
  [
    "default-src 'none'",
    `style-src ${digest(style)}`,
    `script-src ${script === undefined ? "'none'" : digest(script)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

const icon = (colour: string) =>
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><circle cx='4' cy='4' r='4' fill='%23${colour}'/></svg>`;

export const colours = {
  good: '1a7f37',
  bad: 'cf222e',
  open: '9a6700',
  broken: '8250df',
} as const;

export const renderDocument = (content: Content): string =>
  `<!doctype html>\n${renderToString(<Document {...content} />)}\n`;

function Document({ title, colour, skip, script, body }: Content) {
  // A result from a stranger can have any text in its ids, names and anchors, too.
  const shown = renderToString(
    <>
      {skip && (
        <a class="skip" href={`#${skip[0]}`}>
          To {skip[1]}
        </a>
      )}
      {body}
    </>,
  );
  const run = script === undefined ? '' : `<script>${script}</script>`;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policyOf(script)} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{harmlessLine(title)}</title>
        <link rel="icon" href={icon(colour)} />
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body dangerouslySetInnerHTML={{ __html: harmless(shown, Infinity) + run }} />
    </html>
  );
}
