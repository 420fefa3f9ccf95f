/** §4.3 Tool details route, §2.10 Tool details. */
import { field, sentId } from '../../schemas/records/exchange.ts';
import { toolDetails, toolNames } from '../../schemas/resources/automation.ts';
import { route } from '../../schemas/routes.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { isNotRejectedOf, type Judgements } from '../../harness/run/judgement.ts';

const about = isNotRejectedOf(route.tool);

export const tools: Judgements = {
  'tools.fields': {
    appliesTo: about,
    verify: exchange => {
      expect(exchange).toMatchSchema(toolDetails);
      expect(field(exchange, 'success'), 'success').toBe(true);
    },
  },
  'tools.name': {
    // Another requirement judges other spellings of a name.
    appliesTo: exchange => about(exchange) && toolNames.some(name => name === sentId(exchange)),
    verify: exchange =>
      expect(field(exchange, 'tool', 'name'), 'the tool in the response').toBe(sentId(exchange)),
  },
};
