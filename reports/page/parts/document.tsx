/** @jsxRuntime automatic @jsxImportSource preact */
/** Renders a page as one file that loads nothing. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { harmless, harmlessLine } from '../../../harness/output/sanitize.ts';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const style = read('../style.css');
const script = read('../filter.js');

const digest = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Allows only the style and the script of this folder, so a response cannot load or run anything. */
const policy = [
  "default-src 'none'",
  `style-src ${digest(style)}`,
  `script-src ${digest(script)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** @param filters True for a page with a form of filters. */
export function renderDocument(title: string, content: JSX.Element, filters = false): string {
  // A result from a stranger can have any text in its ids, names and anchors, too.
  const body = harmless(renderToString(content), Infinity);
  const page = renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{harmlessLine(title)}</title>
        <link rel="icon" href="data:," />
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body
        dangerouslySetInnerHTML={{
          __html: filters ? `${body}<script>${script}</script>` : body,
        }}
      />
    </html>,
  );
  return `<!doctype html>\n${page}\n`;
}
