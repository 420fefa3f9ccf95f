/** Examples of tools (§2.10). */
import { integrationSamples } from '../../schemas/resources/examples/automation.ts';
import { toolNames } from '../../schemas/resources/automation.ts';
import { route } from '../../schemas/routes.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import { without, type ExamplesById } from '../../fixtures/testing/examples.ts';

const toolBody = integrationSamples['toolDetails']?.body as { tool: object };
const tool = (body: unknown, param: string = toolNames[0]) =>
  exchangeOn(route.tool, { body, param });
const named = (name: unknown, param?: string) =>
  tool({ success: true, tool: { ...toolBody.tool, name } }, param);
const noTool = exchangeOn(route.tool, { status: 404 });

export const toolExamples: ExamplesById = {
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
    ignores: {
      'a refusal': noTool,
      'another route': exchangeOn(route.status, {
        body: integrationSamples['integrationStatus']?.body,
      }),
    },
  },
  'tools.name': {
    passes: { 'the tool that was requested': named(toolNames[0]) },
    fails: {
      'another tool': named(toolNames[1]),
      'in capitals': named(toolNames[0].toUpperCase()),
      'no name': named(undefined),
    },
    ignores: {
      'a name that is not listed': named('other', 'FIND_GIFTS_BY_COUNTRY'),
      'a refusal': noTool,
    },
  },
};
