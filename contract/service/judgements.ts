/** §4 Endpoints: judges successful responses of all routes. */
import {
  isJson,
  isJsonType,
  isSuccess,
  mediaType,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import { errors, isRow } from '../../schemas/resources/errors.ts';
import { route, routeById } from '../../schemas/routes.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { hasShownBody } from '../../schemas/operations.ts';
import { NotExercised } from '../../harness/verdict.ts';
import { isStatusOf, ofRoutes, type Judgements } from '../../harness/run/judgement.ts';

/** Returns true for a success that must have a body. A 204 needs none if the spec does not show the response of the route. */
const mustHaveBody = (exchange: Exchange): boolean => {
  const to = routeById(exchange.route);
  const bodiless = exchange.response.status === 204 && to && !hasShownBody(to);
  return isSuccess(exchange) && !bodiless;
};

const isUnknownRequest = isStatusOf(errors.unknownOrderRequest.status, route.orderRequest);
/** Returns the statuses of a success: 2xx for an accepted action (§4.2 names no status), 200 for other routes. */
const statusesOf = (route: string): readonly number[] =>
  routeById(route)?.path.includes('/actions/') ? [200, 201, 202] : [200];

const isNoWallet = (exchange: Exchange): boolean => isRow(exchange, errors.noWallet);
const hasNoWallet = ofRoutes(isNoWallet)(route.wallet, route.ledger);

/**
 * Expects that a valid read succeeds.
 *
 * @throws NotExercised if the account has no wallet to read (§7).
 */
export function expectRead(exchange: Exchange): void {
  if (hasNoWallet(exchange)) throw new NotExercised('the account has no wallet');
  expect(exchange).toHaveStatus(...statusesOf(exchange.route));
}

export const service: Judgements = {
  'service.routes': {
    requires: [],
    // A 429 and a 5xx are left out. Other requirements judge them.
    appliesTo: exchange => {
      const to = routeById(exchange.route);
      const { status } = exchange.response;
      return to?.effect === 'read' && hasShownBody(to) && status !== 429 && status < 500;
    },
    verify: (exchange, { composed }) => {
      // The account may have no such order request, and a recorded request may have been invalid.
      if (!isUnknownRequest(exchange) && (composed || isSuccess(exchange))) expectRead(exchange);
    },
  },
  'service.json': {
    appliesTo: mustHaveBody,
    requires: ['response headers'],
    verify: exchange => {
      expect(mediaType(exchange), 'content type').toSatisfy('a type of JSON', isJsonType);
      if (exchange.unrecorded?.includes('response body'))
        throw new NotExercised('the body was not recorded');
      expect(exchange, 'body').toSatisfy('JSON', isJson);
    },
  },
};
