/** Examples of the automation actions (§4.2). */
import { automationSamples } from '../../schemas/resources/examples/automation.ts';
import { route, type Route } from '../../schemas/routes.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import type { ExamplesById } from '../../fixtures/testing/examples.ts';

const actionOf = ({ path }: Route) => path.split('/').at(-1);

/** Returns an accepted response of an action with this data. */
export const accepted = (to: Route, data: unknown, sent: unknown = {}) =>
  exchangeOn(to, { sent, body: { success: true, action: actionOf(to), data } });

/** Returns responses to which no judgement of an action applies. */
export const refused = (to: Route) => ({
  'a refusal': exchangeOn(to, { status: 400, body: { success: false } }),
  'a refusal with 200': exchangeOn(to, { body: { success: false } }),
  'another route': exchangeOn(route.status, { body: { success: true } }),
});

const call = Date.UTC(2025, 9, 2);
const hour = 3_600_000;
const atCall = (ms: number): string => new Date(call + ms).toISOString();
const called = (to: Route, data: unknown) =>
  exchangeOn(to, { startedAt: call, body: { success: true, data } });

/** Returns a sample body. */
export const bodyOf = (name: string) => automationSamples[name]?.body ?? {};

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
  'automation.retrieved-at': {
    passes: {
      'by our clock': called(route.getWalletTransactions, { retrievedAt: atCall(0) }),
      'by the Date of the response': exchangeOn(route.getWalletTransactions, {
        headers: { Date: new Date(call + hour).toUTCString() },
        startedAt: call,
        body: { success: true, data: { retrievedAt: atCall(hour) } },
      }),
    },
    fails: {
      'an hour ahead': called(route.getWalletTransactions, { retrievedAt: atCall(hour) }),
      'an hour ago': called(route.getWalletTransactions, { retrievedAt: atCall(-hour) }),
    },
    inconclusive: {
      'no timestamp': called(route.getWalletTransactions, { retrievedAt: call }),
      'no data': called(route.getWalletTransactions, undefined),
    },
    ignores: { ...refused(route.getWalletTransactions) },
  },
  'automation.sent-at': {
    passes: {
      'a voucher': called(route.sendVoucher, { status: 'sent', sentAt: atCall(60_000) }),
      'a bulk': called(route.sendBulkVouchers, {
        sentAt: atCall(0),
        results: [{ status: 'sent', sentAt: atCall(0) }, { status: 'queued' }],
      }),
    },
    fails: {
      'sent an hour ago': called(route.sendVoucher, { status: 'sent', sentAt: atCall(-hour) }),
      'one of a bulk an hour ago': called(route.sendBulkVouchers, {
        sentAt: atCall(0),
        results: [{ status: 'sent', sentAt: atCall(-hour) }],
      }),
    },
    inconclusive: {
      'it is sent later': called(route.sendVoucher, { status: 'queued', sentAt: atCall(hour) }),
    },
    ignores: { ...refused(route.sendVoucher) },
  },
  'automation.earlier-times': {
    passes: {
      'processed years ago': called(route.getWalletTransactions, {
        transactions: [{ processedAt: atCall(-20_000 * hour) }],
      }),
      'a code that was made before it was sold': called(route.sendVoucher, {
        createdAt: atCall(-hour),
      }),
    },
    fails: {
      'processed in an hour': called(route.getWalletTransactions, {
        transactions: [{ processedAt: atCall(hour) }],
      }),
      'a balance of the next hour': called(route.getWalletBalance, { lastUpdated: atCall(hour) }),
      'created in an hour': called(route.sendVoucher, { createdAt: atCall(hour) }),
    },
    inconclusive: {
      'no timestamp': called(route.getWalletBalance, { lastUpdated: call }),
      'no data': called(route.getWalletTransactions, undefined),
    },
    ignores: {
      ...refused(route.sendVoucher),
    },
  },
};
