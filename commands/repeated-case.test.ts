import { expect, test } from '#test';
import { exchangeOn } from '../fixtures/testing/exchange.ts';
import { caseOf } from '../reports/testing/samples.ts';
import { route } from '../schemas/routes.ts';
import { evidenceLines, findAgain, verdictLine } from './repeated-case.ts';

test('a case is found by its id, or in the verdict of the whole check', () => {
  const one = caseOf('one', 'failed');
  const whole = caseOf('all', 'error');
  expect(findAgain(one, [caseOf('one', 'passed'), caseOf('two', 'failed')])).toMatchObject({
    verdict: 'passed',
  });
  expect(findAgain(one, [whole])).toBe(whole);
  expect(findAgain(one, [caseOf('two', 'passed')])).toMatchObject({ verdict: 'not-exercised' });
});

test('a check that failed as a whole passes if all its cases pass now', () => {
  const whole = caseOf('all', 'failed');
  const [passed, failed] = [caseOf('one', 'passed'), caseOf('two', 'failed')];
  expect(findAgain(whole, [passed])).toBe(passed);
  expect(findAgain(whole, [passed, failed])).toBe(failed);
});

test('a repeated case shows what it wrote, and the response that decides', () => {
  const order = { ...exchangeOn(route.createOrder, { status: 202 }), id: 'x1' };
  const poll = { ...exchangeOn(route.orderRequest, { body: { status: 'succeeded' } }), id: 'x2' };
  const one = caseOf('one', 'failed', { evidence: ['x1', 'x2'], exchange: 'x2' });
  const lines = evidenceLines(one, new Map([order, poll].map(each => [each.id, each])));
  expect(lines.filter(line => /^ {2}> (GET|POST) /.test(line))).toHaveLength(2);
});

test.describe('on a terminal', () => {
  const { isTTY } = process.stdout;
  const environment = process.env;
  test.beforeEach(() => {
    const { NO_COLOR: _, ...others } = environment;
    process.env = { ...others, FORCE_COLOR: '1' };
    process.stdout.isTTY = true;
  });
  test.afterEach(() => {
    process.env = environment;
    process.stdout.isTTY = isTTY;
  });

  test('the verdict has a colour, and controls of a result are escaped', () => {
    const line = verdictLine('a\u001B[2J', caseOf('a', 'failed', { reason: 'gone' }));
    expect(line).toBe('\u001B[31mstill fails\u001B[39m  case a\\x1b[2J: gone');
  });
});
