import { expect, test } from '#test';
import { SaxesParser } from 'saxes';
import { requirement, result } from '../summary/samples.ts';
import { runVerdicts } from '../../schemas/records/result.ts';
import { badge } from './badge.ts';

const requirements = [
  requirement('a.passed', { verdict: 'passed' }),
  requirement('a.failed', { verdict: 'failed' }),
  requirement('a.gap', { verdict: 'not-exercised', reason: 'GV_X is not set' }),
  requirement('a.none', { verdict: 'not-applicable' }),
];

test('an SVG that says how much was shown', () => {
  const text = badge(result({ requirements }));
  new SaxesParser().write(text).close();
  expect(text).toContain('<title>gift voucher API: 2 of 3 shown, 1 failed</title>');
});

test('each verdict has a colour of its own', () => {
  const colour = /#(?!555|fff|bbb|333|010101)\w{3,6}/gi;
  const colours = runVerdicts.map(verdict =>
    [...new Set(badge(result({ verdict })).match(colour))].join(),
  );
  expect(new Set(colours).size).toBe(runVerdicts.length);
});
