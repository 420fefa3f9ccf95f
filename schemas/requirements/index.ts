/** The catalogue: every statement of the spec, by id; `auth.missing-key` is in area `auth`. */
import { auth } from './auth.ts';
import { automation } from './automation.ts';
import { balance } from './balance.ts';
import { buying } from './buying.ts';
import { catalog } from './catalog.ts';
import { errors } from './errors.ts';
import { format } from './format.ts';
import { isolation } from './isolation.ts';
import { limits } from './limits.ts';
import { ordersMade } from './orders-made.ts';
import { orders } from './orders.ts';
import { paging } from './paging.ts';
import { search } from './search.ts';
import { service } from './service.ts';
import { sorting } from './sorting.ts';
import type { Statement } from './statement.ts';
import { status } from './status.ts';
import { tools } from './tools.ts';
import { transactions } from './transactions.ts';
import { vouchersBulk } from './vouchers-bulk.ts';
import { vouchers } from './vouchers.ts';
import { wallet } from './wallet.ts';
import { webhooks } from './webhooks.ts';

export type { Need, Statement } from './statement.ts';

const all = {
  ...service,
  ...format,
  ...auth,
  ...isolation,
  ...catalog,
  ...buying,
  ...search,
  ...sorting,
  ...paging,
  ...orders,
  ...ordersMade,
  ...wallet,
  ...automation,
  ...status,
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
