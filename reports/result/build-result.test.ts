import { expect, test } from '#test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { requirementIds, statements } from '../../contract/statements.ts';
import { resultSchema, type ConformanceResult } from '../../schemas/records/result.ts';
import { exchangesOf, notesOf } from '../../schemas/records/texts.ts';
import {
  build,
  entry,
  files,
  findings,
  notes,
  outcomes,
  rejection,
  settings,
} from './testing/sample-run.ts';

const ajv = new Ajv2020({ allErrors: true });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
const validate = ajv.compile(resultSchema);
function expectValid(result: ConformanceResult): void {
  validate(JSON.parse(JSON.stringify(result)));
  expect(validate.errors ?? []).toEqual([]);
}

test('what was found out is listed once, with the value that some machine found', () => {
  const [found] = build().discovered;
  expect(build().discovered).toHaveLength(1);
  expect(found).toEqual({ name: 'GV_ORDER_UNKNOWN', how: 'seen', value: 'o1' });
});

test('a result keeps its schema', () => {
  const result = build();
  expectValid(result);
  expect(JSON.stringify(result)).toContain('"reportedBy":"service.json"');
});

test('a result of a run without any files keeps its schema too, and is not conformant', () => {
  const result = build({});
  expectValid(result);
  expect(result.verdict).toBe('non-conformant');
  expect(result.requests).toEqual({
    sent: 0,
    limited: 0,
    generated: 0,
    probes: 0,
    byRoute: {},
  });
});

test('every requirement is listed in the order of the catalogue, with a reason if it did not run', () => {
  const { requirements } = build();
  expect(requirements.map(({ id }) => id)).toEqual(requirementIds);
  for (const each of requirements.filter(({ id }) => id !== 'wallet.fields'))
    expect(each).toMatchObject({
      verdict: 'not-exercised',
      reason: 'not selected in this run',
      cases: [],
    });
});

test('a requirement has the reason and values of its first case with its verdict', () => {
  const wallet = build().requirements.find(({ id }) => id === 'wallet.fields');
  expect(wallet).toMatchObject({
    anchor: statements['wallet.fields'].anchor,
    text: statements['wallet.fields'].text,
    verdict: 'failed',
    expected: 'a number',
    actual: { balance: '1' },
  });
  expect(wallet?.cases).toHaveLength(3);
  expect(wallet).not.toHaveProperty('reason');
});

test('a requirement has what it follows from, and how much of it was shown', () => {
  const evidence = ['x1'];
  const cases = (['passed', 'not-applicable', 'not-exercised'] as const).map(verdict => ({
    id: verdict,
    verdict,
    evidence,
  }));
  const seen = {
    ...outcomes[0]!,
    id: 'wallet.of-each-currency',
    verdict: 'passed',
    cases,
  } as const;
  const result = build(files, [seen]);
  expectValid(result);
  const having = (id: string) => result.requirements.find(each => each.id === id);
  expect(having('wallet.of-each-currency')).toMatchObject({
    implied: statements['wallet.of-each-currency'].implied,
    inPart: { shown: 1, of: 2 },
  });
  expect(having('wallet.fields')).not.toHaveProperty('implied');
  expect(having('wallet.fields')).not.toHaveProperty('inPart');
});

test('only exchanges that are evidence of a case or an observation are in the result', () => {
  const { exchanges, observations } = build();
  expect(Object.keys(exchanges)).toEqual(['x1', 'x3', 'x6']);
  expect(exchanges['x1']).not.toHaveProperty('id');
  expect(observations).toHaveLength(1);
});

test('requests include those that were rate limited or sent again; money is summed to the cent', () => {
  const { requests, spend } = build();
  expect(requests).toEqual({
    sent: 8,
    limited: 1,
    generated: 1,
    probes: 1,
    byRoute: {
      'GET /wallet': { business: 3 },
      'POST /orders': { business: 2 },
      'GET /orders': { business: 1 },
      'no response': { unknown: 2 },
    },
  });
  expect(spend).toEqual({ GBP: 0.3, EUR: 6 });
});

test('limiters have their findings and the notes that show them, or the reason why there are none', () => {
  const { limiters, texts } = build();
  const [skipped, probed] = limiters;
  expect(skipped).toEqual({ name: 'catalog', skipped: 'GV_ALLOW does not permit to exhaust' });
  expect(probed).toMatchObject({ name: 'wallet', driver: 'node', ...findings, settings });
  expect(notesOf(probed!, texts)).toEqual(notes);
  expect(Object.values(texts).filter(each => each === rejection)).toHaveLength(1);
});

test('a long body is kept in pieces, each of them once, and is whole again', () => {
  const product = (at: number) => JSON.stringify({ _id: at, description: 'x'.repeat(300) });
  const bodies = [
    `[${product(1)},${product(2)},${product(3)}]`,
    `[${product(3)},${product(2)},${product(1)}]`,
  ];
  const entries = bodies.map((body, at) => {
    const { exchange, ...rest } = entry(`x${at}`, 'GET /wallet');
    return { ...rest, exchange: { ...exchange, response: { ...exchange.response, body } } };
  });
  const [first] = outcomes;
  const given = { ...files, 'exchanges.jsonl': entries };
  const seen = [
    { ...first!, cases: [{ id: 'all', verdict: 'passed', evidence: ['x0', 'x1'] }] },
  ] as const;
  const result = build(given, seen);
  expect([...exchangesOf(result).values()].map(({ response }) => response.body)).toEqual(bodies);
  expect(JSON.stringify(result.texts).match(/x{300}/g)).toHaveLength(5);
  expectValid(result);
  expect(() => exchangesOf({ ...result, texts: {} })).toThrow(
    /the result lacks the text [0-9a-f]{12}/,
  );
});

test('a run that stopped states why, before what else went wrong', () => {
  const stopped = 'the target stopped answering at request 3';
  const log = [...files['exchanges.jsonl'], entry('x9', 'GET /wallet', { stopped })];
  const { verdict, reasons } = build({ ...files, 'exchanges.jsonl': log });
  expect(['error', 'non-conformant']).toContain(verdict);
  expect(reasons?.[0]).toBe(stopped);
});
