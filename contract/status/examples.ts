/** Of the integration status and of tools (§2.9, §2.10). */
import { at } from '../../schemas/resources/examples/example.ts';
import { integrationSamples } from '../../schemas/resources/examples/integration.ts';
import { toolNames } from '../../schemas/resources/tool.ts';
import { route } from '../../schemas/routes.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import { without, wrongFields, type ExamplesById } from '../shared/example.ts';

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

const toolBody = integrationSamples['toolDetails']?.body as { tool: object };
const tool = (body: unknown, param: string = toolNames[0]) =>
  exchangeOn(route.tool, { body, param });
const named = (name: unknown, param?: string) =>
  tool({ success: true, tool: { ...toolBody.tool, name } }, param);
const noTool = exchangeOn(route.tool, { status: 404 });

export const integrationExamples: ExamplesById = {
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
  'tools.fields': {
    passes: { 'the sample': tool(toolBody) },
    fails: {
      'no tool': tool({ success: true }),
      'no description': tool({ success: true, tool: without({ ...toolBody.tool }, 'description') }),
      'the parameters are a list': tool({
        success: true,
        tool: { ...toolBody.tool, parameters: [] },
      }),
    },
    ignores: { 'a refusal': noTool, 'another route': status(full) },
  },
  'tools.name': {
    passes: { 'the tool that was requested': named(toolNames[0]) },
    fails: {
      'another tool': named(toolNames[1]),
      'in capitals': named(toolNames[0].toUpperCase()),
    },
    inconclusive: { 'no name': named(undefined) },
    ignores: {
      'a name that is not listed': named('other', 'FIND_GIFTS_BY_COUNTRY'),
      'a refusal': noTool,
    },
  },
};
