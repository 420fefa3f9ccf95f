import { expect, test } from '#test';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import {
  accepted,
  caseOf,
  doubtful,
  failedCase,
  gap,
  limiter,
  requirement,
  result,
} from '../testing/samples.ts';
import { requirementIds } from '../../contract/statements.ts';
import { notInProfile } from '../../schemas/profiles.ts';
import { unselected } from '../summary/requirements.ts';
import { areaLines, summary } from './summary.ts';

const print = (rest: Partial<ConformanceResult>) => summary(result(rest), 'reports/out');

test('areas with a problem are counted as the verdict counts, with waived failures apart', () => {
  const { requirements } = result({
    requirements: [
      requirement('auth.reason', { verdict: 'passed' }),
      accepted,
      requirement('wallet.owner', { verdict: 'failed' }),
      requirement('status.fields', { verdict: 'passed' }),
      requirement('search.order', {
        verdict: 'not-exercised',
        reason: notInProfile('smoke'),
        lacks: 'profile',
      }),
    ],
  });
  expect(areaLines({ requirements })).toEqual(['  wallet        1 failed, 1 waived']);
});

test('warnings come after the failures, with the doubt, and are counted', () => {
  const failed = { verdict: 'failed', cases: [failedCase('a', 'x1', 1)] } as const;
  const text = print({
    verdict: 'non-conformant',
    requirements: [doubtful, requirement('wallet.fields', failed)],
  });
  const [before, after = ''] = text.split('\nwarning search.agrees (§2.5) A fact\n');
  expect(before).toContain('\nfailed wallet.fields');
  expect(after).toMatch(/^ {2}doubt: An index may lag\n {2}case page 2\n/);
  expect(after).toContain('NON-CONFORMANT  2 of 2 requirements shown, 1 failed, 1 warning\n');
  expect(after).toContain('  failed: wallet.fields\n  warnings: search.agrees\n');
});

test('what a certified run did not show is said not to be demanded', () => {
  const reason = 'no order was found';
  const requirements = [requirement('wallet.owner', { verdict: 'not-exercised', reason })];
  const certified = { requirements, profile: 'certify', verdict: 'conformant' } as const;
  expect(print(certified)).toContain(`\nNot exercised, and not demanded:\n  ${reason}`);
  expect(print({ ...certified, verdict: 'incomplete' })).toContain('\nNot exercised:\n');
});

test('each warning shows its own text and doubt, also if two look alike', () => {
  const [one] = doubtful.cases;
  const second = requirement('search.filter-values', {
    verdict: 'warning',
    text: 'Another fact',
    cases: [{ ...one!, doubt: 'A firewall may reject it' }],
  });
  expect(print({ requirements: [doubtful, second] })).toContain(
    'warning search.filter-values (§2.5) Another fact\n  doubt: A firewall may reject it\n  case page 2\n',
  );
});

test('the first reason of an incomplete run is in the first line, and a warning says how to accept it', () => {
  const reasons = ['No order was accepted: 2 requests, 2 rejections, 422', 'another reason'];
  const text = print({ verdict: 'incomplete', reasons, requirements: [doubtful] });
  expect(text).toContain(
    [
      `INCOMPLETE  ${reasons[0]}`,
      '  1 of 1 requirements shown, 1 warning',
      '  warnings: search.agrees',
      '  If a doubt names this deployment, accept its warning: ./gv baseline after a good run, or waivers.json.',
      '  another reason',
    ].join('\n'),
  );
});

test('a gate on a deployment says if it found no baseline, and other runs do not', () => {
  const said = '  no baseline.json in this folder';
  const passed = { verdict: 'passed', requirements: [accepted] } as const;
  expect(print(passed)).toContain(said);
  const target = { ...result({}).target, origin: 'reference' } as const;
  const part = {
    requirements: [accepted, gap('wallet.fields', unselected.reason, unselected.lacks)],
  };
  for (const other of [{ baseline: { cases: 9 } }, { profile: 'smoke' }, { target }, part] as const)
    expect(print({ ...passed, ...other })).not.toContain(said);
});

