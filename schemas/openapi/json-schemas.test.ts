import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from '#test';
import { orderSamples } from '../resources/examples/orders.ts';
import { contractSchema } from './json-schemas.ts';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
formats.default(ajv);
ajv.addSchema(JSON.parse(JSON.stringify(contractSchema)) as object);

test('each schema is found by its id, with all that it refers to', () => {
  const names = Object.keys(contractSchema.$defs);
  expect(names.length).toBeGreaterThan(40);
  for (const name of names)
    expect(ajv.getSchema(`urn:gift-voucher-business-api:1.0.0:${name}`), name).toBeInstanceOf(
      Function,
    );
});

test('a list of orders is judged by the schema of an order', () => {
  const validate = ajv.getSchema('urn:gift-voucher-business-api:1.0.0:OrdersPage')!;
  const page = orderSamples['ordersPage']!.body;
  const [order] = page['orders'] as object[];
  expect(validate(page), ajv.errorsText(validate.errors)).toBe(true);
  expect(validate({ ...page, orders: [{ ...order, currency: 1 }] })).toBe(false);
});
