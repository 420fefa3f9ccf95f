/** §7 Errors of all business routes. */
import {
  bodyOf,
  fieldNames,
  isJsonType,
  isObject,
  mediaType,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import type { ErrorRow } from '../../schemas/resources/errors.ts';
import { route, type Route } from '../../schemas/routes.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import {
  isBusiness,
  isStatusOf,
  isSuccessOf,
  type Judgement,
  type Judgements,
} from '../../harness/run/judgement.ts';

const isBusinessError = (exchange: Exchange): boolean =>
  isBusiness(exchange) && exchange.response.status >= 400;

/** Business routes whose success the spec shows as an object. */
export const unwrappedSuccesses: readonly Route[] = [
  route.browse,
  route.search,
  route.filters,
  route.orders,
  route.orderRequest,
  route.ledger,
];

/** Fields of a wrapper, which no business route has. */
const wrapper = ['success', 'action', 'code', 'timestamp'];

/**
 * Returns a judgement that an object has no fields of a wrapper. Other requirements judge a body that is not an object.
 *
 * @param names fields of the wrapper.
 */
export const expectUnwrapped =
  (names: readonly string[]): Judgement['verify'] =>
  exchange => {
    if (!isObject(bodyOf(exchange))) return;
    expect(fieldNames(exchange), 'fields of the body').toSatisfy(
      `no ${names.join(', ')}`,
      found => !found.some(name => names.includes(String(name))),
    );
  };

/** Returns a judgement of responses with the status of a row of the error table (§7). They must have the text of the row. */
export const isError = (row: ErrorRow, ...routes: readonly Route[]): Judgement => ({
  appliesTo: isStatusOf(row.status, ...routes),
  verify: exchange => expect(exchange).toBeError(row),
});

/** Expects status, text and fields of a row of the error table. */
export function expectError(exchange: Exchange, row: ErrorRow, about?: string): void {
  expect(exchange, about).toBeError(row);
  expect(exchange).toMatchSchema(row.schema);
}

export const errors: Judgements = {
  'errors.business': {
    rejectedKeys: true,
    appliesTo: isBusinessError,
    verify: exchange =>
      expect(exchange).toMatchSchema({
        title: 'Business error',
        type: 'object',
        required: ['error'],
        properties: { error: { type: 'string' } },
      }),
  },
  'errors.no-wrapper': {
    rejectedKeys: true,
    appliesTo: isBusinessError,
    verify: expectUnwrapped(wrapper),
  },
  'errors.unwrapped-success': {
    rejectedKeys: true,
    appliesTo: isSuccessOf(...unwrappedSuccesses),
    verify: expectUnwrapped(wrapper),
  },
  'errors.json': {
    rejectedKeys: true,
    appliesTo: isBusinessError,
    requires: ['response headers'],
    verify: exchange =>
      expect(mediaType(exchange), 'content type').toSatisfy('a type of JSON', isJsonType),
  },
};
