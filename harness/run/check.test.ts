import { expect as base, test } from '#test';
import { field, type Exchange } from '../../schemas/records/exchange.ts';
import type { Outcome, Verdict } from '../../schemas/records/result.ts';
import { contract } from '../../contract/contract.ts';
import { statements, type StatementId } from '../../contract/statements.ts';
import { route, type Route } from '../../schemas/routes.ts';
import type { Target } from '../config/target.ts';
import { expect, ExpectationFailed, inCase, newCase } from './expect/expect.ts';
import {
  answer,
  contextOver,
  exchangeOf,
  targetWith,
  thrownBy,
  type Answer,
} from '../../fixtures/testing/fakes.ts';
import { NotApplicable, NotExercised, SuiteError } from '../verdict.ts';
import { applyJudgement, runCheck } from './check.ts';
import type { Judgement } from './judgement.ts';
import { explain } from './expect/explain.ts';
import type { Check } from './context.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';

const exchange = exchangeOn(route.sendVoucher, {
  status: 400,
  body: { success: false },
  sent: { message: "It's yours" },
});

for (const [thrown, verdict, reason] of [
  [new NotExercised('GV_X is not set'), 'not-exercised', 'GV_X is not set'],
  [new NotApplicable('orders are synchronous'), 'not-applicable', 'orders are synchronous'],
  [new SuiteError('the connection broke'), 'error', 'the connection broke'],
  [new TypeError('x is not a function'), 'error', 'x is not a function'],
  [undefined, 'error', 'undefined'],
] as const)
  test(`a check that throws ${String(thrown)} has the verdict ${verdict} with the reason`, () => {
    base(explain(thrown, [exchange])).toEqual({ verdict, reason });
  });

test('a statement with a doubt warns instead of failing', async () => {
  const { verdict, cases } = await run(({ each }) => each(['a'], () => reach('failed')), {
    id: 'search.agrees',
  });
  base(verdict).toBe('warning');
  const { doubt } = statements['search.agrees'];
  base(doubt).toBeDefined();
  base(cases).toMatchObject([{ id: 'a', verdict: 'warning', doubt, expected: 2, actual: 1 }]);
});

const named = (id: string, body: unknown = {}) => exchangeOn(route.browse, { id, body });
const idsOf = ({ exchange: first, compared }: ReturnType<typeof explain>) => ({ first, compared });

test('a failure lists the compared exchanges in order, and shows three', () => {
  const of = ['x9', 'x2', 'x3', 'x4'].map(id => named(id));
  const failed = explain(new ExpectationFailed(2, 1, { of }), [named('x8')]);
  base(idsOf(failed)).toEqual({ first: 'x9', compared: ['x9', 'x2', 'x3', 'x4'] });
  base(failed.message).toContain('compared: x9, x2, x3, x4\nresponse: 200 ');
  base(failed.message?.match(/^request: /gm)).toHaveLength(3);
});

test('a failure that names no exchange shows the two that differ', () => {
  const of = (id: string, to: Route, body: unknown) => exchangeOn(to, { id, body });
  const wallet = of('x1', route.wallet, [{ balance: 5.4 }]);
  const balance = of('x2', route.getWalletBalance, { data: { balance: 5 } });
  const others = ['x3', 'x4'].map(id => of(id, route.getWalletBalance, { data: { balance: 9 } }));
  const compared = [wallet, balance, ...others];
  base(idsOf(explain(new ExpectationFailed('5.4, as in the wallet', 5), compared))).toEqual({
    first: 'x2',
    compared: ['x2', 'x1'],
  });
  base(idsOf(explain(new ExpectationFailed(9, 5.4), compared)).compared).toEqual(['x1', 'x4']);
  base(idsOf(explain(new ExpectationFailed(2, 1), [wallet])).first).toBe('x1');
});

interface Options {
  readonly id?: StatementId;
  readonly answers?: Answer;
  readonly target?: Target;
}

/** `service.json` needs nothing, so that every check can run under its id. */
async function run(check: Check, options: Options = {}): Promise<Outcome> {
  const { id = 'service.json', answers = () => answer(200), target = targetWith() } = options;
  return (await runCheck({ id, check }, contextOver(answers, target), contract)).outcome;
}

