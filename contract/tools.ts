/** §4.3 Tool details route, §2.10 Tool details. */
import { route } from '../schemas/routes.ts';
import type { ObjectSchema } from '../schemas/schema.ts';
import { toolDetails, toolNames } from '../schemas/resources/tool.ts';
import type { Api } from '../fixtures/client/api.ts';
import { field, isAccepted, isObject } from '../schemas/records/exchange.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import { NotExercised } from '../fixtures/verdict.ts';

const ask = (api: Api, toolName: string) => api.send(route.tool, { params: { toolName } });

requirement('tools.listed', async ({ api, each }) => {
  await each(toolNames, async name => expect(await ask(api, name)).toHaveStatus(200));
});

const tool = toolDetails.properties['tool'] as ObjectSchema;

requirement('tools.fields', async ({ api, each }) => {
  await each(toolNames, async name => {
    const exchange = await ask(api, name);
    if (exchange.response.status !== 200) throw new NotExercised('tools.listed tells why');
    expect(exchange).toKeep(toolDetails);
    expect(field(exchange, 'success'), 'success').toBe(true);
    expect([field(exchange, 'tool')]).toHaveField(tool, 'name');
  });
});

requirement('tools.name', async ({ api, each }) => {
  await each(toolNames, async name => {
    const exchange = await ask(api, name);
    const told = field(exchange, 'tool', 'name');
    if (typeof told !== 'string') throw new NotExercised('it names no tool; tools.fields tells');
    expect(told, 'the tool in the answer').toBe(name);
  });
});

/** No tool at all, a near miss of a listed one, and another case. */
const unlisted = ['find_gifts_for_nobody', 'find_gifts_for_runners', 'GET_GIFT_DETAILS'];

requirement('tools.unlisted', async ({ api, each }) => {
  if (!isAccepted(await ask(api, 'get_gift_details')))
    throw new NotExercised('a listed tool is refused as well');
  await each(unlisted, async name => expect(await ask(api, name)).toBeRefused());
});

observation('tools.categories', async ({ api, observe }) => {
  const categories = new Set<unknown>();
  for (const name of toolNames) categories.add(field(await ask(api, name), 'tool', 'category'));
  observe('tools.categories', [...categories]);
});

observation('tools.parameters', async ({ api, observe }) => {
  for (const name of toolNames) {
    const parameters = field(await ask(api, name), 'tool', 'parameters');
    observe('tools.parameters', {
      [name]: isObject(parameters) ? Object.keys(parameters) : parameters,
    });
  }
});
