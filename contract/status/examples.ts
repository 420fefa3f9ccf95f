/** Examples of the integration status (§2.9). */
import { at, integrationSamples } from '../../schemas/resources/examples/automation.ts';
import { route } from '../../schemas/routes.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import { without, wrongFields, type ExamplesById } from '../../fixtures/testing/examples.ts';

const sample = integrationSamples['integrationStatus']?.body ?? {};
const full = { ...sample, events: ['voucher.sent'], isActive: true, createdAt: at, message: 'm' };
const status = (body: unknown) => exchangeOn(route.status, { body });
const unconfigured = (changes: object) =>
  status({ success: true, configured: false, businessId: 'b', ...changes });
const refused = exchangeOn(route.status, { status: 401, body: { action: 'status' } });
const ignores = {
  'a refusal': refused,
  'another route': exchangeOn(route.tool, { body: { data: {} } }),
};

export const statusExamples: ExamplesById = {
  'status.fields': {
    passes: {
      'every field': status(full),
      'required fields only': unconfigured({}),
      'no success where nothing is configured': unconfigured({ success: false }),
    },
    fails: {
      ...wrongFields(full, status),
      'the webhookUrl is no URI': [status({ ...full, webhookUrl: 'not a uri' }), 'webhookUrl'],
      'success is text where nothing is configured': [unconfigured({ success: 'no' }), 'success'],
      'no businessId': [status(without(full, 'businessId')), 'businessId'],
    },
    ignores,
  },
  'status.no-wrapper': {
    passes: { 'no wrapper': status(full) },
    fails: {
      'an action': status({ ...full, action: 'status' }),
      data: status({ success: true, data: full }),
    },
    inconclusive: { 'a list': status([full]) },
    ignores,
  },
  'status.unconfigured': {
    passes: {
      'no webhookUrl': unconfigured({}),
      'null for it': unconfigured({ webhookUrl: null }),
      'no success': unconfigured({ success: false }),
    },
    fails: { 'a webhookUrl': unconfigured({ webhookUrl: 'https://example.com/x' }) },
    ignores: { 'a configured one': status(full), 'a refusal': refused },
  },
};