/** Reaches a verdict, inside a case. */
function reach(verdict: Verdict): void {
  if (verdict === 'failed' || verdict === 'warning') expect(1, 'one').toBe(2);
  if (verdict === 'error') throw new SuiteError('the network failed');
  if (verdict === 'not-exercised') throw new NotExercised('GV_X is not set');
  if (verdict === 'not-applicable') throw new NotApplicable('orders are synchronous');
  expect(1).toBe(1);
}

const rules: readonly [readonly Verdict[], Verdict][] = [
  [['passed', 'error', 'failed', 'not-exercised'], 'failed'],
  [['passed', 'warning', 'error', 'not-exercised'], 'error'],
  [['passed', 'warning', 'not-exercised'], 'warning'],
  [['not-exercised', 'passed', 'not-applicable'], 'passed'],
  [['not-exercised', 'not-applicable'], 'not-exercised'],
  [['not-applicable', 'not-applicable'], 'not-applicable'],
];
for (const [verdicts, whole] of rules)
  test(`a check with the cases ${verdicts.join(', ')} is ${whole}`, async () => {
    const items = verdicts.map((verdict, index) => ({ id: `${index}`, verdict }));
    // A statement with a doubt warns, and another statement fails.
    const id = verdicts.includes('warning') ? 'search.agrees' : 'service.json';
    const outcome = await run(({ each }) => each(items, item => reach(item.verdict)), { id });
    base(outcome.verdict).toBe(whole);
    base(outcome.cases.map(each => each.verdict)).toEqual(verdicts);
    base(outcome.cases.map(each => each.id)).toEqual(items.map(each => each.id));
  });

test('an error after the cases is reported as a separate case', async () => {
  const outcome = await run(async ({ each }) => {
    await each(['one'], () => reach('passed'));
    reach('error');
  });
  base(outcome.cases.map(each => [each.id, each.verdict])).toEqual([
    ['one', 'passed'],
    ['all', 'error'],
  ]);
});

const noAssertion = { verdict: 'error', reason: 'the check made no assertion' };

test('a check, or a case, that makes no assertion is an error', async () => {
  base((await run(() => {})).cases).toMatchObject([noAssertion]);
  const outcome = await run(({ each }) =>
    each(['one', 'two'], one => (one === 'one' ? reach('passed') : undefined)),
  );
  base(outcome.cases).toMatchObject([{ verdict: 'passed' }, noAssertion]);
  base(outcome.verdict).toBe('error');
});

test('a case that compares nothing of the responses that it read is not exercised', async () => {
  const { cases } = await run(async ({ api, each }) => {
    await api.send(route.browse);
    await each(['of the check', 'its own'] as const, async which => {
      if (which === 'its own') await api.send(route.orders);
    });
  });
  base(cases).toMatchObject([
    { verdict: 'not-exercised', reason: 'there is nothing to compare in GET /products' },
    { verdict: 'not-exercised', reason: 'there is nothing to compare in GET /orders' },
  ]);
});

test('a check without anything to judge is not exercised, and shows what it saw', async () => {
  const outcome = await run(async ({ api, each }) => {
    await api.send(route.browse);
    await each([], () => reach('failed'));
  });
  base(outcome).toMatchObject({
    verdict: 'not-exercised',
    cases: [{ verdict: 'not-exercised', reason: 'there is nothing to judge', evidence: ['x1'] }],
  });
});

test('the evidence of a case is every exchange that it read, or the shared reads of its check', async () => {
  const outcome = await run(async ({ api, each }) => {
    await api.send(route.wallet);
    await each(['orders', 'filters', 'neither'] as const, async name => {
      if (name !== 'neither') {
        await api.send(route[name]);
        await api.send(route[name]);
      }
      reach('passed');
    });
  });
  base(outcome.cases.map(each => each.evidence)).toEqual([['x2'], ['x3'], ['x1']]);
});

test('a check without its settings or permissions does not run, and the reason names the remedy', async () => {
  const outcome = await run(() => reach('failed'), { id: 'vouchers.fields' });
  base(outcome.cases).toEqual([
    {
      id: 'all',
      verdict: 'not-exercised',
      reason: 'GV_AUTOMATION_KEY is not set: business-level key with integration permission',
      lacks: { setting: 'GV_AUTOMATION_KEY' },
      evidence: [],
    },
  ]);
  const spend = await run(() => reach('failed'), { id: 'orders.accepted-status' });
  base(spend.cases).toMatchObject([
    { reason: 'GV_ALLOW does not permit to spend', lacks: { permission: 'spend' } },
  ]);
});

