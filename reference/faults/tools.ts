import type { Patch } from '../types.ts';
import {
  at,
  breaking,
  type Fault,
  type Json,
  editSuccess,
  onReply,
  onRequest,
  onRules,
  request,
} from '../patches.ts';

/** Changes the tools with this part in their name. */
const onTool = (part: string, change: (tool: Json) => unknown): Patch =>
  editSuccess(at.tool, ({ tool }, { params }) => {
    if (params['toolName']?.includes(part)) change(tool);
  });

/** §2.10, §4.3 */
export const toolsFaults: readonly Fault[] = [
  ...breaking('tools.listed', {
    'tools-only-those-for-persons': onRules(rules => {
      rules.tools = rules.tools.filter(tool => tool.includes('_for_'));
    }),
  }),
  ...breaking('tools.fields', {
    'tools-tool-in-an-array': editSuccess(at.tool, body => (body.tool = [body.tool])),
    'tools-category-missing-on-catalog-tools': onTool(
      'find_gifts_by',
      tool => delete tool.category,
    ),
  }),
  ...breaking('tools.name', {
    'tools-name-ends-with-a-blank-on-one': onTool(
      'find_gifts_by_merchant',
      tool => (tool.name += ' '),
    ),
    'tools-two-swapped': onRequest(at.tool, ({ params }) => {
      const [one, other] = ['find_gifts_for_traveler', 'find_gifts_for_tech_enthusiast'];
      if (params['toolName'] === one) params['toolName'] = other!;
      else if (params['toolName'] === other) params['toolName'] = one!;
    }),
    'tools-every-person-is-the-runner': onTool(
      '_for_',
      tool => (tool.name = 'find_gifts_for_runner'),
    ),
  }),
  ...breaking('tools.unlisted', {
    'tools-any-name-described': request(({ route, params }, { rules }) => {
      if (route === at.tool && params['toolName']) rules.tools.push(params['toolName']);
    }),
    'tools-unlisted-gets-an-empty-tool': onReply(at.tool, reply => {
      if (reply.status === 404)
        Object.assign(reply, { status: 200, body: { success: true, tool: {} } });
    }),
  }),
];
