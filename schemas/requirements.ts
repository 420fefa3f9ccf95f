/** The catalogue: every statement of the spec, by id; `auth.missing-key` is in area `auth`. */
import { auth } from './requirements/auth.ts';
import { automation } from './requirements/automation.ts';
import { balance } from './requirements/balance.ts';
import { catalog } from './requirements/catalog.ts';
import { errors } from './requirements/errors.ts';
import { format } from './requirements/format.ts';
import { isolation } from './requirements/isolation.ts';
import { limits } from './requirements/limits.ts';
import { orders } from './requirements/orders.ts';
import { paging } from './requirements/paging.ts';
import { search } from './requirements/search.ts';
import { service } from './requirements/service.ts';
import { sorting } from './requirements/sorting.ts';
import type { Statement } from './requirements/statement.ts';
import { tools } from './requirements/tools.ts';
import { transactions } from './requirements/transactions.ts';
import { vouchersBulk } from './requirements/vouchers-bulk.ts';
import { vouchers } from './requirements/vouchers.ts';
import { wallet } from './requirements/wallet.ts';
import { webhooks } from './requirements/webhooks.ts';

export type { Need, Statement } from './requirements/statement.ts';

const all = {
  ...service,
  ...format,
  ...auth,
  ...isolation,
  ...catalog,
  ...search,
  ...sorting,
  ...paging,
  ...orders,
  ...wallet,
  ...automation,
  ...vouchers,
  ...vouchersBulk,
  ...transactions,
  ...balance,
  ...tools,
  ...webhooks,
  ...errors,
  ...limits,
};

type All = typeof all;

export type StatementId = keyof All;
/** Ids of what is recorded and never judged. */
export type ObservationId = {
  [Id in StatementId]: All[Id] extends { observed: true } ? Id : never;
}[StatementId];
type UntestableId = {
  [Id in StatementId]: All[Id] extends { untestable: string } ? Id : never;
}[StatementId];
/** Ids of what is judged. */
export type RequirementId = Exclude<StatementId, ObservationId | UntestableId>;

/** Every statement by id. */
export const statements: Readonly<Record<StatementId, Statement>> = all;

const ids = Object.keys(all) as StatementId[];

export const observationIds = ids.filter(id => statements[id].observed) as ObservationId[];
export const requirementIds = ids.filter(
  id => !statements[id].observed && statements[id].untestable === undefined,
) as RequirementId[];

/** The area of an id: `auth` of `auth.missing-key`. */
export const areaOf = (id: string): string => id.slice(0, id.indexOf('.'));
