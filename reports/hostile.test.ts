/** Tests hostile texts of a target in every report: a third-party parser reads each as one with harmless texts. */
import { expect, test } from '#test';
import type { Har } from 'har-format';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { SaxesParser } from 'saxes';
import { exchangeOn } from '../fixtures/testing/exchange.ts';
import { hostile } from '../fixtures/testing/hostile.ts';
import type { ConformanceResult } from '../schemas/records/result.ts';
import { route } from '../schemas/routes.ts';
import { driftLines } from './drift/change.ts';
import { driftMarkdown } from './drift/markdown.ts';
import {
  plantedDrift,
  accepted,
  caseOf,
  exchangesById,
  requirement,
  result,
} from './testing/samples.ts';
import { annotations, markdown } from './formats/markdown.ts';
import { har } from './formats/har.ts';
import { junit } from './formats/junit.ts';
import { summary, recordingLines } from './terminal/summary.ts';

/** A result whose every text of the target is this one. */
function saying(said: string): ConformanceResult {
  const failed = caseOf(`GET /wallet ${said}`, 'failed', {
    message: `expected: a balance\nactual:   ${said}\n${said}\nrequest:  curl -i '${said}'`,
    actual: said,
    evidence: ['x1'],
  });
  const error = caseOf(said, 'error', { reason: said, evidence: ['x1'] });
  const waived = { requirement: 'wallet.fields', reason: said, owner: said, expires: '2027-01-31' };
  return result({
    verdict: 'non-conformant',
    target: { ...result({}).target, baseUrl: said },
    reasons: [said],
    requirements: [
      requirement('wallet.fields', { verdict: 'failed', actual: said, cases: [failed] }),
      requirement('orders.created', { verdict: 'error', reason: said, cases: [error] }),
      requirement('catalog.products', { verdict: 'not-exercised', reason: said }),
      requirement('tools.fields', { verdict: 'not-applicable', reason: said }),
      { ...accepted, waived },
    ],
    observations: [{ id: 'wallet.order', anchor: '§2', value: { said }, evidence: ['x1'] }],
    discovered: [{ name: 'GV_ORDER_UNKNOWN', value: said, how: said }],
    doubts: [said],
    exchanges: exchangesById(exchangeOn(route.wallet, { body: said, headers: { 'X-Said': said } })),
  });
}

const acting =
  /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}\u00ad\u200b\u2060\u3164\ufeff\u{e0000}-\u{e007f}\ufffe\uffff]/u;

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

const nodes = (node: Nodes): Nodes[] => [
  node,
  ...('children' in node ? node.children.flatMap(nodes) : []),
];

/** Types of the nodes, without code, in which nothing acts. */
function markup(text: string): string[] {
  const extensions = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };
  const all = nodes(fromMarkdown(text, extensions));
  return all.map(each => (each.type === 'text' ? `text ${each.value}` : each.type));
}

const plain = saying('x');

for (const [name, said] of Object.entries(hostile))
  test.describe(`what a target sends: ${name}`, () => {
    const hostileResult = saying(said);

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
        expect(line).toMatch(/^::error title=[^:,\n]*::[^\n]*$/);
        expectHarmless(line);
      }
    });
  });
