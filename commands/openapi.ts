/** Writes the OpenAPI document, with examples that the reference or a deployment of the user accepts (`./gv openapi`). */
import { writeOpenApi } from '#clone';
import { pricedIn, fill, type Purchase } from '../fixtures/payloads/purchase.ts';
import { openReader } from '../harness/client/api.ts';
import { loadTarget } from '../harness/config/load-target.ts';
import type { Target } from '../harness/config/target.ts';
import { startReference } from '../reference/server.ts';
import { openapiWith } from '../schemas/openapi/document.ts';
import type { Deployment } from '../schemas/openapi/examples.ts';
import { arrayIn, at, field, isObject } from '../schemas/records/exchange.ts';
import { automationCurrencies } from '../schemas/schema.ts';
import { categoryNames } from '../schemas/resources/catalog.ts';
import { route } from '../schemas/routes.ts';
import { command, UsageError } from './cli/command.ts';

export default command({
  about:
    'Writes the OpenAPI document to schemas/openapi/openapi.json, with examples that the reference accepts. With --env, it reads a page of products and one order from your deployment, and prints the document with examples, countries and the currency filter from your settings.',
  options: {
    env: { about: 'take address, ids and bodies from your settings, and print the document' },
    check: { about: 'write nothing, and report whether a committed file is stale' },
  },
  examples: [
    ['./gv openapi', 'run it after a change in schemas/, and commit the file'],
    ['./gv openapi --env', 'print the document for a tool that calls your deployment'],
  ],
  exitCodes: {
    0: 'the file was written, or is up to date',
    1: 'with --check: the file is stale',
    3: 'an error',
  },
  run: async ({ env, check }) => {
    if (!env) return writeOpenApi(JSON.stringify(openapiWith(await ofReference())), check);
    const target = loadTarget();
    if (target.baseUrl === '') throw new UsageError('--env needs GV_BASE_URL and GV_API_KEY.');
    const { GV_COUNTRIES: countries, GV_LEDGER_CURRENCY_PARAM: ledgerCurrency } = target.values;
    const document = openapiWith({ ...(await ofDeployment(target)), countries, ledgerCurrency });
    process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    return 0;
  },
});

/** Returns examples that the reference accepts. */
async function ofReference(): Promise<Deployment> {
  const { baseUrl, settings, close } = await startReference();
  try {
    const found = await ofDeployment(loadTarget({}, { ...settings, GV_BASE_URL: baseUrl }));
    return { ...found, baseUrl: 'http://127.0.0.1:4010' };
  } finally {
    await close();
  }
}

const someProduct: Purchase = {
  productCode: 'CAFE-GB-01',
  merchant: 'Café Olé',
  currency: 'GBP',
  value: 10,
};
const plainOrder = {
  productCode: '{{productCode}}',
  currency: '{{currency}}',
  valuePurchased: '{{value}}',
};
const plainWebhook = { url: 'https://hooks.example.com/gift-vouchers', events: ['voucher.sent'] };

/** Returns examples from the settings of a target, and from its first product and order. */
async function ofDeployment(target: Target): Promise<Deployment> {
  const { values } = target;
  const { products, order } = await readExamples(target);
  const priced = products.flatMap(pricedIn);
  const ofCurrency = automationCurrencies.flatMap(
    code => priced.find(({ currency }) => currency === code) ?? [],
  );
  const bought = ofCurrency[0] ?? priced[0] ?? someProduct;
  const vouchers = (ofCurrency.length > 0 ? ofCurrency : [someProduct]).map(
    ({ productCode, merchant, currency, value }) => ({
      productCode,
      merchant,
      currency,
      valuePurchased: value,
      recipientEmail: values.GV_RECIPIENT ?? 'recipient@example.com',
      recipientName: 'Ada Lovelace',
      message: 'Many happy returns',
    }),
  );
  const categories = products.flatMap(each => (isObject(each) ? categoryNames(each) : []));
  const page = { page: { first: 1, second: 2 }, limit: { small: 2, usual: 20 } };
  const sorted = {
    ...page,
    sortBy: { one: values.GV_SORT_BY?.[0] },
    order: { ascending: 'asc', descending: 'desc' },
  };
  const webhook = { one: values.GV_WEBHOOK_BODY ?? plainWebhook };
  const webhookId = { unknown: values.GV_WEBHOOK_UNKNOWN };
  return {
    baseUrl: target.baseUrl,
    requests: {
      browse: { parameters: sorted },
      search: {
        parameters: {
          merchant: { one: bought.merchant },
          category: { one: categories.slice(0, 1), two: [...new Set(categories)].slice(0, 2) },
          useCase: { one: ['birthday'], two: ['birthday', 'thank you'] },
        },
      },
      orders: { parameters: sorted },
      orderRequest: {
        parameters: {
          id: {
            succeeded: values.GV_ORDER_REQUEST_SUCCEEDED,
            failed: values.GV_ORDER_REQUEST_FAILED,
            bulk: values.GV_ORDER_REQUEST_BULK,
            unknown: values.GV_ORDER_REQUEST_UNKNOWN,
          },
        },
      },
      ledger: { parameters: page },
      createOrder: { body: { one: fill(values.GV_ORDER_BODY ?? plainOrder, bought) } },
      order: { parameters: { orderId: { listed: order, unknown: values.GV_ORDER_UNKNOWN } } },
      createWebhook: { body: webhook },
      updateWebhook: { parameters: { id: webhookId }, body: webhook },
      deleteWebhook: { parameters: { id: webhookId } },
      sendVoucher: {
        body: Object.fromEntries(vouchers.map(each => [each.currency, each])),
      },
      sendBulkVouchers: {
        body: { all: { campaignName: 'Spring', notes: 'A thank-you', vouchers } },
      },
      getWalletTransactions: {
        body: { all: {}, some: { limit: 50, fromDate: '2025-01-01', toDate: '2026-12-31' } },
      },
      getWalletBalance: {
        body: {
          all: {},
          ...Object.fromEntries(automationCurrencies.map(currency => [currency, { currency }])),
        },
      },
      tool: { parameters: { toolName: { one: 'get_gift_details' } } },
    },
  };
}

/** Reads a page of products, and the id of an order. */
async function readExamples(
  target: Target,
): Promise<{ products: readonly unknown[]; order: unknown }> {
  const { api, close } = openReader(target);
  try {
    const products = field(await api.send(route.browse, {}), 'products');
    const orders = field(await api.send(route.orders, { query: { limit: 1 } }), 'orders');
    return { products: arrayIn(products), order: at(arrayIn(orders)[0], '_id') };
  } finally {
    close();
  }
}
