/** Tests every report with hostile texts of a target. A third-party parser must find the same structure as with harmless texts. */
import { expect, test } from '#test';
import type { Har } from 'har-format';
import { SaxesParser } from 'saxes';
import { acting, hostile } from '../fixtures/testing/hostile.ts';
import { driftLines } from './drift/change.ts';
import { driftMarkdown } from './drift/markdown.ts';
import { nodesOf, parsed } from './testing/markdown.ts';
import { plantedDrift, resultWithText } from './testing/samples.ts';
import { annotations, markdown } from './formats/markdown.ts';
import { har } from './formats/har.ts';
import { junit } from './formats/junit.ts';
import { metrics } from './formats/metrics.ts';
import { renderPage } from './page/page.tsx';
import { summary, recordingLines } from './terminal/summary.ts';

function expectHarmless(text: string, longest = 200_000): void {
  expect(text).not.toMatch(acting);
  expect(text).not.toMatch(/##\w*\[/);
  expect(text.length).toBeLessThan(longest);
}

const notCommanding = (text: string) => expect(text).not.toMatch(/^\s*::/m);

/** Names of the elements and of their attributes, in order. */
function structure(xml: string): string[] {
  const names: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) =>
    names.push([name, ...Object.keys(attributes)].join(' ')),
  );
  parser.write(xml).close();
  return names;
}

/** Lists the types of the nodes, except code, which has no active content. */
const markup = (text: string): string[] =>
  nodesOf(parsed(text)).map(each => (each.type === 'text' ? `text ${each.value}` : each.type));

/** Matches a line of OpenMetrics. */
const sample =
  /^(?:# (?:HELP|TYPE) \w+ .+|# EOF|\w+(?:\{(?:\w+="(?:[^"\\\n]|\\[\\n"])*",?)*\})? [\d.]+)$/;

const plain = resultWithText('x');

for (const [name, said] of Object.entries(hostile))
  test.describe(`hostile text: ${name}`, () => {
    const hostileResult = resultWithText(said);

    test('terminal', () => {
      const counts = { file: 'a', entries: 1, judged: 1, leftOut: {}, unrecorded: {}, keys: {} };
      const lines = recordingLines({ ...counts, program: said });
      for (const text of [summary(hostileResult, 'out'), lines.join('\n')]) {
        expectHarmless(text);
        notCommanding(text);
      }
    });

    test('JUnit', () => {
      const text = junit(hostileResult);
      expectHarmless(text);
      notCommanding(text);
      expect(structure(text)).toEqual(structure(junit(plain)));
    });

    test('HAR', () => {
      const text = [...har(hostileResult)].join('');
      expectHarmless(text, 2_100_000 * 2);
      const [entry] = (JSON.parse(text) as Har).log.entries;
      if (name === 'huge') expect(entry?.response.content.text).toBeUndefined();
      else expect(entry?.response.content.text).toBe(said);
    });

    test('Markdown', () => {
      const text = markdown(hostileResult);
      expectHarmless(text, 30_000);
      expect(markup(text)).toEqual(markup(markdown(plain)));
    });

    test('drift', () => {
      const [drift, other] = [plantedDrift(said), plantedDrift('x')];
      const lines = driftLines(drift);
      expectHarmless(lines.join('\n'), 20_000);
      notCommanding(lines.join('\n'));
      expect(lines.join('\n')).not.toContain('\t');
      expect(lines).toHaveLength(driftLines(other).length);
      const text = driftMarkdown(drift);
      expectHarmless(text, 30_000);
      expect(markup(text)).toEqual(markup(driftMarkdown(other)));
    });

    test('annotations', () => {
      const lines = annotations(hostileResult);
      expect(lines).toHaveLength(annotations(plain).length);
      for (const line of lines) {
        expect(line).toMatch(/^::(error|warning) title=[^:,\n]*::[^\n]*$/);
        expectHarmless(line);
      }
    });

    test('metrics', async () => {
      const { x1 } = hostileResult.exchanges;
      const text = metrics({ ...hostileResult, exchanges: { x1: { ...x1!, route: said } } });
      expectHarmless(text);
      for (const each of text.trimEnd().split('\n')) expect(each).toMatch(sample);
    });

    test('page', () => {
      const html = renderPage(hostileResult);
      expectHarmless(html, 2_000_000);
      const tagsOf = (page: string) => new Set(page.match(/<\w+/g));
      expect(tagsOf(html)).toEqual(tagsOf(renderPage(plain)));
    });
  });
