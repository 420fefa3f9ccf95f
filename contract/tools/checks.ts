/** §4.3 Tool details route, §2.10 Tool details. */
import type { Context } from '../../harness/run/context.ts';
import { observation, requirement } from '../requirement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { NotExercised } from '../../harness/verdict.ts';
import { field, isAccepted, isObject } from '../../schemas/records/exchange.ts';
import { toolNames } from '../../schemas/resources/automation.ts';
import { route } from '../../schemas/routes.ts';

const caseOf = (toolName: string) => ({ id: toolName, route: route.tool });
const tools = toolNames.map(caseOf);

const details = ({ api }: Context, toolName: string) =>
  api.send(route.tool, { params: { toolName } });

requirement('tools.listed', async context => {
  await context.each(tools, async ({ id: name }) =>
    expect(await details(context, name)).toHaveStatus(200),
  );
});

requirement('tools.fields', async context => {
  await context.each(tools, async ({ id: name }) => {
    const exchange = await details(context, name);
    if (exchange.response.status === 200) context.judge(exchange);
  });
});

requirement('tools.name', async context => {
  await context.each(tools, async ({ id: name }) => context.judge(await details(context, name)));
});

/** Unlisted names: the beginning of a listed name, and a listed name with a suffix. */
const unlisted = ['find_gifts_for_run', 'find_gifts_for_runners'].map(caseOf);

requirement('tools.unlisted', async context => {
  if (!isAccepted(await details(context, 'get_gift_details')))
    throw new NotExercised('a listed tool is rejected as well', 'tools.listed');
  await context.each(unlisted, async ({ id }) => expect(await details(context, id)).toBeRefused());
});

observation('tools.categories', async context => {
  const categories = new Set<unknown>();
  for (const name of toolNames)
    categories.add(field(await details(context, name), 'tool', 'category'));
  context.observe('tools.categories', [...categories]);
});

observation('tools.parameters', async context => {
  for (const name of toolNames) {
    const parameters = field(await details(context, name), 'tool', 'parameters');
    context.observe('tools.parameters', {
      [name]: isObject(parameters) ? Object.keys(parameters) : parameters,
    });
  }
});

observation('tools.case', async context => {
  const { status } = (await details(context, 'GET_GIFT_DETAILS')).response;
  context.observe('tools.case', { tool: 'GET_GIFT_DETAILS', status }, { marked: status >= 500 });
});
