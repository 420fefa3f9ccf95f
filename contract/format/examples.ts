/** Examples for all routes: successes (§4), timestamps and identifiers (§2). */
import { automationSamples } from '../../schemas/resources/examples/automation.ts';
import { orderSamples, walletSamples } from '../../schemas/resources/examples/business.ts';
import { route, type Route } from '../../schemas/routes.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import type { ExamplesById } from '../../fixtures/testing/examples.ts';

const wallet = walletSamples['wallet']?.body ?? {};
const wallets = (...changes: readonly object[]) =>
  exchangeOn(route.wallet, { body: changes.map(each => ({ ...wallet, ...each })) });

const order = orderSamples['order']?.body ?? {};
const request = orderSamples['orderRequestStatus']?.body ?? {};
const ended = (type: string, result: unknown) =>
  exchangeOn(route.orderRequest, { body: { ...request, type, result } });
const bulk = (...orders: readonly unknown[]) => ({ success: true, orders, summary: {} });

const balances = (data: unknown, sent: unknown) =>
  exchangeOn(route.getWalletBalance, {
    sent,
    body: { success: true, action: 'get_wallet_balance', data },
  });
const balance = automationSamples['getWalletBalanceData']?.body ?? {};

const page = (to: Route, name: string, ...items: readonly unknown[]) =>
  exchangeOn(to, { body: { [name]: items } });
const html = exchangeOn(route.browse, { headers: { 'Content-Type': 'text/html' } });
const products = (...currencies: readonly unknown[]) =>
  page(route.browse, 'products', ...currencies.map(currency => ({ currency })));
const day = '2026-01-31';
const at = '2026-01-31T10:20:30.456Z';
const before = '2026-01-31T10:20:30.455Z';

const inconclusive = {
  'nothing of the kind': exchangeOn(route.filters, { body: { categories: [], merchants: [] } }),
  'the spec shows no body': exchangeOn(route.auth, { body: { createdAt: day, _id: '' } }),
  'the balances of all currencies': balances({ ...balance, lastUpdated: day, businessId: '' }, {}),
};
const ignores = { 'an error': exchangeOn(route.wallet, { status: 404, body: { createdAt: day } }) };

