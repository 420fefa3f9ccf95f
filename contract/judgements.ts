/** Collects the judgements of single exchanges, by requirement. */
import type { Exchange } from '../schemas/records/exchange.ts';
import type { RequirementId } from './statements.ts';
import { auth } from './auth/judgements.ts';
import { automation } from './automation/judgements.ts';
import { balance } from './balance/judgements.ts';
import { catalog } from './catalog/judgements.ts';
import { errors } from './errors/judgements.ts';
import { format } from './format/judgements.ts';
import type { Judgement, Judgements } from '../harness/run/judgement.ts';
import { limits } from './limits/judgements.ts';
import { orders } from './orders/judgements.ts';
import { paging } from './paging/judgements.ts';
import { search } from './search/judgements.ts';
import { service } from './service/judgements.ts';
import { status } from './status/judgements.ts';
import { tools } from './tools/judgements.ts';
import { transactions } from './transactions/judgements.ts';
import { vouchersBulk } from './vouchers-bulk/judgements.ts';
import { vouchers } from './vouchers/judgements.ts';
import { wallet } from './wallet/judgements.ts';
import { webhooks } from './webhooks/judgements.ts';

export const judgements: Judgements = {
  ...service,
  ...format,
  ...auth,
  ...catalog,
  ...search,
  ...paging,
  ...orders,
  ...wallet,
  ...automation,
  ...vouchers,
  ...vouchersBulk,
  ...transactions,
  ...balance,
  ...status,
  ...tools,
  ...webhooks,
  ...errors,
  ...limits,
};

/** Returns the names of the parts of a judgement. */
export function partsOf(id: RequirementId): readonly string[] {
  const parts = judgements[id]?.parts;
  if (!parts) throw new Error(`the judgement of ${id} has no parts`);
  return parts;
}

/** Returns true if the judgement of a requirement applies to an exchange. */
export const isAbout = (id: RequirementId, exchange: Exchange): boolean =>
  judgements[id]?.appliesTo(exchange) ?? false;

/** Judgements with their ids, in the order of the catalogue's areas. */
export const allJudgements = Object.entries(judgements) as readonly [RequirementId, Judgement][];
