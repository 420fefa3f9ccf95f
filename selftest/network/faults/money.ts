/** A purchase happened, or did not, and its response does not say which. */
import { setTimeout as sleep } from 'node:timers/promises';
import { borne, type Expectation, type Fault } from '../fault.ts';
import { answer } from '../proxy/answer.ts';
import { first, onRoute, spendings, type When } from '../proxy/when.ts';
import type { Records } from '../proxy/records.ts';
import type { Strike } from '../proxy/proxy.ts';
import { afterwards, half, hangUp, html, late, reset, say, written, honest } from '../strikes.ts';

const buying = 'buying|orders|vouchers|transactions\\.|wallet\\.|balance\\.';
const orders = onRoute('POST', '/orders');
const bulkOrders = onRoute('POST', '/orders/bulk');
const vouchers = onRoute('POST', '/actions/send_voucher');
const bulkVouchers = onRoute('POST', '/actions/send_bulk_vouchers');

/** No purchase that the server made more often than without the fault. */
function boughtOnce(seen: Records, plain: Records): string | undefined {
  const again = [...seen.purchases].filter(
    ([digest, count]) => count > Math.max(1, plain.purchases.get(digest) ?? 0),
  );
  if (again.length === 0) return undefined;
  const paths = again.map(
    ([digest, count]) => `${seen.visits.find(each => each.digest === digest)?.path} ${count} times`,
  );
  return `the server made a purchase again: ${paths.join(', ')}`;
}
const once: Partial<Expectation> = { requests: boughtOnce };

const page = (status: number, text: string) =>
  say(answer(status, text, html(`${status} ${text}`), { 'Content-Type': 'text/html' }));
const losing = (name: string, when: When, strike: Strike, what: string): Fault => ({
  id: `money-${name}`,
  what,
  when,
  strike,
  grep: buying,
  expect: borne(60, once),
});
const tooLate = late(3500);

export const money: readonly Fault[] = [
  losing(
    'order-reset',
    first(1, orders),
    afterwards(reset),
    'the first order is made, its response is lost in a reset',
  ),
  losing(
    'order-resets',
    orders,
    afterwards(reset),
    'every order is made, each response is lost in a reset',
  ),
  losing(
    'order-closed',
    first(1, orders),
    afterwards(hangUp),
    'the first order is made, the connection closes without a response',
  ),
  losing(
    'bulk-orders-reset',
    bulkOrders,
    afterwards(reset),
    'every bulk order is made, each response is lost',
  ),
  losing(
    'voucher-reset',
    first(3, vouchers),
    afterwards(reset),
    'three vouchers are sent, their responses are lost',
  ),
  losing(
    'voucher-resets',
    vouchers,
    afterwards(reset),
    'every voucher is sent, each response is lost',
  ),
  losing(
    'bulk-vouchers-reset',
    bulkVouchers,
    afterwards(reset),
    'every bulk is sent, each response is lost',
  ),
  losing(
    'order-late',
    first(2, orders),
    tooLate,
    'two orders are made, their responses come after the time-out',
  ),
  losing(
    'voucher-late',
    first(2, vouchers),
    tooLate,
    'two vouchers are sent, their responses come after the time-out',
  ),
  losing(
    'order-502',
    first(2, orders),
    afterwards(page(502, 'Bad Gateway')),
    'two orders are made, a gateway answers 502',
  ),
  losing(
    'voucher-504',
    first(2, vouchers),
    afterwards(page(504, 'Gateway Time-out')),
    'two vouchers are sent, a gateway answers 504',
  ),
  losing(
    'bulk-vouchers-504',
    first(2, bulkVouchers),
    afterwards(page(504, 'Gateway Time-out')),
    'two bulks are sent, a gateway answers 504',
  ),
  losing(
    'order-408',
    first(2, spendings),
    afterwards(page(408, 'Request Time-out')),
    'two purchases are made, a load balancer answers 408',
  ),
  losing(
    'voucher-cut',
    first(2, vouchers),
    written(half, async visit => {
      await sleep(20);
      await hangUp(visit);
    }),
    'two vouchers are sent, their responses break off',
  ),
  losing(
    'spending-503',
    first(3, spendings),
    page(503, 'Service Unavailable'),
    'three purchases do not reach the service: 503 of a gateway',
  ),
  losing(
    'spending-lost',
    first(3, spendings),
    hangUp,
    'three purchases do not reach the service: connections close',
  ),
  {
    id: 'money-forwarded-twice',
    what: 'a proxy forwards every purchase twice (not ours to judge, and no reason to crash)',
    when: spendings,
    strike: async visit => {
      await visit.forward();
      await honest(visit);
    },
    grep: buying,
    expect: { exits: [0, 1, 2, 3], seconds: 60, fails: /./ },
  },
];
