import type { Statements } from '../../schemas/statement.ts';

/** §4.2 What the automation actions have in common. */
export const automation = {
  'automation.envelope': {
    anchor: '§4.2',
    text: 'An accepted action returns success true, the name of the action and a data object',
    implied: false,
    needs: ['GV_AUTOMATION_KEY'],
    effect: 'spend',
  },
  'automation.json-body': {
    anchor: '§4, §4.2',
    text: 'An action rejects a body that is no JSON, and a sending one whatever is no JSON object',
    implied:
      '§4, §4.2: request bodies are JSON with fields of a table; what is no JSON, or has none of the fields that are required, is none of them',
    needs: ['GV_AUTOMATION_KEY'],
    effect: 'spend',
  },
  'automation.charset': {
    anchor: '§4, §4.2',
    text: 'A body is JSON with a charset parameter in its Content-Type too',
    implied:
      '§4: bodies are JSON with Content-Type application/json, and a parameter leaves the media type what it is',
    needs: ['GV_AUTOMATION_KEY'],
  },
  'automation.times': {
    anchor: '§4.2',
    text: 'retrievedAt and sentAt are of the time of the call, and createdAt of a voucher and processedAt of a transaction are not after it',
    implied:
      '§4.2: responses name when they were retrieved and vouchers sent, which is when they were asked for',
    doubt: 'The clocks of two systems may differ by minutes',
    needs: ['GV_AUTOMATION_KEY'],
    effect: 'spend',
  },
  'automation.business': {
    anchor: '§2.9, §4.2',
    text: 'Every response to one key names the same business, which is not that of another account',
    implied:
      '§2.9, §4.2: responses name the business whose data they show, and a key is that of one account',
    needs: ['GV_AUTOMATION_KEY'],
  },
  'automation.refusals': {
    anchor: '§7',
    text: 'How the actions respond to a list in place of their optional fields (status and fields)',
    needs: ['GV_AUTOMATION_KEY'],
    observed: true,
  },
} as const satisfies Statements;
