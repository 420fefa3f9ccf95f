import { expect, test } from '#test';
import { doubtful, recorded, requirement } from '../testing/samples.ts';
import { statementOf } from './statement.ts';
import { notesOf, shownRow, suiteText, verifyCommand } from './words.ts';

const requirements = [
  requirement('wallet.fields', {
    verdict: 'passed',
    cases: ['page 1', 'page 2'].map(id => ({ id, verdict: 'passed', evidence: [] })),
  }),
  { ...doubtful, id: 'wallet.owner' },
  requirement('wallet.purchases', {
    verdict: 'not-exercised',
    cases: [
      { id: 'all', verdict: 'not-exercised', reason: 'no permission', evidence: [] },
      { id: 'other', verdict: 'not-applicable', reason: 'no wallet', evidence: [] },
    ],
  }),
];
const statement = statementOf(
  Buffer.from(''),
  { run: recorded(), requirements },
  {
    features: ['wallet'],
    challenge: 'of november',
    issuedAt: '',
    expiresAt: '',
    digests: { suite: 'abcdef0123456789', spec: '', schemas: '' },
  },
);

test('a certificate is counted in requirements and in cases', () => {
  expect(shownRow(statement)).toBe(
    '  shown      2 requirements: 2 cases passed, 1 warn, 2 not shown: not demanded, or not applicable',
  );
});

test('a case that was not shown has its reason, and a case that warns its doubt', () => {
  const notes = notesOf(requirements);
  expect(notes.get('wallet.purchases / all')).toBe('not demanded, no permission');
  expect(notes.get('wallet.purchases / other')).toBe('not applicable, no wallet');
  expect(notes.get('wallet.owner / page 2')).toBe('An index may lag');
});

test('the suite and the command are what the other side needs', () => {
  expect(suiteText(statement)).toBe(`${recorded().suite.version}, digest abcdef012345`);
  const { target } = statement.predicate.giftVoucherConformance;
  expect(verifyCommand(statement, 'my key.pub', false)).toBe(
    `./gv verify certificate --key 'my key.pub' --challenge 'of november' --target ${target} --features wallet --max-age 30d`,
  );
  expect(verifyCommand(statement, 'key.pub', true)).toContain('--reference');
});
