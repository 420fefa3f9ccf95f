import { expect, test } from '#test';
import { nodesOf, parsed, plain } from '../testing/markdown.ts';
import { driftMarkdown, worseOf } from './markdown.ts';
import { plantedDrift, caseOf, failedCase, requirement, result } from '../testing/samples.ts';
import { compare } from './compare.ts';
import { driftLines, remarksOf } from './change.ts';

test('changes for the worse come first, with clause and failure, then other changes by kind', () => {
  const all = nodesOf(parsed(driftMarkdown(plantedDrift('gone'))));
  expect(all.filter(({ type }) => type === 'heading').map(plain)).toEqual([
    'Gift voucher API, drift: got worse',
    'failed auth.missing-key',
    'error auth.empty-key',
    'Verdicts',
    'What the spec leaves open',
    'Limiters',
    'Latency',
    'Fields of responses',
  ]);
  const paragraphs = all.filter(({ type }) => type === 'paragraph').map(plain);
  expect(paragraphs).toContain('A fact (§2.5), before: passed');
  expect(paragraphs).toContain('Implied by §2.5: a reason');
  expect(paragraphs).toContain('Ended with the same error: wallet.fields');
  const [how] = all.filter(({ type }) => type === 'code').map(plain);
  expect(how).toBe('judged:   gone\nexpected: status 401\nactual:   "gone"');
  const rows = all.filter(({ type }) => type === 'tableRow').map(plain);
  expect(rows).toContain('catalog: limit §86030');
  expect(rows).toContain('GET /wallet §4.1p95 10 msp95 400 ms');
});

test('a run that judged nothing is not called unchanged', () => {
  const { before } = plantedDrift();
  const after = result({ verdict: 'error', reasons: ['nothing listens there'] });
  const text = driftMarkdown({ before, after, changes: [] });
  expect(text).toMatch(/^## Gift voucher API, drift: not judged\n/);
  expect(text).toMatch(/\| requirements shown +\| `9 of 9` +\| `none`/);
  expect(text).not.toContain('nothing changed');
});

test('an error is shown in full if the requirement with the same error did not get worse', () => {
  const { changes, after } = plantedDrift();
  const others = changes.filter(({ about }) => about !== 'auth.empty-key');
  expect(worseOf(others, after).map(({ changes: [{ about }] }) => about)).toEqual([
    'auth.missing-key',
    'wallet.fields',
  ]);
});

test('for a requirement that failed before, only the cases that got worse are shown', () => {
  const failing = (...failed: string[]) =>
    result({
      requirements: [
        requirement('wallet.fields', {
          verdict: 'failed',
          cases: ['a', 'b', 'c'].map(id =>
            failed.includes(id) ? failedCase(id, 'x1', 'y') : caseOf(id, 'passed'),
          ),
        }),
      ],
    });
  const after = failing('a', 'b', 'c');
  const [only, ...more] = worseOf(compare(failing('a'), after), after);
  expect(more).toEqual([]);
  expect(only?.changes.map(each => each.case)).toEqual(['b', 'c']);
  expect(only?.groups.map(cases => cases.map(({ id }) => id))).toEqual([['b', 'c']]);
});

test('remarks name the limits of the comparison, also on the terminal', () => {
  const { before, after } = plantedDrift('b');
  const less = { ...before, requirements: before.requirements.slice(2) };
  const drift = { before: after, after: less, changes: [] };
  const remarks = remarksOf(drift);
  expect(driftLines(drift)).toEqual(expect.arrayContaining(remarks));
  expect(remarks).toEqual([
    'Requirements that only one of the runs selected are not compared: 2.',
    'Two versions of the suite: a verdict may have changed because its check did.',
    'The results are of two targets: what changed may be a difference between them.',
    'The second result is older than the first.',
  ]);
});
