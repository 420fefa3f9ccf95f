/** Catalogue of all statements of the spec, by id. `auth.missing-key` belongs to the area `auth`. */
import { auth } from './auth/statements.ts';
import { automation } from './automation/statements.ts';
import { balance } from './balance/statements.ts';
import { buying } from './buying/statements.ts';
import { catalog } from './catalog/statements.ts';
import { errors } from './errors/statements.ts';
import { format } from './format/statements.ts';
import { isolation } from './isolation/statements.ts';
import { limits } from './limits/statements.ts';
import { ordersMade } from './orders-made/statements.ts';
import { orders } from './orders/statements.ts';
import { paging } from './paging/statements.ts';
import { search } from './search/statements.ts';
import { service } from './service/statements.ts';
import { sorting } from './sorting/statements.ts';
import { isRequirement, type Statement } from '../schemas/statement.ts';
import { status } from './status/statements.ts';
import { tools } from './tools/statements.ts';
import { transactions } from './transactions/statements.ts';
import { vouchersBulk } from './vouchers-bulk/statements.ts';
import { vouchers } from './vouchers/statements.ts';
import { wallet } from './wallet/statements.ts';
import { webhooks } from './webhooks/statements.ts';

export { areaOf } from '../schemas/statement.ts';
export type { Statement } from '../schemas/statement.ts';

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
/** Ids of statements that are recorded but not judged. */
export type ObservationId = {
  [Id in StatementId]: All[Id] extends { observed: true | 'elsewhere' } ? Id : never;
}[StatementId];
type UntestableId = {
  [Id in StatementId]: All[Id] extends { untestable: string } ? Id : never;
}[StatementId];
/** Ids of statements that are judged. */
export type RequirementId = Exclude<StatementId, ObservationId | UntestableId>;

/** Statements by id. */
export const statements: Readonly<Record<StatementId, Statement>> = all;

const ids = Object.keys(all) as StatementId[];

export const observationIds = ids.filter(id => statements[id].observed) as ObservationId[];
export const requirementIds = ids.filter(id => isRequirement(statements[id])) as RequirementId[];
