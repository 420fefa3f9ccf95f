/** §7 Errors: what all errors of the business routes have in common. */
import {
  bodyOf,
  field,
  fieldNames,
  isJsonType,
  isObject,
  mediaType,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import type { RequirementId } from '../statements.ts';
import type { ErrorRow } from '../../schemas/resources/errors.ts';
import { route, type Route } from '../../schemas/routes.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { NotExercised } from '../../harness/verdict.ts';
import {
  isBusiness,
  isStatusOf,
  isSuccessOf,
  type Judgement,
  type Judgements,
} from '../../harness/run/judgement.ts';

/** A gateway before the service may refuse a key of punctuation for its characters, in words of its own. */
export const wasStoppedOnTheWay = ({ key, response: { status } }: Exchange): boolean =>
  key === 'odd' && status >= 400 && status < 500 && status !== 401;

/** A 429 without `error` may be that of a gateway, which counts beside the three limiters: `limits.rejection` judges those. */
const isOfGateway = (exchange: Exchange): boolean =>
  exchange.response.status === 429 && typeof field(exchange, 'error') !== 'string';

const isBusinessError = (exchange: Exchange): boolean =>
  isBusiness(exchange) &&
  exchange.response.status >= 400 &&
  !wasStoppedOnTheWay(exchange) &&
  !isOfGateway(exchange);

/** Business routes whose success the spec shows as an object. */
export const unwrappedSuccesses: readonly Route[] = [
  route.browse,
  route.search,
  route.filters,
  route.orders,
  route.orderRequest,
  route.ledger,
];

/** Fields of a wrapper that no business route has. */
const wrapper = ['success', 'action', 'code', 'timestamp'];

/**
 * Returns what expects that a body is not wrapped.
 *
 * @param names the fields of a wrapper.
 * @param reportedBy the requirement that judges a body which is no object.
 */
export const unwrapped =
  (names: readonly string[], reportedBy: RequirementId): Judgement['verify'] =>
  exchange => {
    if (!isObject(bodyOf(exchange)))
      throw new NotExercised('the body is not an object', reportedBy);
    expect(fieldNames(exchange), 'fields of the body').toSatisfy(
      `no ${names.join(', ')}`,
      found => !found.some(name => names.includes(String(name))),
    );
  };

/** The status of a row of the error table (§7) on these routes comes with its text. */
export const isError = (row: ErrorRow, ...routes: readonly Route[]): Judgement => ({
  appliesTo: isStatusOf(row.status, ...routes),
  verify: exchange => expect(exchange).toBeError(row),
});

/** Status, text and fields of a row of the error table. */
export function expectError(exchange: Exchange, row: ErrorRow, about?: string): void {
  expect(exchange, about).toBeError(row);
  expect(exchange).toMatchSchema(row.schema);
}

export const errors: Judgements = {
  'errors.business': {
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
    appliesTo: isBusinessError,
    verify: unwrapped(wrapper, 'errors.business'),
  },
  'errors.unwrapped-success': {
    appliesTo: isSuccessOf(...unwrappedSuccesses),
    verify: unwrapped(wrapper, 'service.json'),
  },
  'errors.json': {
    appliesTo: isBusinessError,
    requires: ['response headers'],
    verify: exchange =>
      expect(mediaType(exchange), 'content type').toSatisfy('a type of JSON', isJsonType),
  },
};
