/** Dates of a range of transactions (§4.2). */
import { getWalletTransactionsBody } from '../../schemas/resources/get-wallet-transactions.ts';
import { payloads, payloadsOf } from '../../fixtures/payloads/payloads.ts';

const [leapDay, endOfJanuary, endOfYear] = payloadsOf(
  payloads(getWalletTransactionsBody, {}),
  'fromDate',
  'format',
)
  .filter(({ valid }) => valid)
  .map(({ body }) => (body as { fromDate: string }).fromDate);

/** Each date alone, and both: leap day, and ends of months of 31 days. */
export const validDates = [
  { fromDate: leapDay },
  { toDate: leapDay },
  { fromDate: endOfYear, toDate: endOfJanuary },
  { fromDate: endOfJanuary, toDate: '2024-12-31' },
];
