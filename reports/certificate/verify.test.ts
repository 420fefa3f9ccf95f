import { expect, test } from '#test';
import { doubtful, recorded } from '../testing/samples.ts';
import { Refused, statementOf } from './statement.ts';
import { expectWanted, type Wanted } from './verify.ts';

const digests = { suite: '', spec: '', schemas: '' };
const tested = Date.parse(recorded().startedAt);
const day = 86_400_000;

function wanted(asked: Partial<Wanted>, origin: 'reference' | 'configured' = 'configured'): string {
  const baseUrl = 'https://vouchers.example/v2';
  const run = recorded({ target: { ...recorded().target, baseUrl, origin } });
  const dates = { issuedAt: run.startedAt, expiresAt: run.startedAt };
  const issue = { features: ['wallet', 'tools'] as const, challenge: undefined, ...dates, digests };
  try {
    const now = new Date(tested + 30 * day);
    const statement = statementOf(Buffer.from(''), { run, requirements: [] }, issue);
    expectWanted(statement, run, { reference: false, ...asked }, now);
    return 'taken';
  } catch (error) {
    expect(error).toBeInstanceOf(Refused);
    return (error as Error).message;
  }
}

test('a certificate with a warning lists it, and says so', () => {
  const requirements = [{ ...doubtful, id: 'wallet.fields' }];
  const issue = {
    features: ['wallet'] as const,
    challenge: undefined,
    issuedAt: '',
    expiresAt: '',
    digests,
  };
  const { predicate } = statementOf(Buffer.from(''), { run: recorded(), requirements }, issue);
  expect(predicate).toMatchObject({ result: 'WARNED', warnedTests: ['wallet.fields / page 2'] });
});

test('only the given wishes are checked', () => {
  expect(wanted({})).toBe('taken');
  expect(wanted({ target: 'https://vouchers.example/v2', features: ['wallet'] })).toBe('taken');
  expect(wanted({ target: 'https://vouchers.example' })).toBe(
    'it is of https://vouchers.example/v2, not of https://vouchers.example',
  );
  expect(wanted({ features: ['wallet', 'orders'] })).toBe('it is not about the feature orders');
  expect(wanted({ maxAge: 30 })).toBe('taken');
  expect(wanted({ maxAge: 29 })).toContain('more than 29 days ago');
});

test('a certificate of the embedded reference is refused if a target is wanted', () => {
  expect(wanted({ reference: true, target: 'https://vouchers.example/v2' }, 'reference')).toContain(
    'it is of the embedded reference',
  );
});
