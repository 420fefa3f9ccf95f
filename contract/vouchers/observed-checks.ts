/** §4.2 What the spec leaves open about vouchers. */
import { observation } from '../requirement.ts';
import {
  acceptedVoucher,
  costsOf,
  plainVoucher,
  sendVoucher,
  type Voucher,
} from '../steps/vouchers.ts';
import { field, isAccepted } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';

observation('vouchers.listed', async context => {
  const id = String(field(acceptedVoucher(context), 'data', 'id'));
  const body = { limit: 100 };
  const exchange = await context.api.send(route.getWalletTransactions, { body, fresh: true });
  const listed = exchange.response.body.includes(id);
  context.observe(
    'vouchers.listed',
    listed ? 'its id is among the transactions' : 'its id is not among the transactions',
  );
});

observation('vouchers.statuses', async context =>
  context.observe('vouchers.statuses', field(acceptedVoucher(context), 'data', 'status')),
);

/** Bodies that the constraints leave open, one field at a time. */
const freedoms: Readonly<Record<string, (voucher: Voucher) => Record<string, unknown>>> = {
  'null for an absent recipientName': () => ({ recipientName: null }),
  'an extra field': () => ({ occasion: 'birthday' }),
  'three decimals': ({ valuePurchased }) => ({ valuePurchased: valuePurchased + 0.125 }),
  'characters beyond the BMP at the bound': () => ({ recipientName: '🎁'.repeat(100) }),
  'its currency in lower case': ({ currency }) => ({ currency: currency.toLowerCase() }),
};

observation('vouchers.freedoms', async context => {
  const voucher = plainVoucher(context);
  for (const [what, change] of Object.entries(freedoms)) {
    const body = { ...voucher, ...change(voucher) };
    // A service may accept each of them.
    const sent = { body, costs: costsOf(body), departs: 'in turn' } as const;
    const exchange = await context.api.send(route.sendVoucher, sent);
    const { status } = exchange.response;
    const answer = isAccepted(exchange) ? 'accepted' : 'refused';
    context.observe('vouchers.freedoms', { what, answer, status }, { marked: status >= 500 });
  }
});

/** Letters of other alphabets, and characters that HTML escapes or a service may remove. */
const special = {
  recipientName: 'Zoë Łukasz 語',
  message: 'For Tom & "Jo" <3 \'🎁\'',
};

observation('vouchers.special-characters', async context => {
  const exchange = await sendVoucher(context, { ...plainVoucher(context), ...special });
  for (const [name, sent] of Object.entries(special)) {
    const returned = field(exchange, 'data', name);
    context.observe('vouchers.special-characters', { sent, returned: returned ?? 'nothing' });
  }
});
