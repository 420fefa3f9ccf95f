import type { Statements } from '../../schemas/statement.ts';

/** §5.6 A key acts only on its own account. */
export const isolation = {
  'isolation.order-requests': {
    anchor: '§4.1 rule 2, §5.6, §7',
    text: 'An order request of another account gets 404, like an unknown order request',
    implied: false,
    wants: [
      'GV_KEY_OTHER_ACCOUNT',
      ['GV_ORDER_REQUEST_SUCCEEDED', 'GV_ORDER_REQUEST_FOREIGN', 'spend'],
    ],
    effect: 'spend',
    stage: 'made',
    uses: ['single order', 'succeeded request'],
  },
  'isolation.orders': {
    anchor: '§5.6, §7',
    text: 'An order of another account gets 403, or 404 with the error and message of an unknown order',
    implied: false,
    wants: ['GV_KEY_OTHER_ACCOUNT'],
    uses: ['GV_ORDER_FOREIGN'],
  },
  'isolation.lists': {
    anchor: '§1, §5.6',
    text: 'The orders, wallets and ledgers of two accounts have no record in common',
    implied: '§1, §5.6: a key acts only on the resources of its own account',
    needs: ['GV_KEY_OTHER_ACCOUNT'],
  },
  'isolation.fundings': {
    anchor: '§1, §2.6, §5.6',
    text: 'The ledger shows no funding that only the wallets of another account show',
    implied: '§1, §5.6: a key acts only on the resources of its own account',
    doubt:
      'Two accounts may be funded with the same value at the same moment, and wallets may show only their newest transactions',
    needs: ['GV_KEY_OTHER_ACCOUNT'],
  },
  'isolation.later-pages': {
    anchor: '§1, §5.6',
    text: 'No page of a list shows a record of another account, also page 2 and a page past the end',
    implied: '§1, §5.6: a key acts only on the resources of its own account',
    needs: ['GV_KEY_OTHER_ACCOUNT'],
  },
  'isolation.transactions': {
    anchor: '§4.2, §5.6',
    text: 'get_wallet_transactions shows no transaction of another business',
    implied: '§4.2, §5.6: a key acts only on the resources of its own account',
    needs: ['GV_AUTOMATION_KEY'],
    wants: ['GV_KEY_OTHER_ACCOUNT'],
  },
} as const satisfies Statements;
