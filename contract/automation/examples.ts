/** Of the automation actions (§4.2). */
import { automationSamples } from '../../schemas/resources/examples/automation.ts';
import { route, type Route } from '../../schemas/routes.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import { without, wrongFields, type ExamplesById } from '../../fixtures/testing/examples.ts';

const actionOf = ({ path }: Route) => path.split('/').at(-1);
const accepted = (to: Route, data: unknown, sent: unknown = {}) =>
  exchangeOn(to, { sent, body: { success: true, action: actionOf(to), data } });
const refused = (to: Route) => ({
  'a refusal': exchangeOn(to, { status: 400, body: { success: false } }),
  'a refusal with 200': exchangeOn(to, { body: { success: false } }),
  'another route': exchangeOn(route.status, { body: { success: true } }),
});

const call = Date.UTC(2025, 9, 2);
const hour = 3_600_000;
const atCall = (ms: number): string => new Date(call + ms).toISOString();
const called = (to: Route, data: unknown) =>
  exchangeOn(to, { startedAt: call, body: { success: true, data } });

const bodyOf = (name: string) => automationSamples[name]?.body ?? {};

const balance = bodyOf('getWalletBalanceData');
const inPounds = (data: unknown) => accepted(route.getWalletBalance, data, { currency: 'GBP' });
const noCurrency = {
  ...refused(route.getWalletBalance),
  'no currency was sent': accepted(route.getWalletBalance, { balances: [] }),
  'a currency outside the list was sent': accepted(route.getWalletBalance, balance, {
    currency: 'NGN',
  }),
};

const texts = { merchant: 'Cafe Ole', recipientName: 'Ada', message: 'Hi' };
const voucher = { ...bodyOf('sendVoucherBody'), ...texts };
const sentVoucher = { ...bodyOf('sentVoucher'), ...texts };
const echoed = (changes: object, sent: object = voucher) =>
  accepted(route.sendVoucher, { ...sentVoucher, ...changes }, sent);

const { transactions: history } = bodyOf('getWalletTransactionsData') as { transactions: object[] };
const transaction = { ...history[0] };
const listing = { ...bodyOf('getWalletTransactionsData'), transactions: [transaction] };
const transactions = (data: unknown, sent?: unknown) =>
  accepted(route.getWalletTransactions, data, sent);
const counted = (length: number, totalCount: unknown, sent?: unknown) =>
  transactions({ ...listing, transactions: Array(length).fill(transaction), totalCount }, sent);

