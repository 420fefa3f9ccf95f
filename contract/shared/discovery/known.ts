/** Every setting that a run can do without, and how it is found out. */
import { given } from '../../../fixtures/config/needs.ts';
import type { SettingName, SettingValue } from '../../../fixtures/config/settings.ts';
import type { Context } from '../../../fixtures/run/context.ts';
import { ledgerCurrencyParam, numberParams, sortFields } from './query-params.ts';
import { bulkOrderBody, bulkOrderPath, orderBody } from './order-bodies.ts';
import {
  foreignOrder,
  unknownOrder,
  invalidRequest,
  succeededRequest,
  unknownRequest,
} from './order-and-request-ids.ts';
import { searchParam } from './search-params.ts';
import { failingWebhookBody, unknownWebhook, webhookBody } from './webhooks.ts';

const searches: {
  readonly [Name in SettingName]?: (context: Context) => Promise<SettingValue<Name>>;
} = {
  GV_ORDER_REQUEST_SUCCEEDED: succeededRequest,
  GV_ORDER_REQUEST_UNKNOWN: unknownRequest,
  GV_ORDER_REQUEST_INVALID: invalidRequest,
  GV_ORDER_UNKNOWN: unknownOrder,
  GV_ORDER_FOREIGN: foreignOrder,
  GV_ORDER_BODY: orderBody,
  GV_BULK_ORDER_PATH: bulkOrderPath,
  GV_BULK_ORDER_BODY: bulkOrderBody,
  GV_WEBHOOK_BODY: webhookBody,
  GV_WEBHOOK_FAILING_BODY: failingWebhookBody,
  GV_WEBHOOK_UNKNOWN: unknownWebhook,
  GV_LEDGER_CURRENCY_PARAM: ledgerCurrencyParam,
  GV_SEARCH_PAGE_PARAM: context => searchParam(context, 'page'),
  GV_SEARCH_LIMIT_PARAM: context => searchParam(context, 'limit'),
  GV_SEARCH_NUMBER_PARAMS: numberParams,
  GV_SORT_BY: sortFields,
};

/**
 * The value of a setting, or what the run finds out in its place.
 *
 * @throws NotExercised if it is not set and cannot be found out.
 */
export async function known<Name extends SettingName>(
  context: Context,
  name: Name,
): Promise<SettingValue<Name>> {
  const search = searches[name];
  return search ? search(context) : given(context.target, name);
}