export const formatExamples: ExamplesById = {
  'service.routes': {
    given: { composed: true },
    passes: { 'a 200': exchangeOn(route.browse) },
    fails: {
      'a 404': exchangeOn(route.wallet, { status: 404 }),
      'a 400': exchangeOn(route.browse, { status: 400 }),
      'a redirect': exchangeOn(route.status, { status: 302 }),
      'a 204': exchangeOn(route.tool, { status: 204 }),
    },
    inconclusive: {
      'an order request that may be outdated': exchangeOn(route.orderRequest, { status: 404 }),
    },
    ignores: {
      'a 429': exchangeOn(route.browse, { status: 429 }),
      'a failure of the service': exchangeOn(route.browse, { status: 503 }),
      'a route that writes': exchangeOn(route.createOrder, { status: 404 }),
      'a route whose payload is not shown': exchangeOn(route.order, { status: 404 }),
    },
  },
  'service.json': {
    passes: {
      JSON: exchangeOn(route.browse),
      'with a charset': exchangeOn(route.browse, {
        headers: { 'Content-Type': 'application/json; charset=utf-8' },
      }),
    },
    fails: {
      'another media type': html,
      'another media type, whose body was not recorded': { ...html, unrecorded: ['response body'] },
      'a body that is no JSON': exchangeOn(route.browse, { body: '{"total":' }),
      'an empty body': exchangeOn(route.auth, { status: 201, body: '' }),
    },
    inconclusive: {
      'a body that was not recorded': {
        ...exchangeOn(route.browse, { body: '' }),
        unrecorded: ['response body'],
      },
    },
    ignores,
  },
  'format.timestamps': {
    passes: {
      'in each wallet': wallets({}),
      'null is only observed': wallets({ updatedAt: null }),
      'in the order of a request': ended('single', order),
    },
    fails: {
      'a day': wallets({}, { createdAt: day }),
      'without milliseconds': wallets({ updatedAt: '2026-01-31T10:20:30Z' }),
      'with two digits of a second': wallets({ updatedAt: '2026-01-31T10:20:30.45Z' }),
      'in another offset': wallets({ updatedAt: '2026-01-31T10:20:30.456+01:00' }),
      'a number': wallets({ updatedAt: 1_767_225_600_000 }),
      'in the order of a request': ended('single', { ...order, updatedAt: day }),
      'in an order of a bulk': ended('bulk', bulk({ ...order, updatedAt: day })),
      'in the balance of one currency': balances(
        { ...balance, lastUpdated: day },
        { currency: 'GBP' },
      ),
    },
    inconclusive: {
      ...inconclusive,
      'an empty one of what may be absent': exchangeOn(route.status, {
        body: { configured: false, businessId: 'b', createdAt: '' },
      }),
    },
    ignores,
  },
  'format.milliseconds': {
    passes: {
      'in each wallet': wallets({}),
      'with an offset': wallets({ updatedAt: '2026-01-31T10:20:30.456+00:00' }),
    },
    fails: {
      'six digits in one record': wallets({}, { updatedAt: '2026-01-31T10:20:30.456789Z' }),
    },
    inconclusive: {
      ...inconclusive,
      'no valid timestamp': exchangeOn(route.orderRequest, {
        body: { ...request, createdAt: day, updatedAt: day, result: undefined },
      }),
    },
    ignores,
  },
  'format.updated-at': {
    passes: {
      'at the same time': ended('single', order),
      later: ended('single', { ...order, createdAt: at, updatedAt: '2026-02-01T00:00:00.000Z' }),
    },
    fails: {
      'a request, a year earlier': exchangeOn(route.orderRequest, {
        body: { ...request, createdAt: at, updatedAt: '2025-01-31T10:20:30.456Z' },
      }),
      'in the order of a request': ended('single', { ...order, createdAt: at, updatedAt: before }),
      'in an order of a bulk': ended('bulk', bulk({ ...order, createdAt: at, updatedAt: before })),
      'in a list': wallets({ createdAt: at, updatedAt: before }),
    },
    inconclusive: {
      'one of the times is no timestamp': exchangeOn(route.orderRequest, {
        body: { ...request, createdAt: at, updatedAt: day },
      }),
    },
    ignores,
  },
  'format.currencies': {
    passes: {
      'of a balance': balances({ ...balance, currency: 'GBP' }, { currency: 'GBP' }),
      'in small letters': balances({ ...balance, currency: 'eur' }, { currency: 'EUR' }),
    },
    fails: {
      'a name': balances({ ...balance, currency: 'Pounds' }, { currency: 'GBP' }),
      'a sign': balances({ ...balance, currency: '£' }, { currency: 'GBP' }),
    },
    ignores: { ...ignores, 'a product': products('POINTS') },
  },
  'format.product-currencies': {
    passes: {
      'of each product': products('GBP', 'NGN'),
      'in small letters': products('eur'),
      'a value that is not a text is judged with its fields': products('GBP', 826),
    },
    fails: {
      'a sign': products('GBP', '£'),
      'a name': products('Euro'),
      'a code of numbers': products('826'),
      'an empty one': products(''),
      'one with a blank': products('GBP '),
      'of a search': page(route.search, 'products', { currency: 'US$' }),
    },
    inconclusive: { 'no products': products() },
    ignores: {
      ...ignores,
      'a wallet, whose currency is a string': wallets({ currency: 'POINTS' }),
    },
  },
  'format.identifiers': {
    passes: {
      'in each wallet': wallets({}, { _id: 'w2' }),
      'null is only observed': wallets({}, { _id: null }),
      'an empty one of what may be absent': page(route.orders, 'orders', {
        ...order,
        isPaid: false,
        transactionId: '',
        previousUserId: '',
      }),
    },
    fails: {
      'an empty one': wallets({ userID: '' }),
      'one of blanks': wallets({ _id: '  ' }),
      'a number': wallets({ _id: 1 }),
      'wallets that share one': wallets({}, { currency: 'EUR' }),
      'orders that share one': page(route.orders, 'orders', order, { ...order, currency: 'EUR' }),
      'in an order of a bulk': ended('bulk', bulk({ ...order, _id: '' })),
    },
    inconclusive,
    ignores,
  },
};
