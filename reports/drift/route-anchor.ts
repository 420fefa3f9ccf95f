/** The clause of a route. */
import { operationOf } from '../../schemas/operations.ts';
import { routes } from '../../schemas/routes.ts';

const anchors = new Map(routes.all.map(each => [each.id, operationOf(each).anchor]));

/** @returns what a change has; nothing for a route that another version of the suite knew. */
export function routeAnchor(id: string): { readonly anchor?: string } {
  const anchor = anchors.get(id);
  return anchor === undefined ? {} : { anchor };
}
