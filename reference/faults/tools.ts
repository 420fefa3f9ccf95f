import type { Patch, Reply } from '../types.ts';
import {
  at,
  breaking,
  type Fault,
  instead,
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

/** Names a tool otherwise in the list. */
const listed = (from: string, to: string): Patch =>
  onRules(rules => (rules.tools = rules.tools.map(tool => tool.replace(from, to))));

/** §2.10, §4.3 */
export const toolsFaults: readonly Fault[] = [
  ...breaking('tools.listed', {
    'tools-last-one-missing': onRules(rules => rules.tools.pop()),
    'tools-wellness-seeker-misspelt': listed('seeker', 'seekers'),
    'tools-traveler-in-british-spelling': listed('traveler', 'traveller'),
    'tools-only-those-for-persons': onRules(rules => {
      rules.tools = rules.tools.filter(tool => tool.includes('_for_'));
    }),
    'tools-categories-answers-204': answering('list_gift_categories', 204),
    'tools-price-range-answers-500': answering('find_gifts_in_price_range', 500, {
      success: false,
      error: 'An error occurred',
    }),
    'tools-retiree-answers-201': answering('find_gifts_for_retiree', 201),
  }),
  ...breaking('tools.fields', {
    'tools-success-a-string-on-one': onTool('find_gifts_for_artist', (_, body) => {
      body.success = 'true';
    }),
    'tools-flat-without-tool': onTool('find_gifts_for_parent', tool => ({
      success: true,
      ...tool,
    })),
    'tools-tool-in-an-array': onTool('get_gift_details', (tool, body) => void (body.tool = [tool])),
    'tools-name-missing-on-one': lacking('find_gifts_for_student', 'name'),
    'tools-description-missing-on-teenager': lacking('find_gifts_for_teenager', 'description'),
    'tools-description-null-on-runner': having('find_gifts_for_runner', { description: null }),
    'tools-category-missing-on-catalog-tools': lacking(/^(?!.*_for_)/, 'category'),
    'tools-category-a-list-on-foodie': having('find_gifts_for_foodie', { category: ['persona'] }),
    'tools-parameters-missing-where-there-are-none': lacking('list_gift_categories', 'parameters'),
    'tools-parameters-null-on-professional': having('find_gifts_for_professional', {
      parameters: null,
    }),
    'tools-parameters-a-list': onTool(/_by_/, tool => {
      tool.parameters = Object.keys(tool.parameters.properties);
    }),
    'tools-parameters-encoded-twice': onTool('find_gifts_for_pet_lover', tool => {
      tool.parameters = JSON.stringify(tool.parameters);
    }),
  }),
  ...breaking('tools.name', {
    'tools-name-with-hyphens': onTool(/^/, tool => {
      tool.name = tool.name.replaceAll('_', '-');
    }),
    'tools-name-ends-with-a-blank-on-one': having('find_gifts_by_merchant', {
      name: 'find_gifts_by_merchant ',
    }),
    'tools-name-in-capitals-on-one': having('find_gifts_for_retiree', {
      name: 'FIND_GIFTS_FOR_RETIREE',
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
    // Extends the list, so that the response has the usual shape.
    'tools-any-name-described': request(({ route, params }, { rules }) => {
      if (route === at.tool && params['toolName']) rules.tools.push(params['toolName']);
    }),
    'tools-any-name-gets-the-first-tool': onRequest(at.tool, (request, { rules }) => {
      if (!rules.tools.includes(request.params['toolName'] ?? '')) {
        request.params['toolName'] = rules.tools[0]!;
      }
    }),
    'tools-unlisted-gets-an-empty-tool': onReply(at.tool, reply => {
      if (reply.status === 404) {
        Object.assign(reply, { status: 200, body: { success: true, tool: {} } });
      }
    }),
    'tools-unlisted-gets-null-without-a-refusal': instead(
      at.tool,
      ({ params, headers }, { rules, keys }) =>
        headers['x-api-key'] === keys.automation.value &&
        !rules.tools.includes(params['toolName'] ?? ''),
      200,
      { success: true, tool: null },
    ),
  }),
];
