import { expect, test } from '#test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import {
  automationSamples,
  integrationSamples,
  at,
  type Body,
  type Sample,
} from './examples/automation.ts';
import {
  catalogSamples,
  orderSamples,
  walletSamples,
  errorRows,
  errorSamples,
} from './examples/business.ts';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
formats.default(ajv);

/** Returns a body as it arrives, without undefined fields. */
const sent = (body: Body): unknown => JSON.parse(JSON.stringify(body));

const shown = (changes: Body): string => JSON.stringify(changes).slice(0, 60);

const all: Readonly<Record<string, Sample>> = {
  ...catalogSamples,
  ...orderSamples,
  ...walletSamples,
  ...integrationSamples,
  ...automationSamples,
  ...errorSamples,
};

for (const [name, { schema, body, required }] of Object.entries(all)) {
  test.describe(name, () => {
    const accepts = (changes: Body) => ajv.validate(schema, sent({ ...body, ...changes }));

    test('compiles in strict mode, and accepts the sample with unknown fields', () => {
      expect(accepts({}), ajv.errorsText()).toBe(true);
      expect(accepts({ unknownField: [1] }), ajv.errorsText()).toBe(true);
    });

    test(`requires only ${required || 'no field'}`, () => {
      const rejected = Object.keys(body).filter(field => !accepts({ [field]: undefined }));
      expect(rejected.sort()).toEqual(required.split(' ').filter(Boolean).sort());
    });

    test('rejects null in a required field, except imageUrl', () => {
      const taken = required.split(' ').filter(field => field && accepts({ [field]: null }));
      expect(taken.filter(field => field !== 'imageUrl')).toEqual([]);
    });

    test('rejects a day instead of each of its timestamps', () => {
      const parts = JSON.stringify(body).split(at);
      for (let i = 1; i < parts.length; i++) {
        const dayed = parts.slice(0, i).join(at) + '2026-01-31' + parts.slice(i).join(at);
        expect(ajv.validate(schema, JSON.parse(dayed)), dayed).toBe(false);
      }
    });
  });
}

const sold = { transactionType: 'purchase', orderID: 'o1' };

/** Changes that make a body invalid. Missing fields and wrong types are not listed, because the fault matrix generates them. */
const invalid: Readonly<Record<string, readonly Body[]>> = {
  sentVoucher: [{ message: 1 }, { sentAt: null }],
  sendBulkVouchersData: [{ vouchersSent: 0.5 }],
  envelope: [{ action: 'status' }],
  integrationStatus: [{ configured: false }, { webhookUrl: 'not a uri' }],
  browsedProduct: [{ country: 'GBR' }, { currency: '' }, { redemption: { region: 'UK' } }],
  productsPage: [{ total: 1.5 }],
  catalogFilters: [{ categories: ['Food', 'Food'] }, { merchants: ['A', 'A'] }],
  order: [{ transactionId: '' }],
  orderRequestStatus: [{ type: 'triple' }, { result: [] }],
  queuedOrderRequest: [{ status: 'pending' }],
  walletTransaction: [
    { transactionType: 'purchase' },
    { ...sold, details: null },
    { ...sold, details: { description: 'x' } },
  ],
  ledgerTransaction: [{ transactionType: 'purchase' }],
};

/** Changes that make an error of a business route invalid: fields of a wrapper, and an `error` that is not a text. */
const noError = [{ success: false }, { action: 'x' }, { code: 1 }, { timestamp: at }, { error: 1 }];

for (const [name, { schema, body }] of Object.entries(all)) {
  const accepts = (changes: Body) => ajv.validate(schema, sent({ ...body, ...changes }));
  const wrong = name in errorSamples ? noError : (invalid[name] ?? []);
  for (const changes of wrong)
    test(`${name} never has ${shown(changes)}`, () => expect(accepts(changes)).toBe(false));
}

test('each row of the error table whose text is fixed has this text', () => {
  for (const [name, [, error]] of Object.entries(errorRows)) {
    const { schema, body } = errorSamples[name as keyof typeof errorRows];
    expect(ajv.validate(schema, { ...body, error: 'Another text' }), name).toBe(
      error === undefined,
    );
  }
});
