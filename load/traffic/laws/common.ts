/** What every answer keeps: §2 timestamps and identifiers, §4 JSON, §7 errors, §8 the 429. */
import { businessError } from '../../../schemas/resources/errors.ts';
import { order } from '../../../schemas/resources/order.ts';
import { orderRequestStatus } from '../../../schemas/resources/order-request.ts';
import { routes, route, type Route } from '../../../schemas/routes.ts';
import { operationOf } from '../../../schemas/operations.ts';
import { object, type Schema } from '../../../schemas/schema.ts';
import { identifying } from '../../../schemas/values.ts';
import {
  bodyOf,
  field,
  header,
  isJson,
  isObject,
  isSuccess,
  type Exchange,
} from '../../../schemas/records/exchange.ts';
import { expect } from '../../../fixtures/matchers/expect.ts';
import { allLists, toPage } from '../../../schemas/lists.ts';
import { timestampProblem } from '../../../fixtures/matchers/timestamp.ts';
import { walk } from '../../../fixtures/matchers/schema-violations.ts';
import { NotExercised } from '../../../fixtures/verdict.ts';
import type { Law } from './law.ts';

const routeOf = (exchange: Exchange): Route | undefined =>
  routes.all.find(({ id }) => id === exchange.route);

const isBusiness = (exchange: Exchange) => routeOf(exchange)?.family === 'business';
const isError = ({ response }: Exchange) => response.status >= 400;
const isRefused = ({ response }: Exchange) => response.status === 429;
const isBusinessError = (exchange: Exchange) => isBusiness(exchange) && isError(exchange);

const contentType = (exchange: Exchange): string =>
  (header(exchange, 'content-type') ?? '(none)').replace(/;.*/, '').trim().toLowerCase();

/** The schema of a 2xx body; the result of a single order is an order where it looks like one. */
function schemaOf(exchange: Exchange): Schema | undefined {
  const of = routeOf(exchange);
  const found = of && operationOf(of).success?.[exchange.response.status];
  const result = field(exchange, 'result');
  return exchange.route === route.orderRequest.id && isObject(result) && 'giftOrder' in result
    ? { ...orderRequestStatus, properties: { ...orderRequestStatus.properties, result: order } }
    : found;
}

function visit(
  exchange: Exchange,
  see: (part: Schema, value: unknown, path: string) => void,
): void {
  const schema = schemaOf(exchange);
  if (!schema) throw new NotExercised('the spec shows no body');
  walk(schema, bodyOf(exchange), see);
}

/** Ids that stand twice in the list of an answer. */
function shared(exchange: Exchange): unknown[] {
  const list = allLists.find(({ id }) => id === exchange.route);
  const body = bodyOf(exchange);
  const items = list ? toPage(list, exchange)?.items : Array.isArray(body) ? body : undefined;
  const ids = (items ?? []).flatMap(item =>
    isObject(item) && item['_id'] !== undefined ? [item['_id']] : [],
  );
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}

const errorOf = object('Business error', { error: { type: 'string' } });

/** Fields of a wrapper that no business error has. */
const wrapper = ['success', 'action', 'code', 'timestamp'];

export const commonLaws: readonly Law[] = [
  {
    id: 'service.routes',
    // A 429 and a failure of the service are counted, and keep the contract while their bodies do.
    about: exchange =>
      routeOf(exchange)?.effect === 'read' &&
      !isRefused(exchange) &&
      exchange.response.status < 500,
    judge: exchange => expect(exchange).toHaveStatus(200),
  },
  {
    id: 'service.json',
    about: isSuccess,
    judge: exchange => {
      expect(contentType(exchange), 'content type').toBe('application/json');
      expect(isJson(exchange) ? 'JSON' : exchange.response.body, 'body').toBe('JSON');
    },
  },
  {
    id: 'format.timestamps',
    about: isSuccess,
    judge: exchange => {
      const wrong: unknown[] = [];
      let seen = 0;
      visit(exchange, (part, value, path) => {
        if (part.format !== 'date-time' || value === null) return;
        seen += 1;
        const problem = timestampProblem(value);
        if (problem !== undefined) wrong.push({ path, value, problem });
      });
      if (seen === 0) throw new NotExercised('there are no timestamps');
      expect(wrong).toEqual([]);
    },
  },
  {
    id: 'format.identifiers',
    about: isSuccess,
    judge: exchange => {
      const wrong: unknown[] = [];
      let seen = 0;
      visit(exchange, (_part, value, path) => {
        if (!identifying.has(path.slice(path.lastIndexOf('/') + 1)) || value === null) return;
        seen += 1;
        if (typeof value !== 'string' || value.trim() === '') wrong.push({ path, value });
      });
      if (seen === 0) throw new NotExercised('there are no identifiers');
      expect(wrong, 'identifiers that are empty or no strings').toEqual([]);
      expect(shared(exchange), 'identifiers that two records of a list share').toEqual([]);
    },
  },
  {
    id: 'errors.business',
    about: isBusinessError,
    judge: exchange => expect(exchange).toKeep(errorOf),
  },
  {
    id: 'errors.no-wrapper',
    about: isBusinessError,
    judge: exchange => {
      const body = bodyOf(exchange);
      if (!isObject(body)) throw new NotExercised('it is no object; errors.business tells');
      expect(Object.keys(body).filter(name => wrapper.includes(name))).toEqual([]);
    },
  },
  {
    id: 'errors.json',
    about: isBusinessError,
    judge: exchange => expect(contentType(exchange), 'content type').toBe('application/json'),
  },
  {
    id: 'limits.rejection',
    about: exchange => isBusiness(exchange) && isRefused(exchange),
    judge: exchange => expect(exchange).toKeep(businessError),
  },
  {
    id: 'limits.retry-after',
    about: exchange => isBusiness(exchange) && isRefused(exchange),
    judge: exchange =>
      expect(header(exchange, 'retry-after') ?? '(none)', 'retry-after').toMatch(/^\d+$/),
  },
];
