import { expect, test } from '#test';
import { acting, hostile } from '../../fixtures/testing/hostile.ts';
import { exchangeOf } from '../../fixtures/testing/fakes.ts';
import { caseOf, exchangesById, limiter, requirement, result } from '../testing/samples.ts';
import { renderPage, shownExchanges } from './page.tsx';
import { duration, indentJson } from './parts/marks.tsx';
import { exchangesOf } from '../../schemas/records/texts.ts';
import { manyExchanges, sampleResult } from './testing/sample.ts';

const { huge: _, ...short } = hostile;

test("no part of a stranger's result becomes active on the page", () => {
  const said = `\n::error::${Object.values(short).join('\n')}`;
  const verdicts = ['failed', 'warning', 'error', 'not-exercised', 'passed'] as const;
  const html = renderPage(
    result({
      target: { baseUrl: said, origin: 'configured', keys: [said], allow: [said] },
      profile: said,
      suite: { version: said, spec: '1.0.0' },
      spend: { [said]: 1 },
      requirements: verdicts.map(verdict => ({
        ...requirement(`${verdict} ${said}`, {
          verdict,
          cases: [caseOf(said, verdict, { evidence: ['x1', said] })],
        }),
        anchor: said,
        text: said,
        implied: said,
      })),
      observations: [{ id: said, anchor: said, value: said, evidence: [said] }],
      discovered: [{ name: said, value: said, how: said }],
      exchanges: exchangesById(
        { ...exchangeOf(200, said), key: said },
        exchangeOf(200, said, said),
      ),
    }),
  );
  expect(acting.exec(html)?.[0]).toBe(undefined);
  const [, body = ''] = html.split('<body>');
  expect(body).not.toMatch(/^\s*::/m);
  expect(body).not.toMatch(/##\w*\[/);
});

test('warnings have a separate section, with the doubt', () => {
  const html = renderPage(sampleResult());
  const [failures = '', warnings = ''] = html.split('<section id="warnings"');
  expect(failures).toContain('<section id="failures"');
  expect(warnings).toContain('<b>Doubt</b> An index may lag');
  expect(html).toContain('<a href="#warnings">Warnings</a>');
});

/** Returns a result with failures of so many requirements, the last with the most cases. */
const failing = (count: number) =>
  result({
    requirements: Array.from({ length: count }, (_, at) =>
      requirement(`orders.r${at}`, {
        verdict: 'failed',
        cases: Array.from({ length: at + 1 }, (_, n) =>
          caseOf(`case ${n}`, 'failed', { expected: 'a', actual: `b${'x'.repeat(at)}` }),
        ),
      }),
    ),
  });

test('many failures are listed first, the largest first, and all but ten are folded', () => {
  const html = renderPage(failing(12));
  const [, list = ''] = /<ol class="index"[^>]*>(.*?)<\/ol>/s.exec(html) ?? [];
  expect(list.match(/href="#failed-orders\.r\d+"/g)?.slice(0, 2)).toEqual([
    'href="#failed-orders.r11"',
    'href="#failed-orders.r10"',
  ]);
  expect(html.match(/<details class="failure failed" open/g)).toHaveLength(10);
  expect(html.match(/<details class="failure failed"/g)).toHaveLength(12);
  expect(renderPage(failing(2))).not.toContain('<ol class="index"');
});

test('of two records, only the fields that differ are shown', () => {
  const one = caseOf('all', 'failed', { expected: { a: 1, b: 2 }, actual: { a: 1, b: 3 } });
  const html = renderPage(
    result({ requirements: [requirement('orders.r', { verdict: 'failed', cases: [one] })] }),
  );
  expect(html).toContain('<dt>b</dt><dd>2</dd><dd>3</dd>');
  expect(html).not.toContain('<dt>a</dt>');
  expect(html).toContain('1 more field, equal on both sides');
});

test('lists of one record are compared as records, and lists of several by item', () => {
  const html = (...items: unknown[]) =>
    renderPage(
      result({
        requirements: [
          requirement('orders.r', {
            verdict: 'failed',
            cases: [caseOf('all', 'failed', { expected: [{ a: 1 }], actual: items })],
          }),
        ],
      }),
    );
  expect(html({ a: 2 })).toContain('<dt>a</dt><dd>1</dd><dd>2</dd>');
  expect(html({ a: 1 }, { a: 2 })).toContain('<li>a 1</li><li>a 2</li>');
});

test('cases that no check exercised are listed apart, by route', () => {
  const about = { expected: 1, actual: 2 };
  const cases = [
    caseOf('browse', 'failed', about),
    caseOf('anywhere in the run: GET /products', 'failed', {
      ...about,
      anywhere: true,
      route: 'GET /products',
    }),
  ];
  const html = renderPage(
    result({ requirements: [requirement('orders.r', { verdict: 'failed', cases })] }),
  );
  const card = html.slice(html.indexOf('id="failed-'), html.indexOf('id="contract"'));
  expect(card).toContain('aria-label="Responses to other requests of the run"><li>GET /products ');
  expect(card).not.toContain('anywhere in the run');
});

test('a page has the command that repeats a failure, as the run was given its settings', () => {
  const given = { GV_ENV_FILE: '.env.a', GV_MAX_SPEND: "9 'GBP", GV_ALLOW: 'spend,exhaust' };
  const requirements = ['wallet.fields', 'limits.wallet'].map(id =>
    requirement(id, { verdict: 'failed', cases: [caseOf('a', 'failed', { actual: id })] }),
  );
  const html = renderPage(result({ verdict: 'non-conformant', requirements, given }));
  const options = String.raw`--allow spend,exhaust --max-spend '9 '\''GBP'`;
  for (const command of ['repeat', 'repeat wallet.fields', 'conformance limits.wallet'])
    expect(html).toContain(`<code>GV_ENV_FILE=.env.a ./gv ${command} ${options}</code>`);
});

test('a command that repeats a failure has a long order body whole', () => {
  const given = { GV_ORDER_BODY: `{"message":"${'x'.repeat(3000)}"}` };
  const requirements = [
    requirement('orders.r', { verdict: 'failed', cases: [caseOf('a', 'failed')] }),
  ];
  const whole = result({ verdict: 'non-conformant', requirements, given });
  expect(renderPage(whole).match(/x{3000}/g)).toHaveLength(2);
});

test('a page says what to do next, and links only to sections that it has', () => {
  for (const [verdict, next] of [
    ['conformant', './gv certify'],
    ['passed', './gv baseline'],
    ['non-conformant', './gv repeat'],
    ['incomplete', './gv doctor'],
  ] as const)
    expect(renderPage(result({ verdict })).split('<dl')[0]).toContain(`<code>${next}</code>`);
  expect(renderPage(result({ verdict: 'passed' }))).not.toContain('href="#warnings"');
  const target = { ...result({}).target, origin: 'reference' } as const;
  const ofReference = renderPage(result({ verdict: 'conformant', target }));
  expect(ofReference).toContain('<code>./gv init</code>');
  expect(ofReference).not.toContain('./gv baseline');
});

test('a page names the baseline or the features, and offers no command that is done', () => {
  for (const verdict of ['conformant', 'passed'] as const) {
    const html = renderPage(result({ verdict, baseline: { cases: 952 } }));
    expect(html).toContain('baseline.json');
    expect(html).toContain('(952 cases)');
    expect(html).not.toContain('Next:');
    const certified = renderPage(result({ verdict, profile: 'certify' }));
    expect(certified).toContain('the features demand no more');
    expect(certified).not.toContain('Next:');
  }
});

const shownOf = (result: ReturnType<typeof sampleResult>) =>
  shownExchanges(result, exchangesOf(result));

test('a few exchanges are all shown, and of many, failures come first', () => {
  const result = manyExchanges(10_000);
  const shown = shownOf(result);
  const few = sampleResult();
  expect(shownOf(few).size).toBe(Object.keys(few.exchanges).length);
  expect(shown.size).toBeLessThan(1000);
  for (const { cases } of result.requirements)
    for (const { verdict, evidence } of cases)
      if (verdict === 'failed') expect([...shown]).toEqual(expect.arrayContaining([...evidence]));
});

test('a failure of a limiter shows the recorded responses, and links to its chart', () => {
  const recorded = ['response: 429', 'request:  curl -D -'];
  const one = caseOf('catalog: ratelimit-reset', 'failed', { recorded, limiter: 'catalog' });
  const failed = requirement('limits.header-reset', { verdict: 'failed', cases: [one] });
  const html = renderPage(result({ requirements: [failed], limiters: [limiter(10)] }));
  expect(html).toContain('<pre>response: 429\nrequest:  curl -D -</pre>');
  expect(html).toContain('href="#limiter-catalog"');
  expect(html).toContain('<figure id="limiter-catalog">');
});

test('a duration is rounded before it is split', () => {
  const shown = ['1.0 s', '1 min 0 s', '2 min 0 s'];
  const texts = [999.7, 59_970, 119_700].map(duration);
  expect(texts.map(text => text.replaceAll('\u00a0', ' '))).toEqual(shown);
});

test('objects and lists get lines, and every token stays unchanged', () => {
  expect(indentJson('{"a":1.0,"a":[1e400,"x, {y}"],"b":{},"c":[ ]}')).toBe(
    '{\n\t"a": 1.0,\n\t"a": [\n\t\t1e400,\n\t\t"x, {y}"\n\t],\n\t"b": {},\n\t"c": [ ]\n}',
  );
});

test('other texts, and the beginning of a JSON text, are indented as far as possible', () => {
  expect(indentJson('{"a":{"b":"unfinis')).toBe('{\n\t"a": {\n\t\t"b": "unfinis');
  for (const text of ['', 'Bad Gateway', '"a, b"', '<html>{"a":1}</html>', '42'])
    expect(indentJson(text)).toBe(text);
  expect(indentJson('['.repeat(2000)).length).toBeLessThan(2000 * 15);
});
