import type { Statements } from '../../schemas/statement.ts';

/** §2.9 Automation integration status, §4.2 the status route. */
export const status = {
  'status.fields': {
    anchor: '§2.9, §4.2',
    text: 'The integration status has the fields of §2.9 with the right types',
    implied: false,
    needs: ['GV_AUTOMATION_KEY'],
  },
  'status.no-wrapper': {
    anchor: '§4.2',
    text: 'The integration status is not wrapped: it has neither action nor data',
    implied: false,
    needs: ['GV_AUTOMATION_KEY'],
  },
  'status.unconfigured': {
    anchor: '§2.9',
    text: 'A business without an integration is reported as not configured, without a webhookUrl',
    implied: false,
    needs: ['GV_AUTOMATION_KEY'],
    wants: ['GV_AUTOMATION_KEY_UNCONFIGURED'],
  },
  'status.events': {
    anchor: '§6',
    text: 'Event types that the status lists, and types other than the four in §6',
    needs: ['GV_AUTOMATION_KEY'],
    observed: true,
  },
} as const satisfies Statements;
