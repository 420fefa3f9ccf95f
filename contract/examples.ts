/** Collects the examples of all judgements. */
import { authExamples } from './auth/examples.ts';
import { automationExamples } from './automation/examples.ts';
import { catalogExamples } from './catalog/examples.ts';
import { errorExamples } from './errors/examples.ts';
import type { ExamplesById } from '../fixtures/testing/examples.ts';
import { formatExamples } from './format/examples.ts';
import { orderExamples } from './orders/examples.ts';
import { pagingExamples } from './paging/examples.ts';
import { statusExamples } from './status/examples.ts';
import { toolExamples } from './tools/examples.ts';
import { vouchersBulkExamples } from './vouchers-bulk/examples.ts';
import { walletExamples } from './wallet/examples.ts';
import { balanceExamples } from './balance/examples.ts';
import { transactionExamples } from './transactions/examples.ts';
import { voucherExamples } from './vouchers/examples.ts';

export const examples: ExamplesById = {
  ...authExamples,
  ...automationExamples,
  ...balanceExamples,
  ...catalogExamples,
  ...errorExamples,
  ...formatExamples,
  ...orderExamples,
  ...pagingExamples,
  ...statusExamples,
  ...toolExamples,
  ...transactionExamples,
  ...voucherExamples,
  ...vouchersBulkExamples,
  ...walletExamples,
};
