import { expect, test } from '#test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { OpenAPIV3_1 } from 'openapi-types';
import formats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { orderSamples } from '../resources/examples/business.ts';
import { routes } from '../routes.ts';
import { readJsonFile } from '../../harness/output/files.ts';
import { projectFile } from '../../fixtures/testing/spawned.ts';
import { contractSchema } from './document.ts';

/** Returns the committed document. */
const written = () =>
  readJsonFile(projectFile('schemas/openapi/openapi.json')) as OpenAPIV3_1.Document;

test('the document is valid OpenAPI 3.1, and all references can be resolved', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate({ ...written() });
  expect(valid, JSON.stringify(errors)).toBe(true);
  expect(validator.version).toBe('3.1');
  expect(() => validator.resolveRefs()).not.toThrow();
});

test('a strict linter reports nothing', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const source = JSON.stringify(written());
  const problems = await lintFromString({ source, config });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test('every route is documented, except the bulk route, whose path is not shown', () => {
  const documented = Object.entries(written().paths ?? {}).flatMap(([path, item]) =>
    Object.keys(item ?? {}).map(method => `${method.toUpperCase()} ${path}`),
  );
  const expected = routes.all
    .filter(({ path }) => !path.includes('{bulkPath}'))
    .map(({ method, path }) => `${method} ${path}`);
  expect(documented.sort()).toEqual(expected.sort());
});

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
formats.default(ajv);
ajv.addSchema(JSON.parse(JSON.stringify(contractSchema)) as object);

test('each schema is found by its id, with all schemas that it refers to', () => {
  const names = Object.keys(contractSchema.$defs);
  expect(names.length).toBeGreaterThan(40);
  for (const name of names)
    expect(ajv.getSchema(`urn:gift-voucher-business-api:1.0.0:${name}`), name).toBeInstanceOf(
      Function,
    );
});

test('the items of the order history have the schema of an order', () => {
  const validate = ajv.getSchema('urn:gift-voucher-business-api:1.0.0:OrdersPage')!;
  const page = orderSamples['ordersPage']!.body;
  const [order] = page['orders'] as object[];
  expect(validate(page), ajv.errorsText(validate.errors)).toBe(true);
  expect(validate({ ...page, orders: [{ ...order, currency: 1 }] })).toBe(false);
});