export const automationExamples: ExamplesById = {
  'automation.envelope': {
    passes: {
      send_voucher: accepted(route.sendVoucher, {}),
      send_bulk_vouchers: accepted(route.sendBulkVouchers, {}),
      get_wallet_transactions: accepted(route.getWalletTransactions, {}),
      get_wallet_balance: accepted(route.getWalletBalance, {}),
    },
    fails: {
      'the action of another': exchangeOn(route.sendVoucher, {
        body: { success: true, action: 'send_bulk_vouchers', data: {} },
      }),
      'no data': accepted(route.sendVoucher, undefined),
      'data is a list': accepted(route.sendVoucher, []),
      'no success': exchangeOn(route.sendVoucher, { body: { action: 'send_voucher', data: {} } }),
      'success is text': exchangeOn(route.sendVoucher, {
        body: { success: 'true', action: 'send_voucher', data: {} },
      }),
      'a body in HTML': exchangeOn(route.sendVoucher, { body: '<html>' }),
    },
    ignores: refused(route.sendVoucher),
  },
  'automation.times': {
    passes: {
      'by our clock': called(route.getWalletTransactions, { retrievedAt: atCall(0) }),
      'by the Date of the response': exchangeOn(route.getWalletTransactions, {
        headers: { Date: new Date(call + hour).toUTCString() },
        startedAt: call,
        body: { success: true, data: { retrievedAt: atCall(hour) } },
      }),
      'a code that was made before it was sold': called(route.sendVoucher, {
        status: 'sent',
        sentAt: atCall(60_000),
        createdAt: atCall(-hour),
      }),
      'a bulk': called(route.sendBulkVouchers, {
        sentAt: atCall(0),
        results: [{ status: 'sent', sentAt: atCall(0) }, { status: 'queued' }],
      }),
    },
    fails: {
      'an hour ahead': called(route.getWalletTransactions, { retrievedAt: atCall(hour) }),
      'an hour ago': called(route.getWalletTransactions, { retrievedAt: atCall(-hour) }),
      'sent an hour ago': called(route.sendVoucher, { status: 'sent', sentAt: atCall(-hour) }),
      'created in an hour': called(route.sendVoucher, { status: 'sent', createdAt: atCall(hour) }),
      'one of a bulk an hour ago': called(route.sendBulkVouchers, {
        sentAt: atCall(0),
        results: [{ status: 'sent', sentAt: atCall(-hour) }],
      }),
    },
    inconclusive: {
      'it is sent later': called(route.sendVoucher, { status: 'queued', sentAt: atCall(hour) }),
      'no timestamp': called(route.getWalletTransactions, { retrievedAt: call }),
      'no data': called(route.getWalletTransactions, undefined),
    },
    ignores: {
      ...refused(route.sendVoucher),
      'a balance': called(route.getWalletBalance, { lastUpdated: atCall(-hour) }),
    },
  },
  'balance.fields': {
    passes: { 'the sample': inPounds(balance) },
    fails: {
      ...wrongFields(balance, inPounds),
      'no balance': [inPounds(without(balance, 'balance')), 'balance'],
    },
    ignores: noCurrency,
  },
  'balance.currency': {
    passes: { 'the currency that was sent': inPounds(balance) },
    fails: {
      'another currency': inPounds({ ...balance, currency: 'EUR' }),
      'no currency': inPounds(without(balance, 'currency')),
    },
    ignores: noCurrency,
  },
  'vouchers.fields': {
    passes: {
      'the sample': echoed({}),
      'without the optional inputs': accepted(route.sendVoucher, bodyOf('sentVoucher'), voucher),
    },
    fails: {
      ...wrongFields(sentVoucher, data => accepted(route.sendVoucher, data, voucher)),
      'no voucherCode': [
        accepted(route.sendVoucher, without(sentVoucher, 'voucherCode'), voucher),
        'voucherCode',
      ],
    },
    ignores: refused(route.sendVoucher),
  },
  'vouchers.echo': {
    passes: {
      'everything as it was sent': echoed({}),
      'the optional inputs left out, or null': echoed({ recipientName: undefined, message: null }),
      'what pages escape, escaped': echoed(
        { message: 'a &lt; b' },
        { ...voucher, message: 'a < b' },
      ),
      'characters beyond ASCII removed': echoed(
        { message: 'Hi ' },
        { ...voucher, message: 'Hi 🎁' },
      ),
      'the merchant of the product': echoed({ merchant: 'Cafe U' }),
      'letters of other alphabets, decomposed': echoed(
        { message: 'Zoe\u0308 語 &amp; 1' },
        { ...voucher, message: 'Zoë 語 & 1' },
      ),
    },
    fails: {
      'a letter replaced': echoed({ message: 'Zo? 語' }, { ...voucher, message: 'Zoë 語' }),
      'a letter left out': echoed({ message: 'Zoë ' }, { ...voucher, message: 'Zoë 語' }),
      'another value': echoed({ valuePurchased: 10.01 }),
      'the value as text': echoed({ valuePurchased: '10' }),
      'another message': echoed({ message: 'Hi!' }),
      'no recipientEmail': echoed({ recipientEmail: undefined }),
    },
    ignores: {
      ...refused(route.sendVoucher),
      'an input beyond the bounds': echoed({}, { ...voucher, valuePurchased: 10_001 }),
      'more than two decimals': echoed({}, { ...voucher, valuePurchased: 10.001 }),
    },
  },
  'transactions.fields': {
    passes: {
      'the sample': transactions(listing),
      'no description': transactions({
        ...listing,
        transactions: [{ ...transaction, description: null }],
      }),
    },
    fails: {
      ...wrongFields(listing, transactions),
      'transactions has another type': [
        transactions({ ...listing, transactions: 'none' }),
        'transactions',
      ],
      ...wrongFields(
        transaction,
        each => transactions({ ...listing, transactions: [each] }),
        field => `transactions: ${field}`,
      ),
      'the description is a number': [
        transactions({ ...listing, transactions: [{ ...transaction, description: 12 }] }),
        'transactions: description',
      ],
    },
    ignores: refused(route.getWalletTransactions),
  },
  'transactions.limit': {
    passes: {
      'as many as the limit': counted(2, 9, { limit: 2 }),
      'fewer than the limit': counted(1, 1, { limit: 2 }),
      '50 without a limit': counted(50, 90),
    },
    fails: {
      'more than the limit': counted(3, 9, { limit: 2 }),
      '51 without a limit': counted(51, 90),
    },
    inconclusive: {
      'a limit beyond the bounds': counted(3, 9, { limit: 101 }),
      'no list': transactions({ ...listing, transactions: {} }, { limit: 2 }),
    },
    ignores: refused(route.getWalletTransactions),
  },
  'transactions.count': {
    passes: { 'as many as are shown': counted(2, 2), 'more than are shown': counted(2, 9) },
    fails: { 'fewer than are shown': counted(2, 1), 'no count': counted(2, undefined) },
    inconclusive: { 'no list': transactions({ totalCount: 1 }) },
    ignores: refused(route.getWalletTransactions),
  },
};
