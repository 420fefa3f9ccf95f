import { expect, test } from '#test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { errors } from './errors.ts';
import { automationSamples, integrationSamples, at, type Body } from './examples/automation.ts';
import { catalogSamples, orderSamples, walletSamples } from './examples/business.ts';
import { errorRows, errorSamples } from './examples/errors.ts';
import { toolNames } from './automation.ts';
import { ledgerCurrencies } from '../schema.ts';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
formats.default(ajv);

/** As it would arrive: fields that are undefined are gone. */
const sent = (body: Body): unknown => JSON.parse(JSON.stringify(body));

const all = {
  ...catalogSamples,
  ...orderSamples,
  ...walletSamples,
  ...integrationSamples,
  ...automationSamples,
  ...errorSamples,
};

for (const [name, { schema, body, required, valid = {}, invalid = {} }] of Object.entries(all)) {
  test.describe(name, () => {
    const accepts = (changes: Body) => ajv.validate(schema, sent({ ...body, ...changes }));

    test('compiles in strict mode, and takes the sample with fields unknown to it', () => {
      expect(accepts({}), ajv.errorsText()).toBe(true);
      expect(accepts({ unknownField: [1] }), ajv.errorsText()).toBe(true);
    });

    test(`requires ${required || 'no field'} and no other`, () => {
      const rejected = Object.keys(body).filter(field => !accepts({ [field]: undefined }));
      expect(rejected.sort()).toEqual(required.split(' ').filter(Boolean).sort());
    });

    test('rejects null in a required field', () => {
      const taken = required.split(' ').filter(field => field && accepts({ [field]: null }));
      expect(taken).toEqual([]);
    });

    test('rejects a day in place of each of its timestamps', () => {
      const parts = JSON.stringify(body).split(at);
      for (let i = 1; i < parts.length; i++) {
        const dayed = parts.slice(0, i).join(at) + '2026-01-31' + parts.slice(i).join(at);
        expect(ajv.validate(schema, JSON.parse(dayed)), dayed).toBe(false);
      }
    });

    for (const [fact, changes] of Object.entries(valid)) {
      test(`valid: ${fact}`, () => expect(accepts(changes), ajv.errorsText()).toBe(true));
    }
    for (const [fact, changes] of Object.entries(invalid)) {
      test(`invalid: ${fact}`, () => expect(accepts(changes)).toBe(false));
    }
  });
}

test('each row of the error table has its status', () => {
  for (const [name, [status]] of Object.entries(errorRows))
    expect(errors[name as keyof typeof errors].status, name).toBe(status);
});

test('the reason of an invalid key is text or null', () => {
  const { schema } = errors.invalidKey;
  const body = { error: 'Invalid API key' };
  expect(ajv.validate(schema, { ...body, reason: 'revoked' })).toBe(true);
  expect(ajv.validate(schema, { ...body, reason: null })).toBe(true);
  expect(ajv.validate(schema, { ...body, reason: 1 })).toBe(false);
});

test('the message about an unknown order is fixed', () => {
  const { schema, error } = errors.unknownOrder;
  expect(ajv.validate(schema, { error, message: 'Order not found' })).toBe(false);
});

test('there are 18 different tools', () => expect(new Set(toolNames).size).toBe(18));

test('the ledger is filtered by GBP, USD, EUR or NGN', () => {
  expect(ledgerCurrencies).toEqual(['GBP', 'USD', 'EUR', 'NGN']);
});
