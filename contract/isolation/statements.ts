import type { Statements } from '../../schemas/statement.ts';

/** §5.6 A key acts only on its own account. */
export const isolation = {
  'isolation.order-requests': {
    anchor: '§4.1 rule 2, §5.6, §7',
    text: 'An order request of another account gets the response of an unknown one: 404',
    implied: false,
    effect: 'spend',
  },
  'isolation.orders': {
    anchor: '§5.6, §7',
    text: 'An order of another account gets 403, or the response of an unknown one: 404 with error and message',
    implied: false,
  },
  'isolation.lists': {
    anchor: '§1, §5.6',
    text: 'Orders, wallets and transactions of two accounts have no record in common',
    implied:
      '§1, §5.6: a key acts on records of its own account alone, and a record has one account',
    needs: ['GV_KEY_OTHER_ACCOUNT'],
  },
} as const satisfies Statements;
