import { expect, test } from '#test';
import { badKeys } from '../contract/auth/bad-keys.ts';
import { unwrappedSuccesses } from '../contract/errors/judgements.ts';
import { views } from '../contract/isolation/two-accounts.ts';
import { namesOf } from '../load/limiters/steps.ts';
import { lists } from '../schemas/lists.ts';
import { operationOf } from '../schemas/operations.ts';
import { limiterNames, route, routes, type Route } from '../schemas/routes.ts';

// A new route is in `schemas/routes.ts`. These tests name the other places that its checks need.

const idsOf = (all: readonly Route[]): string[] => all.map(({ id }) => id).toSorted();

test('each business route whose 200 is an object must have no wrapper (contract/errors/judgements.ts)', () => {
  const objects = routes.business.filter(
    each => operationOf(each).success?.[200]?.type === 'object',
  );
  expect(idsOf(unwrappedSuccesses)).toEqual(idsOf(objects));
});

test('a missing key is also sent with a second mistake to each route that takes input (contract/auth/bad-keys.ts)', () => {
  const takesInput = (each: Route) => {
    const { params, query } = operationOf(each);
    return each.method === 'POST' || params !== undefined || query !== undefined;
  };
  const flawed = badKeys.missing.filter(({ bound }) => bound !== undefined);
  const missing = routes.business.filter(
    each => takesInput(each) && !flawed.some(bad => bad.route.id === each.id),
  );
  expect(idsOf(missing)).toEqual([]);
});

test('each list of an account is compared with the list of another account (contract/isolation/two-accounts.ts)', () => {
  const ofAccounts = Object.values(lists).filter(each => each.route.resource !== 'catalog');
  const missing = ofAccounts.filter(list => !views.some(({ id }) => id.startsWith(`${list.id}, `)));
  expect(missing.map(({ id }) => id)).toEqual([]);
  expect(views.some(({ resource }) => resource === route.wallet.resource)).toBe(true);
});

test('each route of a limiter is probed (load/limiters/steps.ts)', () => {
  for (const name of limiterNames) {
    const limited = routes.all.filter(({ limiter }) => limiter === name);
    expect(namesOf(name).toSorted()).toEqual(limited.map(({ id }) => `${name} ${id}`).toSorted());
  }
});
