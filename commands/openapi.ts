/** `./gv openapi`: writes the OpenAPI document of the contract; `--check` reports whether the committed one is stale. */
import { openapi } from '../schemas/openapi/document.ts';
import { command } from './cli/command.ts';
import { checkOption, exitCodesOfGenerated, generate } from './generated.ts';

const file = 'schemas/openapi/openapi.json';

export default command({
  about: `Writes the OpenAPI document, composed of routes, operations and resources in schemas/: ${file}.`,
  options: checkOption,
  examples: [['./gv openapi', 'after a change in schemas/; commit what it writes']],
  exitCodes: exitCodesOfGenerated,
  run: ({ check }) => generate(file, JSON.stringify(openapi), { command: './gv openapi', check }),
});
