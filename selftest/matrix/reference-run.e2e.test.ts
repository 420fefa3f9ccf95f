/**
 * Tests what the catalogue and the features say about one run on the reference: the catalogue declares the effects of its requests,
 * and each case belongs to the feature that lists it.
 */
import { expect, test } from '#test';
import { areaOf, statements, type Statement, type StatementId } from '../../contract/statements.ts';
import { demandsOf } from '../../reports/certificate/demands.ts';
import { core, featureNames, featureOf } from '../../schemas/features/features.ts';
import type { CaseResult } from '../../schemas/records/result.ts';
import type { Permission } from '../../schemas/routes.ts';
import { judgeContract, startHost, type Host } from './host.ts';

// In one worker, so that the checks run once.
test.describe.configure({ mode: 'default' });

interface Named extends CaseResult {
  readonly requirement: string;
  /** Returns the name of a case in the lists of the features. */
  readonly name: string;
}

let routes: Host['routesOf'];
let cases: readonly Named[];
test.beforeAll(async () => {
  const host = await startHost();
  routes = host.routesOf;
  const { outcomes } = await judgeContract(host, { id: 'plain', patches: [], limiters: false });
  await host.close();
  cases = outcomes.flatMap(outcome =>
    outcome.cases.map(one => ({
      ...one,
      requirement: outcome.id,
      name: `${outcome.id} / ${one.id}`,
    })),
  );
});

const order: readonly Permission[] = ['read', 'write', 'spend', 'exhaust'];
const rank = (effects: Iterable<Permission>) =>
  Math.max(0, ...[...effects].map(effect => order.indexOf(effect)));

const entries = Object.entries(statements) as [StatementId, Statement][];
const declared = ({ effect }: Statement) => rank(effect ? [effect] : []);
const needed = ({ needs = [] }: Statement) =>
  rank(order.filter(effect => needs.some(need => need === effect)));

const sent = (id: StatementId) => rank([...(routes.get(id) ?? [])].map(({ effect }) => effect));

const idsWhere = (holds: (id: StatementId, statement: Statement) => boolean) =>
  entries.filter(entry => holds(...entry)).map(([id]) => id);

test('no check sends more than its statement declares', () => {
  expect(routes.size).toBeGreaterThan(150);
  expect(idsWhere((id, statement) => sent(id) > declared(statement))).toEqual([]);
});

test('no statement declares more than its check sends or needs', () => {
  const most = (id: StatementId, statement: Statement) => Math.max(sent(id), needed(statement));
  expect(idsWhere((id, statement) => declared(statement) > most(id, statement))).toEqual([]);
});

test('no statement declares less than it needs', () => {
  expect(idsWhere((_, statement) => declared(statement) < needed(statement))).toEqual([]);
});

test('only the area of the limiters exhausts them', () => {
  const exhausting = idsWhere((_, { effect }) => effect === 'exhaust');
  expect(exhausting).toEqual(
    idsWhere((id, { untestable }) => areaOf(id) === 'limits' && !untestable),
  );
});

const listed = new Map<string, string>(
  ([core, ...featureNames] as const).flatMap(part => {
    const { demanded, optional } = demandsOf(part);
    return [demanded, optional].flatMap(demands =>
      Object.entries(demands).flatMap(([id, names]) =>
        names.map(name => [`${id} / ${name}`, part] as const),
      ),
    );
  }),
);

test('every case belongs to the feature that lists it, under any name', () => {
  const known = cases.filter(({ name }) => listed.has(name));
  expect(known.length).toBeGreaterThan(1400);
  const elsewhere = known.filter(({ requirement, name, ...one }) => {
    const renamed = { ...one, id: 'x' };
    const { feature } = statements[requirement as StatementId];
    return featureOf(requirement, renamed, feature) !== listed.get(name);
  });
  expect(elsewhere.map(({ name }) => name)).toEqual([]);
});

test('no two cases of a requirement have the same name', () => {
  const names = cases.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
