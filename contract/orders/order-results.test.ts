import { expect, test } from '#test';
import { route } from '../../schemas/routes.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import { answer, contextOver, ourTarget, thrownBy } from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { bulkSources, ownOrder, readable } from './order-results.ts';

const order = { _id: 'o1', productCode: 'CAFE-1' };
const product = { productCode: 'CAFE-1', merchant: 'Café', currency: 'GBP', minPrice: 5 };

/** A target whose creations have this response, and whose requests end with this result. */
const ordering = (status: number, result: unknown) =>
  contextOver(
    ({ method, url }) => {
      if (method === 'POST')
        return answer(status, status === 202 ? { orderRequestId: 'r1' } : result);
      return url.includes('/order-requests/')
        ? answer(200, { orderRequestId: 'r1', result })
        : answer(200, { total: 1, page: 1, totalPages: 1, products: [product] });
    },
    ourTarget({ GV_ORDER_BODY: '{"code":"{{productCode}}"}' }),
  );

test('the order of a run is that of its 201, or the result of its request', async () => {
  expect(await ownOrder(ordering(201, order))).toEqual(order);
  expect(await ownOrder(ordering(202, order))).toEqual(order);
});

test('a result that is another object is no order', async () => {
  for (const result of [{ batch: 'b1' }, 'o1'])
    expect(await thrownBy(() => ownOrder(ordering(202, result)))).toEqual(
      new NotExercised('the result is another object than an order'),
    );
});

test('a request that is not there is not exercised, and another requirement reports it', async () => {
  const found = exchangeOn(route.orderRequest);
  expect(await readable(Promise.resolve(found))).toBe(found);
  const missing = exchangeOn(route.orderRequest, { status: 404 });
  expect(await thrownBy(() => readable(Promise.resolve(missing)))).toMatchObject({
    message: 'the order request answers 404',
    reportedBy: 'orders.request-fields',
  });
});

test('a bulk result shows in the requests of bulk orders, and in their creation', () => {
  expect(bulkSources(ordering(201, order)).map(({ id }) => id)).toEqual([
    'GV_ORDER_REQUEST_BULK',
    'a bulk order of this run',
    'a bulk order of this run, at first',
    'a bulk with an unknown product',
    'a bulk made at once',
  ]);
});
