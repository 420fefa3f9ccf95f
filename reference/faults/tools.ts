import type { Patch, Reply } from '../types.ts';
import {
  at,
  breaking,
  type Fault,
  type Json,
  onReply,
  onRequest,
  onRules,
  request,
} from '../patches.ts';

/** Changes the response for some tools; a value that `change` returns replaces the body. */
const onTool = (
  name: string | RegExp,
  change: (tool: Json, body: Json, reply: Reply) => unknown,
): Patch =>
  onReply(at.tool, (reply, { params }) => {
    const wanted = params['toolName'] ?? '';
    const applies = typeof name === 'string' ? wanted === name : name.test(wanted);
    if (reply.status !== 200 || !applies) return;
    const { body }: Json = reply;
    reply.body = change(body.tool, body, reply) ?? reply.body;
  });

const lacking = (name: string | RegExp, field: string): Patch =>
  onTool(name, tool => void delete tool[field]);
const having = (name: string, fields: object): Patch =>
  onTool(name, tool => void Object.assign(tool, fields));
const answering = (name: string, status: number, body?: object): Patch =>
  onTool(name, (_tool, given, reply) => {
    reply.status = status;
    reply.body = status === 204 ? undefined : (body ?? given);
  });

/** §2.10, §4.3 */
export const toolsFaults: readonly Fault[] = [
  ...breaking('tools.listed', {
    'tools-only-those-for-persons': onRules(rules => {
      rules.tools = rules.tools.filter(tool => tool.includes('_for_'));
    }),
    'tools-categories-answers-204': answering('list_gift_categories', 204),
  }),
  ...breaking('tools.fields', {
    'tools-tool-in-an-array': onTool('get_gift_details', (tool, body) => void (body.tool = [tool])),
    'tools-category-missing-on-catalog-tools': lacking(/^(?!.*_for_)/, 'category'),
  }),
  ...breaking('tools.name', {
    'tools-name-ends-with-a-blank-on-one': having('find_gifts_by_merchant', {
      name: 'find_gifts_by_merchant ',
    }),
    'tools-two-swapped': onRequest(at.tool, ({ params }) => {
      const [one, other] = ['find_gifts_for_traveler', 'find_gifts_for_tech_enthusiast'];
      if (params['toolName'] === one) params['toolName'] = other!;
      else if (params['toolName'] === other) params['toolName'] = one!;
    }),
    'tools-every-person-is-the-runner': onTool(/_for_/, tool => {
      tool.name = 'find_gifts_for_runner';
    }),
  }),
  ...breaking('tools.unlisted', {
    'tools-any-name-described': request(({ route, params }, { rules }) => {
      if (route === at.tool && params['toolName']) rules.tools.push(params['toolName']);
    }),
    'tools-unlisted-gets-an-empty-tool': onReply(at.tool, reply => {
      if (reply.status === 404) {
        Object.assign(reply, { status: 200, body: { success: true, tool: {} } });
      }
    }),
  }),
];
