/**
 * `npm run openapi`: writes the OpenAPI document to `schemas/openapi/openapi.json`.
 * With `--check` it writes nothing and exits 1 when the committed copy is not current.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { openapi } from '../schemas/openapi/document.ts';

const file = fileURLToPath(new URL('../schemas/openapi/openapi.json', import.meta.url));
const current = await format(JSON.stringify(openapi), {
  ...(await resolveConfig(file)),
  parser: 'json',
});

if (!process.argv.includes('--check')) {
  await writeFile(file, current);
} else if ((await readFile(file, 'utf8').catch(() => '')) !== current) {
  console.error('schemas/openapi/openapi.json is not current. Run: npm run openapi');
  process.exitCode = 1;
}
