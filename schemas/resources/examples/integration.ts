/** Samples of the integration status and of a tool (§2.9, §2.10). */
import { integrationStatus } from '../integration-status.ts';
import { toolDetails } from '../tool.ts';
import { lacking, type Sample } from './example.ts';

const tool = { name: 'x', description: 'y', category: 'persona', parameters: {} };

export const integrationSamples: Readonly<Record<string, Sample>> = {
  integrationStatus: {
    schema: integrationStatus,
    body: { success: true, configured: true, businessId: 'b', webhookUrl: 'https://example.com/x' },
    required: 'success configured businessId',
    valid: { 'it is not configured': { configured: false, webhookUrl: undefined } },
    invalid: {
      'it is not configured and has a webhookUrl': { configured: false },
      'the webhookUrl is no URI': { webhookUrl: 'not a uri' },
      'createdAt is a day': { createdAt: '2026-01-31' },
      'an event is no text': { events: [1] },
    },
  },
  toolDetails: {
    schema: toolDetails,
    body: { success: true, tool },
    required: 'success tool',
    invalid: lacking(tool, part => ({ tool: part })),
  },
};