test('cases that the profile leaves out come last, and say so', async () => {
  const target = targetWith({ GV_PROFILE: 'smoke' });
  const none = await run(() => reach('failed'), { target });
  base(none.cases).toMatchObject([
    { id: 'all', reason: 'the profile smoke does not run it', lacks: 'profile' },
  ]);
  const sent: string[] = [];
  const cases = [route.orders, route.browse].map(to => ({ route: to, key: 'unknown' }));
  const outcome = await run(
    ({ each }) =>
      each(cases, ({ route: to }) => {
        sent.push(to.id);
        return reach('passed');
      }),
    { target, id: 'auth.unknown-key' },
  );
  base(sent).toEqual(['GET /products']);
  base(outcome.verdict).toBe('passed');
  base(outcome.cases).toMatchObject([
    { id: 'GET /products, unknown key', verdict: 'passed' },
    {
      id: 'GET /orders, unknown key',
      verdict: 'not-exercised',
      reason: 'the profile smoke does not run it',
    },
  ]);
});

// How a judgement is applied.

/** Judges that a number is positive; 0 shows nothing, null does not apply, and false is not compared. */
const positive: Judgement = {
  appliesTo: () => true,
  verify: (exchange, _given, part) => {
    const value = part === '' ? field(exchange, 'n') : field(exchange, part);
    if (value === 0) throw new NotExercised(`${exchange.id} ${part} shows nothing`);
    if (value === null) throw new NotApplicable('there are no numbers');
    if (value === false) return;
    expect(value, part).toBeAtLeast(1);
  },
};
const parted: Judgement = { ...positive, parts: ['a', 'b'] };

async function apply(judgement: Judgement, bodies: readonly object[], part?: string) {
  const exchanges: Exchange[] = bodies.map((body, index) => exchangeOf(200, body, `x${index + 1}`));
  const current = newCase();
  const error = await inCase(current, () =>
    thrownBy(() => {
      applyJudgement(judgement, exchanges, {}, part);
      throw new Error('it passed');
    }),
  );
  const { message } = error as Error;
  const judged = error instanceof ExpectationFailed ? error.of.map(({ id }) => id) : [];
  return { error, message, judged, assertions: current.assertions };
}

test('the first contradicting exchange is reported', async () => {
  base(await apply(positive, [{ n: 1 }, { n: -1 }, { n: -2 }])).toMatchObject({
    error: { name: 'ExpectationFailed', actual: -1 },
    judged: ['x2'],
    assertions: 2,
  });
});

test('every part is judged, or only the named part', async () => {
  const bodies = [{ a: 1, b: 2 }];
  base(await apply(parted, bodies)).toMatchObject({ message: 'it passed', assertions: 2 });
  base(await apply(parted, bodies, 'b')).toMatchObject({ message: 'it passed', assertions: 1 });
  base(await apply(parted, [{ a: 1, b: -1 }], 'a')).toMatchObject({ message: 'it passed' });
  base(await apply(parted, [{ a: 1, b: -1 }])).toMatchObject({ error: { about: 'b' } });
});

test('exchanges and fields that show nothing do not hide the others', async () => {
  const some = [{ n: 0 }, { n: 1 }, { n: null }];
  base(await apply(positive, some)).toMatchObject({ message: 'it passed', assertions: 1 });
  base(await apply(parted, [{ a: 0, b: 1 }])).toMatchObject({ message: 'it passed' });
  base(await apply(positive, [{ n: 0 }, { n: -1 }])).toMatchObject({ judged: ['x2'] });
});

for (const [what, bodies, reason] of [
  ['none does', [{ n: 0 }, { n: 0 }], 'x1  shows nothing'],
  ['nothing is compared', [{ n: false }], 'there is nothing to compare'],
  ['no exchange', [], 'there is no response to judge'],
] as const)
  test(`a requirement is not exercised if no exchange shows it (${what})`, async () => {
    base((await apply(positive, bodies)).error).toEqual(new NotExercised(reason));
  });
