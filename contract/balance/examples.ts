/** Examples of get_wallet_balance (§4.2). */
import { route } from '../../schemas/routes.ts';
import { accepted, bodyOf, refused } from '../automation/examples.ts';
import { without, wrongFields, type ExamplesById } from '../../fixtures/testing/examples.ts';

const balance = bodyOf('getWalletBalanceData');
const inPounds = (data: unknown) => accepted(route.getWalletBalance, data, { currency: 'GBP' });
const noCurrency = {
  ...refused(route.getWalletBalance),
  'no currency was sent': accepted(route.getWalletBalance, { balances: [] }),
  'a currency outside the list was sent': accepted(route.getWalletBalance, balance, {
    currency: 'NGN',
  }),
};

export const balanceExamples: ExamplesById = {
  'balance.fields': {
    passes: { 'the sample': inPounds(balance) },
    fails: {
      ...wrongFields(balance, inPounds),
      'no balance': [inPounds(without(balance, 'balance')), 'balance'],
    },
    ignores: noCurrency,
  },
  'balance.currency': {
    passes: { 'the currency that was sent': inPounds(balance) },
    fails: {
      'another currency': inPounds({ ...balance, currency: 'EUR' }),
      'no currency': inPounds(without(balance, 'currency')),
    },
    ignores: noCurrency,
  },
};
