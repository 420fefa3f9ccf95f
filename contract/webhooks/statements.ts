import { inStage, type Statements } from '../../schemas/statement.ts';

/** §6 Events, §7 the webhook errors. */
export const webhooks = inStage('independent', {
  'webhooks.foreign': {
    anchor: '§6, §7',
    text: "A PATCH or DELETE of another account's webhook gets 403, and a DELETE by the owner does not",
    implied: false,
    needs: ['write', 'GV_WEBHOOK_FOREIGN'],
    uses: ['webhooks'],
    effect: 'write',
  },
  'webhooks.foreign-kept': {
    anchor: '§5.6, §6',
    text: 'A rejected PATCH or DELETE from another account leaves the webhook unchanged',
    implied: '§5.6: a key acts only on the resources of its own account',
    needs: ['write', 'GV_KEY_OTHER_ACCOUNT'],
    uses: ['webhooks'],
    effect: 'write',
  },
  'webhooks.unknown': {
    anchor: '§6, §7',
    text: 'A PATCH or DELETE of an unknown or removed webhook gets 404',
    implied: false,
    needs: ['write', 'GV_WEBHOOK_UNKNOWN'],
    uses: ['webhooks'],
    effect: 'write',
  },
  'webhooks.accepted': {
    anchor: '§1, §6',
    text: 'A registration with GV_WEBHOOK_BODY is accepted',
    implied:
      '§1, §6: the account can register a webhook, and the setting has a body that the target accepts',
    needs: ['write'],
    wants: ['GV_WEBHOOK_BODY'],
    uses: ['webhooks'],
    effect: 'write',
  },
  'webhooks.events-listed': {
    anchor: '§2.9, §6',
    text: 'While a webhook is registered, the integration status, if it has events, lists the event types of the webhook',
    implied:
      '§6: the status lists the subscribed event types, and a registration subscribes to them',
    doubt: 'The status may belong to another webhook of the account',
    needs: ['write', 'GV_AUTOMATION_KEY'],
    wants: ['GV_WEBHOOK_BODY'],
    uses: ['webhooks'],
    effect: 'write',
  },
  'webhooks.registration-failure': {
    anchor: '§6, §7',
    text: 'A registration that fails gets 500 with error and message',
    implied: false,
    needs: ['write', 'GV_WEBHOOK_FAILING_BODY'],
    uses: ['webhooks'],
    effect: 'write',
  },
  'webhooks.registration': {
    anchor: '§1, §6',
    text: 'Status and fields of the response to a registration',
    needs: ['write', 'GV_WEBHOOK_BODY'],
    uses: ['webhooks'],
    effect: 'write',
    observed: true,
  },
  'webhooks.failure-text': {
    anchor: '§7',
    text: 'Error text of a registration that fails',
    needs: ['write', 'GV_WEBHOOK_FAILING_BODY'],
    uses: ['webhooks'],
    effect: 'write',
    observed: true,
  },
  'webhooks.delivery': {
    anchor: '§6',
    text: 'Payload, delivery, retries and signing of events, and what emits them, are not shown',
    untestable: 'Nothing is promised, and deliveries go to an address outside this suite',
  },
  'webhooks.event-types': {
    anchor: '§6',
    text: 'The complete list of event types and the registration body are not shown',
    untestable: 'The set is open. status.events records the types that the status lists',
  },
} as const satisfies Statements);
