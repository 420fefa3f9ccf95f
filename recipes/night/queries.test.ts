/** Checks that alerts and dashboard use metrics and labels that a run writes. */
import { readFileSync } from 'node:fs';
import { expect, test } from '#test';
import { limiter, wallet, requirement, result } from '../../reports/testing/samples.ts';
import { metrics } from '../../reports/formats/metrics.ts';

const run = result({
  requirements: [requirement('wallet.fields', { verdict: 'passed' })],
  limiters: [limiter(60)],
  exchanges: wallet(10, [{ balance: 1 }]),
});

/** Returns the label values of each label of each metric in `metrics.prom`. */
function written(): Map<string, Map<string, Set<string>>> {
  const found = new Map<string, Map<string, Set<string>>>();
  for (const [, name = '', labels = ''] of metrics(run).matchAll(/^(\w+)\{(.*)\} /gm)) {
    const known = found.get(name) ?? new Map<string, Set<string>>();
    found.set(name, known);
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g))
      known.set(label, (known.get(label) ?? new Set()).add(value));
  }
  return found;
}

/** Returns metrics and label values that a text queries and no run writes. */
function unknownIn(text: string): string[] {
  const known = written();
  return [...text.matchAll(/(gift_voucher_\w+)(?:\{([^}]*)\})?/g)].flatMap(
    ([, name = '', labels = '']) => {
      const own = known.get(name);
      if (!own) return [name];
      return [...labels.matchAll(/(\w+)(?:=|!=|=~)"([^"]*)"/g)].flatMap(
        ([, label = '', values = '']) =>
          values
            .split('|')
            .filter(each => !own.has(label) || !(each.startsWith('$') || own.get(label)?.has(each)))
            .map(each => `${name}{${label}="${each}"}`),
      );
    },
  );
}

const fileText = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

test('alerts and dashboard query only what a run writes', () => {
  // In JSON, the quotes of queries are escaped.
  const dashboard = fileText('grafana.json').replaceAll(String.raw`\"`, '"');
  for (const text of [fileText('alerts.yml'), dashboard]) {
    expect(text.match(/gift_voucher_\w+/g)?.length).toBeGreaterThan(5);
    expect(unknownIn(text)).toEqual([]);
  }
  const planted = 'gift_voucher_runs + gift_voucher_requirements{verdict=~"passed|green"}';
  expect(unknownIn(planted)).toEqual([
    'gift_voucher_runs',
    'gift_voucher_requirements{verdict="green"}',
  ]);
});
