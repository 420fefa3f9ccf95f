import { sentVouchers, type Statements } from '../../schemas/statement.ts';

/** §4.2 Statements about all automation actions. */
export const automation = {
  'automation.envelope': {
    anchor: '§4.2',
    text: 'An accepted action returns success true, the name of the action and a data object',
    implied: false,
    needs: ['GV_AUTOMATION_KEY'],
    effect: 'spend',
    stage: 'made',
    uses: sentVouchers,
  },
  'automation.json-body': {
    anchor: '§4, §4.2',
    text: 'Actions reject a body that is malformed JSON, and sending actions reject an array',
    implied:
      '§4, §4.2: request bodies are JSON objects with the fields of a table, and some fields are required',
    needs: ['GV_AUTOMATION_KEY'],
    effect: 'spend',
    uses: sentVouchers,
  },
  'automation.charset': {
    anchor: '§4, §4.2',
    text: 'A body is accepted with a charset parameter in its Content-Type',
    implied:
      '§4: bodies are sent with Content-Type application/json, and a parameter does not change the media type',
    needs: ['GV_AUTOMATION_KEY'],
  },
  'automation.retrieved-at': {
    anchor: '§4.2',
    text: 'retrievedAt of get_wallet_transactions is within a minute of the call',
    implied:
      '§4.2: the response states when its transactions were retrieved, which is the time of the call',
    doubt: 'The clocks of two systems may differ by minutes',
    needs: ['GV_AUTOMATION_KEY'],
  },
  'automation.sent-at': {
    anchor: '§4.2',
    text: 'sentAt of a voucher that was sent, alone or in a bulk, is within a minute of the call',
    implied: '§4.2: the response states when a voucher was sent, which is the time of the call',
    doubt: 'The clocks of two systems may differ by minutes',
    needs: ['GV_AUTOMATION_KEY'],
    effect: 'spend',
    stage: 'made',
    uses: sentVouchers,
  },
  'automation.earlier-times': {
    anchor: '§4.2',
    text: 'createdAt of a voucher, processedAt of a transaction and lastUpdated of a balance are not after the call',
    implied: '§4.2: a response describes records that exist when it is sent',
    doubt: 'The clocks of two systems may differ by minutes',
    needs: ['GV_AUTOMATION_KEY'],
    effect: 'spend',
    stage: 'made',
    uses: sentVouchers,
  },
  'automation.business': {
    anchor: '§2.9, §4.2',
    text: 'Every response that names a business to one key names the same businessId',
    implied:
      '§2.9, §4.2: responses name the business whose data they show, and a key belongs to one account',
    needs: ['GV_AUTOMATION_KEY'],
    effect: 'spend',
    stage: 'made',
    uses: sentVouchers,
  },
  'automation.other-business': {
    anchor: '§2.9, §4.2',
    text: 'Every response that names a business to a key of another account names the same businessId',
    implied:
      '§2.9, §4.2: responses name the business whose data they show, and a key belongs to one account',
    needs: ['GV_AUTOMATION_KEY', 'GV_KEY_OTHER_ACCOUNT'],
  },
  'automation.two-businesses': {
    anchor: '§2.9',
    text: 'The keys of two accounts get different businessIds',
    implied: '§2.9: the status names the business of the key',
    doubt: 'Two accounts may belong to one business, or both keys to one account',
    needs: ['GV_AUTOMATION_KEY', 'GV_KEY_OTHER_ACCOUNT'],
  },
  'automation.content-types': {
    anchor: '§4',
    text: 'How an action answers a body with a Content-Type other than application/json',
    needs: ['GV_AUTOMATION_KEY'],
    observed: true,
    stage: 'independent',
  },
  'automation.refusals': {
    anchor: '§7',
    text: 'Status, content type and fields with which the actions answer an array instead of an object',
    needs: ['GV_AUTOMATION_KEY'],
    observed: true,
    stage: 'independent',
  },
} as const satisfies Statements;
