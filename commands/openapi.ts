/** `./gv openapi`: writes the contract for other tools; `--check` reports whether a committed file is stale. */
import { openapi } from '../schemas/openapi/document.ts';
import { contractSchema } from '../schemas/openapi/json-schemas.ts';
import { nightSchema } from '../schemas/records/night.ts';
import { resultSchema } from '../schemas/records/result.ts';
import { waiversSchema } from '../schemas/records/waivers.ts';
import { command } from './cli/command.ts';
import { contractTypes } from './shared/contract-types.ts';
import { checkOption, exitCodesOfGenerated, generate } from './shared/generated.ts';

const files: Readonly<Record<string, () => string | Promise<string>>> = {
  'schemas/openapi/openapi.json': () => JSON.stringify(openapi),
  'schemas/exported/contract.schema.json': () => JSON.stringify(contractSchema),
  'schemas/exported/contract.d.ts': contractTypes,
  'schemas/exported/result.schema.json': () => JSON.stringify(resultSchema),
  'schemas/exported/night.schema.json': () => JSON.stringify(nightSchema),
  'schemas/exported/waivers.schema.json': () => JSON.stringify(waiversSchema),
};

export default command({
  about:
    'Writes the contract for other tools, composed of routes, operations and resources in schemas/: ' +
    `${Object.keys(files).join(', ')}.`,
  options: checkOption,
  examples: [['./gv openapi', 'after a change in schemas/; commit what it writes']],
  exitCodes: exitCodesOfGenerated,
  run: async ({ check }) => {
    const codes: number[] = [];
    for (const [file, text] of Object.entries(files))
      codes.push(await generate(file, await text(), { command: './gv openapi', check }));
    return Math.max(...codes);
  },
});
