/** Tests that the catalogue declares the effects of the requests that the checks send. */
import { expect, test } from '#test';
import { areaOf, statements, type Statement, type StatementId } from '../../contract/statements.ts';
import type { Permission } from '../../schemas/routes.ts';
import { startHost, type Host } from './host.ts';

const order: readonly Permission[] = ['read', 'write', 'spend', 'exhaust'];
const rank = (effects: Iterable<Permission>) =>
  Math.max(0, ...[...effects].map(effect => order.indexOf(effect)));

const entries = Object.entries(statements) as [StatementId, Statement][];
const declared = ({ effect }: Statement) => rank(effect ? [effect] : []);
const needed = ({ needs = [] }: Statement) =>
  rank(order.filter(effect => needs.some(need => need === effect)));

// In one worker, so that the checks run once.
test.describe.configure({ mode: 'default' });

let routes: Host['routesOf'];
test.beforeAll(async () => {
  const host = await startHost();
  routes = host.routesOf;
  await host.close();
});
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
