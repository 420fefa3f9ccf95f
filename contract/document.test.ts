import { expect, test } from '#test';
import { judgeRecorded } from '../harness/run/pipeline.ts';
import { readJsonFile } from '../harness/output/files.ts';
import { exchangeOn } from '../fixtures/testing/exchange.ts';
import { projectFile } from '../fixtures/testing/spawned.ts';
import { routes } from '../schemas/routes.ts';
import { contract } from './contract.ts';

interface Shown {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Operation {
  readonly parameters: readonly (Shown & { readonly name: string; readonly in: string })[];
  readonly requestBody?: { readonly content: { readonly 'application/json': Shown } };
  readonly responses: Readonly<
    Record<string, { readonly content?: { readonly 'application/json': Shown } }>
  >;
}

const { paths } = readJsonFile(projectFile('schemas/openapi/openapi.json')) as {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

/** Returns the value that a mock uses. */
const shownIn = ({ example, examples = {} }: Shown = {}): unknown =>
  example ?? Object.values(examples)[0]?.value;

const documented = routes.all.flatMap(each => {
  const operation = paths[each.path]?.[each.method.toLowerCase()];
  return operation ? [{ route: each, operation }] : [];
});

test('each success of each route has an example, and all examples together keep the contract', () => {
  const exchanges = documented.flatMap(({ route, operation }, nth) => {
    const { parameters, requestBody, responses } = operation;
    const inPath = parameters.find(each => each.in === 'path');
    const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
    expect(successes.length, route.id).toBeGreaterThan(0);
    return successes.map(([status, { content }], at) => {
      const body = shownIn(content?.['application/json']);
      expect(body, `${route.id} ${status}`).toBeDefined();
      return exchangeOn(route, {
        id: `x${10 * nth + at}`,
        status: Number(status.replace('XX', '00')),
        body,
        startedAt: Date.parse('2026-01-31T10:20:30.456Z'),
        param: (shownIn(inPath) as string | undefined) ?? 'some-id',
        ...(requestBody ? { sent: shownIn(requestBody.content['application/json']) } : {}),
      });
    });
  });
  const outcomes = judgeRecorded(contract, exchanges, {});
  const broken = outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'warning');
  expect(broken.map(({ id, cases }) => [id, cases.find(each => each.message)?.message])).toEqual(
    [],
  );
  expect(outcomes.filter(({ verdict }) => verdict === 'passed').length).toBeGreaterThan(30);
});
