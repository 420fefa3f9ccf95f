import type { Statements } from './statement.ts';

/** §4.2 What the automation actions have in common, and the status route. */
export const automation = {
  'automation.envelope': {
    anchor: '§4.2',
    text: 'An accepted action answers success true, the name of the action and a data object',
    needs: ['GV_AUTOMATION_KEY'],
  },
  'automation.json-body': {
    anchor: '§4, §4.2',
    text: 'An action refuses a body that is no JSON object',
    needs: ['GV_AUTOMATION_KEY'],
  },
  'automation.business': {
    anchor: '§2.9, §4.2',
    text: 'Every answer to one key names the same business',
    needs: ['GV_AUTOMATION_KEY'],
  },
  'automation.refusals': {
    anchor: '§7',
    text: 'How the actions refuse a body (status and error)',
    needs: ['GV_AUTOMATION_KEY'],
    observed: true,
  },
  'status.fields': {
    anchor: '§2.9, §4.2',
    text: 'The integration status has the fields of its table with their types',
    needs: ['GV_AUTOMATION_KEY'],
  },
  'status.no-wrapper': {
    anchor: '§4.2',
    text: 'The integration status is not wrapped: it has neither action nor data',
    needs: ['GV_AUTOMATION_KEY'],
  },
  'status.unconfigured': {
    anchor: '§2.9',
    text: 'A business without an integration is told as not configured, without a webhookUrl',
    needs: ['GV_AUTOMATION_KEY_UNCONFIGURED'],
  },
  'status.events': {
    anchor: '§6',
    text: 'Event types that the status lists, and those beyond the four seen',
    needs: ['GV_AUTOMATION_KEY'],
    observed: true,
  },
} as const satisfies Statements;
