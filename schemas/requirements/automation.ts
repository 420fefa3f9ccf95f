import type { Statements } from './statement.ts';

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
    text: 'An action rejects a body that is not a JSON object',
    implied:
      '§4, §4.2: request bodies are JSON with fields of a table; a text that is no JSON, or no object, cannot be read as one',
    needs: ['GV_AUTOMATION_KEY'],
    effect: 'spend',
  },
  'automation.business': {
    anchor: '§2.9, §4.2',
    text: 'Every response to one key names the same business',
    implied:
      '§2.9, §4.2: responses name the business whose data they show, and a key is that of one account',
    needs: ['GV_AUTOMATION_KEY'],
  },
  'automation.refusals': {
    anchor: '§7',
    text: 'How the actions reject a body (status and error)',
    needs: ['GV_AUTOMATION_KEY'],
    observed: true,
  },
} as const satisfies Statements;
