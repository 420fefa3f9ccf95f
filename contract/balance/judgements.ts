/** §4.2 get_wallet_balance. */
import { field, sentBody, type Exchange } from '../../schemas/records/exchange.ts';
import { getWalletBalanceData } from '../../schemas/resources/automation.ts';
import { route } from '../../schemas/routes.ts';
import { automationCurrencies } from '../../schemas/schema.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { fieldsInData, isAcceptedOf } from '../automation/judgements.ts';
import { bothBodies, type Judgements } from '../../harness/run/judgement.ts';

/**
 * Returns true for the balance of one valid currency. The spec does not show the response for all currencies, and another
 * requirement judges invalid currencies.
 */
const isOfOneCurrency = (exchange: Exchange): boolean =>
  isAcceptedOf(route.getWalletBalance)(exchange) &&
  automationCurrencies.some(each => each === sentBody(exchange)['currency']);

export const balance: Judgements = {
  'balance.fields': fieldsInData(route.getWalletBalance, getWalletBalanceData, isOfOneCurrency),
  'balance.currency': {
    appliesTo: isOfOneCurrency,
    requires: bothBodies,
    verify: exchange =>
      expect(field(exchange, 'data', 'currency'), 'currency').toBe(sentBody(exchange)['currency']),
  },
};
