import type { Patch } from '../types.ts';
import {
  at,
  breaking,
  type Fault,
  instead,
  type Json,
  onReply,
  onRequest,
  onSuccess,
} from '../patches.ts';

/** Changes the details of some tools; a value that `change` returns replaces the body. */
const onTool = (name: string | RegExp, change: (tool: Json, body: Json) => unknown): Patch =>
  onSuccess(at.tool, (body, request) => {
    const wanted = request.params['toolName'] ?? '';
    const applies = typeof name === 'string' ? wanted === name : name.test(wanted);
    return applies ? change(body.tool, body) : undefined;
  });

/** Maps the requested name to another before it is looked up. */
const readName = (change: (name: string) => string): Patch =>
  onRequest(at.tool, request => {
    request.params['toolName'] = change(request.params['toolName'] ?? '');
  });

const drop = (name: string): Patch => ({
  rules: rules => void (rules.tools = rules.tools.filter(tool => tool !== name)),
});

/** §2.10, §4.3 */
export const toolsFaults: readonly Fault[] = [
  ...breaking('tools.listed', {
    'tools-last-one-missing': drop('find_gifts_for_pet_lover'),
    'tools-wellness-seeker-misspelt': {
      rules: rules =>
        void (rules.tools = rules.tools.map(tool => tool.replace('seeker', 'seekers'))),
    },
    'tools-traveler-in-british-spelling': {
      rules: rules =>
        void (rules.tools = rules.tools.map(tool => tool.replace('traveler', 'traveller'))),
    },
    'tools-only-those-for-persons': {
      rules: rules => void (rules.tools = rules.tools.filter(tool => /_for_/.test(tool))),
    },
    'tools-categories-answers-204': onReply(at.tool, (reply, request) => {
      if (request.params['toolName'] !== 'list_gift_categories' || reply.status !== 200) return;
      Object.assign(reply, { status: 204, body: undefined });
    }),
    'tools-price-range-answers-500': onReply(at.tool, (reply, request) => {
      if (request.params['toolName'] !== 'find_gifts_in_price_range') return;
      if (reply.status === 200) {
        Object.assign(reply, { status: 500, body: { success: false, error: 'An error occurred' } });
      }
    }),
    'tools-retiree-answers-201': onReply(at.tool, (reply, request) => {
      if (request.params['toolName'] === 'find_gifts_for_retiree' && reply.status === 200) {
        reply.status = 201;
      }
    }),
  }),
  ...breaking('tools.fields', {
    'tools-success-a-string-on-one': onTool(
      'find_gifts_for_artist',
      (_, body) => void (body.success = 'true'),
    ),
    'tools-flat-without-tool': onTool('find_gifts_for_parent', tool => ({
      success: true,
      ...tool,
    })),
    'tools-tool-in-an-array': onTool('get_gift_details', (tool, body) => void (body.tool = [tool])),
    'tools-name-missing-on-one': onTool('find_gifts_for_student', tool => void delete tool.name),
    'tools-description-missing-on-teenager': onTool(
      'find_gifts_for_teenager',
      tool => void delete tool.description,
    ),
    'tools-description-null-on-runner': onTool(
      'find_gifts_for_runner',
      tool => void (tool.description = null),
    ),
    'tools-category-missing-on-catalog-tools': onTool(
      /^(?!.*_for_)/,
      tool => void delete tool.category,
    ),
    'tools-category-a-list-on-foodie': onTool(
      'find_gifts_for_foodie',
      tool => void (tool.category = [tool.category]),
    ),
    'tools-parameters-missing-where-there-are-none': onTool(
      'list_gift_categories',
      tool => void delete tool.parameters,
    ),
    'tools-parameters-null-on-professional': onTool(
      'find_gifts_for_professional',
      tool => void (tool.parameters = null),
    ),
    'tools-parameters-a-list': onTool(/_by_/, tool => {
      tool.parameters = Object.keys(tool.parameters.properties);
    }),
    'tools-parameters-encoded-twice': onTool('find_gifts_for_pet_lover', tool => {
      tool.parameters = JSON.stringify(tool.parameters);
    }),
  }),
  ...breaking('tools.name', {
    'tools-name-with-hyphens': onTool(
      /^/,
      tool => void (tool.name = tool.name.replaceAll('_', '-')),
    ),
    'tools-name-ends-with-a-blank-on-one': onTool(
      'find_gifts_by_merchant',
      tool => void (tool.name += ' '),
    ),
    'tools-name-in-capitals-on-one': onTool(
      'find_gifts_for_retiree',
      tool => void (tool.name = tool.name.toUpperCase()),
    ),
    'tools-two-swapped': readName(name =>
      name === 'find_gifts_for_traveler'
        ? 'find_gifts_for_tech_enthusiast'
        : name === 'find_gifts_for_tech_enthusiast'
          ? 'find_gifts_for_traveler'
          : name,
    ),
    'tools-every-person-is-the-runner': onTool(
      /_for_/,
      tool => void (tool.name = 'find_gifts_for_runner'),
    ),
  }),
  ...breaking('tools.unlisted', {
    'tools-any-name-described': {
      request(request, world) {
        const name = request.params['toolName'];
        // Extends the list, so that the response has the usual shape.
        if (request.route === at.tool && name) world.rules.tools.push(name);
      },
    },
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