test('the money of a run has what is left of the limit, and when that is enough again', () => {
  const text = (roomAt?: string) =>
    print({
      spend: { GBP: 10 },
      counted: { money: { GBP: 402.13 }, room: { GBP: 97.87 }, ...(roomAt ? { roomAt } : {}) },
      replay: { settings: { GV_MAX_SPEND: { GBP: 500 } }, nonce: '', stages: [], parts: {} },
    });
  const said = 'counted 402.13 GBP of 500, rejected purchases included: 97.87 GBP left, ';
  expect(text('2026-01-02T16:36:00.000Z')).toContain(
    `${said}not enough for another such run before 2026-01-02 16:36 UTC`,
  );
  expect(text('2026-01-01T00:00:01.000Z')).toContain(`${said}enough for another such run\n`);
  expect(text()).toContain(`${said}not enough for another such run\n`);
});

test('a warning says which of its settings were discovered', () => {
  const made = requirement('orders-made.gift', { verdict: 'warning', cases: doubtful.cases });
  const [name, how] = ['GV_ORDER_BODY', 'POST /orders accepts it with 202'];
  const text = (value?: unknown) =>
    print({ requirements: [made], discovered: [{ name, how, ...(value ? { value } : {}) }] });
  const line =
    '  GV_ORDER_BODY was not set. The run discovered a value: set it if it is not yours\n';
  expect(text({})).toContain(line);
  expect(text()).not.toContain(line);
});

test('requirements that ended with the same error are listed once, after the error', () => {
  const cut = { verdict: 'error', cases: [caseOf('all', 'error', { reason: 'cut off' })] } as const;
  const text = print({
    verdict: 'error',
    requirements: ['orders.known', 'orders.queued', 'wallet.fields'].map(id =>
      requirement(id, cut),
    ),
  });
  expect(text.match(/cut off/g)).toHaveLength(1);
  expect(text).toContain(
    '  with the same error, 2 requirements:\n    orders.queued; wallet.fields\n',
  );
});

test('the first 20 failures are whole, and further failures are a line each', () => {
  const ids = requirementIds.slice(0, 25);
  const text = print({
    verdict: 'non-conformant',
    requirements: ids.map((id, at) =>
      // The last two end with the same error.
      at < 23
        ? requirement(id, { verdict: 'failed', cases: [failedCase('a', `x${at}`, at)] })
        : requirement(id, {
            verdict: 'error',
            cases: [caseOf('a', 'error', { reason: 'cut off' })],
          }),
    ),
  });
  expect(text.match(/^ {2}case a$/gm)).toHaveLength(20);
  const [, list = ''] = text.split('\n4 more requirements, which index.html has in full:\n');
  expect(list).toMatch(new RegExp(`^  failed ${ids[20]} \\(§2.5\\) A fact\n`));
  expect(list).toContain(
    `  error ${ids[23]} (§2.5) A fact, and 1 requirement with the same error\n`,
  );
  expect(text).not.toContain(`${ids[24]} (`);
});

test('the counts show coverage, observations, limited requests and money', () => {
  const seen = { id: 'x', anchor: '§2', value: 1, evidence: [] };
  const text = print({
    requirements: [
      requirement('wallet.fields', { verdict: 'passed', cases: [caseOf('all', 'passed')] }),
    ],
    observations: [seen, { ...seen, marked: true }],
    requests: {
      sent: 9,
      limited: 2,
      generated: 1,
      byRoute: {},
    },
    limiters: [limiter(60), { ...limiter(60), requests: 40 }],
    spend: { GBP: 12.5, EUR: 3 },
  });
  expect(text).toContain('CONFORMANT  1 of 1 requirements shown\n');
  expect(text).toContain('  observations  1 of 2 worth a look\n');
  expect(text).toContain(
    '  requests      9 (1 payload at bounds, 2 rate limited and retried), and 49 to measure the limiters\n',
  );
  expect(text).toContain('  spent         12.5 GBP, 3 EUR\n');
});

test('a command that repeats a failure has a long order body whole', () => {
  const given = { GV_ORDER_BODY: 'x'.repeat(3000) };
  const requirements = [
    requirement('orders.r', { verdict: 'failed', cases: [caseOf('a', 'failed')] }),
  ];
  const text = summary(result({ verdict: 'non-conformant', requirements, given }), 'out');
  expect(text).toMatch(/repeat orders.r --order-body x{3000}(?!x|…)/);
});
