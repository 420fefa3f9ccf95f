/** Purchases that happened, or did not, and whose responses do not say which. */
import {
  borne,
  broken,
  type Fault,
  faults,
  first,
  onRoute,
  type Rows,
  spendings,
  type When,
} from '../fault.ts';
import type { Records } from '../proxy/proxy.ts';
import { afterwards, half, hangUp, honest, late, page, reset, written } from '../strikes.ts';

const buying = { grep: 'buying|orders|vouchers|transactions\\.|wallet\\.|balance\\.' };
const orders = onRoute('POST', '/orders');
const bulkOrders = onRoute('POST', '/orders/bulk');
const vouchers = onRoute('POST', '/actions/send_voucher');
const bulkVouchers = onRoute('POST', '/actions/send_bulk_vouchers');

/** Complains about purchases that the server made more often than without the fault. */
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

const losing = (those: When, rows: Rows): Fault[] =>
  faults(those, borne(60, { requests: boughtOnce }), rows, buying);
const lost = afterwards(reset);
const tooLate = late(3500);
const timedOut = afterwards(page(504, 'Gateway Time-out'));

export const money: readonly Fault[] = [
  ...losing(first(1, orders), {
    'money-order-reset': ['the first order is made, its response is lost in a reset', lost],
    'money-order-closed': [
      'the first order is made, the connection closes without a response',
      afterwards(hangUp),
    ],
  }),
  ...losing(orders, {
    'money-order-resets': ['every order is made, each response is lost in a reset', lost],
  }),
  ...losing(bulkOrders, {
    'money-bulk-orders-reset': ['every bulk order is made, each response is lost', lost],
  }),
  ...losing(first(3, vouchers), {
    'money-voucher-reset': ['three vouchers are sent, their responses are lost', lost],
  }),
  ...losing(vouchers, {
    'money-voucher-resets': ['every voucher is sent, each response is lost', lost],
  }),
  ...losing(bulkVouchers, {
    'money-bulk-vouchers-reset': ['every bulk is sent, each response is lost', lost],
  }),
  ...losing(first(2, orders), {
    'money-order-late': ['two orders are made, their responses come after the time-out', tooLate],
    'money-order-502': [
      'two orders are made, a gateway answers 502',
      afterwards(page(502, 'Bad Gateway')),
    ],
  }),
  ...losing(first(2, vouchers), {
    'money-voucher-late': [
      'two vouchers are sent, their responses come after the time-out',
      tooLate,
    ],
    'money-voucher-504': ['two vouchers are sent, a gateway answers 504', timedOut],
    'money-voucher-cut': [
      'two vouchers are sent, their responses break off',
      written(half, late(20, hangUp)),
    ],
  }),
  ...losing(first(2, bulkVouchers), {
    'money-bulk-vouchers-504': ['two bulks are sent, a gateway answers 504', timedOut],
  }),
  ...losing(first(2, spendings), {
    'money-order-408': [
      'two purchases are made, a load balancer answers 408',
      afterwards(page(408, 'Request Time-out')),
    ],
  }),
  ...losing(first(3, spendings), {
    'money-spending-503': [
      'three purchases do not reach the service: 503 of a gateway',
      page(503, 'Service Unavailable'),
    ],
    'money-spending-lost': ['three purchases do not reach the service: connections close', hangUp],
  }),
  ...faults(spendings, broken(/./, { seconds: 60 }), {
    'money-forwarded-twice': [
      'a proxy forwards every purchase twice (not ours to judge, and no reason to crash)',
      afterwards(honest),
      buying,
    ],
  }),
];
